"""The panel of a player who is to play a tile, and the tiles of one who waits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container as Holds

from bot.engine import (
    NotationError,
    PlayTile,
    SeatView,
    Suit,
    Tile,
    format_action,
    format_tile,
    ordering,
    parse_tile,
)
from bot.tables.views import PanelView, TableView

from ..table.claims import claim_line
from ..table.position import leading_seat, own_side, trick_line, trick_number
from ..words.contracts import special_of
from ..words.ids import Verb, format_id
from ..words.names import seat_name
from ..words.parts import lines, press, rows_of, small
from ..words.render_context import TILES_IN_ROW, RenderContext, tile_text
from ..words.spec import Button, ButtonStyle, Message, Option, Row, Select
from .frame import frame, heading, own_name, seated, situation_line, sorted_hand
from .news import panel_news


def play_panel(
    panel: PanelView, context: RenderContext, *, chosen: str, place: str | None
) -> Message:
    """Return the panel; `chosen` is a play, or a renege, that the player has to confirm."""
    _, view = seated(panel)
    asked = _asked(view, chosen)
    if asked is not None:
        return _confirm(panel, view, asked, context, place)
    words = context.words
    legal = {action.tile for action in view.legal if isinstance(action, PlayTile)}
    doubtful = _renege(view, chosen, legal)
    if doubtful is not None:
        return _confirm_renege(panel, view, doubtful, context, place)
    game = view.rules.game
    shown = context.tiles(
        [tile for tile in dict.fromkeys(sorted_hand(view)) if tile in legal], game
    )
    text = lines(
        heading(
            words.say(
                "Your turn, {name} · trick {number} of {tricks}",
                name=own_name(panel, context),
                number=trick_number(view),
                tricks=game.hand_size,
            )
        ),
        claim_line(panel, context),
        why(view, legal, context),
        words.say("**You can play:** {tiles}", tiles=shown),
        _trick_so_far(panel.table, view, context),
        situation_line(panel.table, view, context),
    )
    buttons = _tile_buttons(panel, view, legal)
    rows = (*rows_of(buttons, TILES_IN_ROW), *_small_ends(panel, view, context))
    task = _task(view, legal, context)
    news = panel_news(panel, context)
    return frame(panel, context, text, *rows, task=task, news=news, place=place, your_turn=True)


def _task(view: SeatView, legal: Holds[Tile], context: RenderContext) -> str:
    """Return what may be played, as the one line of the panel."""
    words, trick, special = context.words, view.trick, special_of(view)
    leads = trick is None or not trick.plays
    free = all(tile in legal for tile in view.hand)
    if leads and free:
        return words.say("Your turn: lead any domino")
    if special is not None and special.playable(view, words):
        return words.say("Your turn: play your nearest to seven")
    if leads:
        return words.say("Your turn: lead a trump")
    led = None if trick is None else trick.led
    if led is not None and view.contract is not None:
        members = ordering(view.contract).members[led]
        if any(tile in legal and tile in members for tile in view.hand):
            return words.say("Your turn: play {one}", one=words.one_of(led))
    if free:
        return words.say("Your turn: play any domino")
    return words.say("Your turn: play {one}", one=words.one_of(_number_led(view)))


def _trick_so_far(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return the trick so far and who has it; empty for the player who leads."""
    say, trick = context.words.say, view.trick
    if trick is None or not trick.plays:
        return ""
    shown = say("**On the table:** {trick}", trick=trick_line(table, view, context))
    best = leading_seat(view, trick)
    if best is None or view.seat is None:
        return shown
    tile = tile_text(next(play.tile for play in trick.plays if play.seat == best))
    name, game = seat_name(table, best, context), view.rules.game
    so_far = say("{name} has it so far with the {tile}.", name=name, tile=tile)
    if game.side_of(best) == game.side_of(view.seat):
        so_far = say("Your partner {name} has it so far with the {tile}.", name=name, tile=tile)
    return lines(shown, small(so_far))


def tile_rows(panel: PanelView, view: SeatView) -> tuple[Row, ...]:
    """Return the tiles of one who waits, as buttons that cannot be pressed."""
    buttons = []
    for tile, copy in _copies(sorted_hand(view)):
        arg = format_tile(tile)
        buttons.append(
            press(panel.table, Verb.PLAY, tile_text(tile), arg=arg, disabled=True, copy=copy)
        )
    return rows_of(buttons, TILES_IN_ROW)


def why(view: SeatView, legal: Holds[Tile], context: RenderContext) -> str:
    """Return in words which tiles may be played and why."""
    words, contract, trick = context.words, view.contract, view.trick
    if contract is None or trick is None:
        raise ValueError("no trick is played")
    free = all(tile in legal for tile in view.hand)
    special = special_of(view)
    if special is not None and (said := special.playable(view, words)):
        return said
    if not trick.plays or trick.led is None:
        if free:
            return words.say("You lead. Lead any domino.")
        return words.say("You lead, and the first lead must be a trump.")
    led = words.suit(trick.led).capitalize()
    if any(tile in legal for tile in view.hand if tile in ordering(contract).members[trick.led]):
        one = words.one_of(trick.led)
        return words.say("{suit} were led, so play {one}.", suit=led, one=one)
    if free:
        return words.say("{suit} were led and you have none. Play any domino.", suit=led)
    return words.say(
        "{suit} were led and you have none. Play {one}.",
        suit=led,
        one=words.one_of(_number_led(view)),
    )


def _number_led(view: SeatView) -> Suit:
    """Return the number of a double that was led, which is followed where no double is held."""
    if view.trick is None or not view.trick.plays:
        raise ValueError("nothing was led")
    return Suit(str(view.trick.plays[0].tile.high))


def _copies(tiles: tuple[Tile, ...]) -> list[tuple[Tile, int]]:
    """Return each tile with the number of its copy in the hand, from 1."""
    seen: Counter[Tile] = Counter()
    numbered = []
    for tile in tiles:
        seen[tile] += 1
        numbered.append((tile, seen[tile]))
    return numbered


def _tile_buttons(panel: PanelView, view: SeatView, legal: Holds[Tile]) -> list[Button]:
    buttons = []
    forfeit = view.rules.renege == "forfeit"
    for tile, copy in _copies(sorted_hand(view)):
        fine = tile in legal
        verb = Verb.MISPLAY if forfeit and not fine else Verb.PLAY
        style = ButtonStyle.PRIMARY if fine else ButtonStyle.SECONDARY
        buttons.append(
            press(
                panel.table,
                verb,
                tile_text(tile),
                arg=format_tile(tile),
                style=style,
                disabled=not fine and not forfeit,
                copy=copy,
            )
        )
    return buttons


def _small_ends(panel: PanelView, view: SeatView, context: RenderContext) -> tuple[Row, ...]:
    """Return the list of leads that call their lower end, where there are any."""
    words = context.words
    options = tuple(
        Option(
            words.say(
                "{tile} as {suit}", tile=tile_text(action.tile), suit=words.suit(action.declared)
            ),
            format_action(action, view.rules),
        )
        for action in view.legal
        if isinstance(action, PlayTile) and action.declared is not None
    )
    if not options:
        return ()
    custom_id = format_id(Verb.PLAY, panel.table.table_id, panel.table.seq)
    return (Row((Select(custom_id, words.say("Or lead the small end"), options),)),)


def _asked(view: SeatView, chosen: str) -> PlayTile | None:
    """Return the legal play that is chosen and not confirmed, None where there is none."""
    plays = (action for action in view.legal if isinstance(action, PlayTile))
    return next((play for play in plays if format_action(play, view.rules) == chosen), None)


def _confirm(
    panel: PanelView, view: SeatView, play: PlayTile, context: RenderContext, place: str | None
) -> Message:
    """Return the question to a player who wants to be asked before a domino is played."""
    words, tile = context.words, tile_text(play.tile)
    if play.declared is None:
        task = words.say("Play {tile}?", tile=tile)
    else:
        suit = words.suit(play.declared)
        task = words.say("Lead {tile} as {suit}?", tile=tile, suit=suit)
    text = lines(heading(task), _trick_so_far(panel.table, view, context))
    arg = format_action(play, view.rules)
    yes = press(panel.table, Verb.PLAY_IT, words.say("Play it"), arg=arg, style=ButtonStyle.SUCCESS)
    back = press(panel.table, Verb.HAND, words.say("Back"))
    news = panel_news(panel, context)
    row = Row((yes, back))
    return frame(panel, context, text, row, task=task, news=news, place=place, your_turn=True)


def _renege(view: SeatView, chosen: str, legal: Holds[Tile]) -> Tile | None:
    if not chosen or view.rules.renege != "forfeit":
        return None
    try:
        tile = parse_tile(chosen)
    except NotationError:
        return None
    return tile if tile in view.hand and tile not in legal else None


def _renege_cost(view: SeatView, tile: Tile, context: RenderContext) -> str:
    """Return what a renege means, for the bidder's side or the others."""
    say, shown, game = context.words.say, tile_text(tile), view.rules.game
    leads = view.trick is None or not view.trick.plays
    if view.bidder is not None and own_side(view) == game.side_of(view.bidder):
        costs = say("Playing the {tile} ends the hand and costs you the bid.", tile=shown)
    else:
        costs = say("Playing the {tile} ends the hand and gives them the bid.", tile=shown)
    if leads:
        return say("That's a renege: the rules don't let you lead it.") + " " + costs
    special = special_of(view)
    if special is None or not special.playable(view, context.words):
        return say("That's a renege: you can still follow suit.") + " " + costs
    return say("That's a renege: you hold a domino you must play.") + " " + costs


def _confirm_renege(
    panel: PanelView, view: SeatView, tile: Tile, context: RenderContext, place: str | None
) -> Message:
    words = context.words
    task = words.say("Renege with the {tile}?", tile=tile_text(tile))
    cost = _renege_cost(view, tile, context)
    text = lines(heading(task), cost)
    label = words.say("Play {tile}", tile=tile_text(tile))
    play = press(panel.table, Verb.PLAY_IT, label, arg=format_tile(tile), style=ButtonStyle.DANGER)
    back = press(panel.table, Verb.HAND, words.say("Back"))
    row = Row((play, back))
    return frame(panel, context, text, row, task=task, news=cost, place=place, your_turn=True)
