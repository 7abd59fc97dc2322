"""The panel of a player whose turn it is to play, and the tiles of one who waits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container as Holds
from functools import partial

from bot.tables.views import UnprovedClaim
from texas42.engine import (
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

from ..table.claims import ANYWAY, claim_line, objection_sentence
from ..table.position import leading_seat, trick_line, trick_number, trick_tiles
from ..table.scene import PanelScene, Scene
from ..table.seats import seat_name
from ..words.contracts import special_of
from ..words.ids import Verb
from ..words.parts import known, lines, rows_of, small
from ..words.render_context import TILES_IN_ROW, play_text, tile_text
from ..words.spec import Button, ButtonStyle, Message, Row, Select, SelectOption
from .frame import frame, hand_text, question, situation_line, sorted_hand
from .lesson import lesson_text
from .news import panel_news
from .panel_text import PanelText


def play_panel(scene: PanelScene) -> Message:
    """Build the panel of a play; or ask about the chosen one, if it waits for confirmation."""
    view = scene.view
    asked = _play_to_confirm(view, scene.chosen)
    if asked is not None:
        return _confirm(scene, asked)
    legal = {action.tile for action in view.legal if isinstance(action, PlayTile)}
    doubtful = _renege(view, scene.chosen, legal)
    if doubtful is not None:
        return _confirm_renege(scene, doubtful)
    buttons = _tile_buttons(scene, legal)
    rows = (*rows_of(buttons, TILES_IN_ROW), *_small_ends(scene))
    task = _task(scene, legal)
    news = panel_news(scene)
    words = partial(_play_words, legal)
    return frame(scene, words, *rows, task=task, news=news, your_turn=True)


def _play_words(legal: Holds[Tile], scene: PanelScene) -> PanelText:
    view = scene.view
    game = view.rules.game
    shown = [tile for tile in dict.fromkeys(sorted_hand(view)) if tile in legal]
    playable = ""
    if len(shown) < len(set(view.hand)):
        playable = scene.say("**You can play:** {tiles}", tiles=scene.seen_tiles(shown, game))
    task = scene.say(
        "Your turn · trick {number} of {tricks}",
        number=trick_number(view),
        tricks=game.hand_size,
    )
    rest = lines(
        claim_line(scene),
        "" if _is_lesson_told(scene) else why(scene, legal),
        _trick_so_far(scene),
        playable,
        hand_text(scene),
        situation_line(scene),
    )
    return PanelText(task, rest)


def _is_lesson_told(scene: PanelScene) -> bool:
    """Return True if the lesson says what to play, and why."""
    return scene.table.deals.explained and bool(lesson_text(scene))


def _task(scene: Scene, legal: Holds[Tile]) -> str:
    """Say what can be played, in the panel's one line."""
    view = scene.view
    trick = view.trick
    special = special_of(view)
    leads = trick is None or not trick.plays
    free = all(tile in legal for tile in view.hand)
    if leads and free:
        return scene.say("Your turn: lead any domino")
    if special is not None and special.playable(view, scene.words):
        return scene.say("Your turn: play your nearest to seven")
    if leads:
        return scene.say("Your turn: lead a trump")
    led = None if trick is None else trick.led
    if led is not None and view.contract is not None:
        members = ordering(view.contract).members[led]
        if any(tile in legal and tile in members for tile in view.hand):
            return scene.say("Your turn: play {one}", one=scene.words.one_of(led))
    if free:
        return scene.say("Your turn: play any domino")
    return scene.say("Your turn: play {one}", one=scene.words.one_of(_number_led(view)))


def _trick_so_far(scene: PanelScene) -> str:
    """Describe the trick so far and who has it; empty for the leader."""
    view = scene.view
    trick = view.trick
    if trick is None or not trick.plays:
        return ""
    played = trick_tiles(scene, trick) if scene.terse else trick_line(scene)
    shown = scene.say("**On the table:** {trick}", trick=played)
    best = leading_seat(view, trick)
    if best is None or view.seat is None:
        return shown
    tile = tile_text(next(play.tile for play in trick.plays if play.seat == best))
    name = seat_name(scene, best)
    game = view.rules.game
    so_far = scene.say("{name} has it so far with the {tile}.", name=name, tile=tile)
    if game.side_of(best) == game.side_of(view.seat):
        so_far = scene.say(
            "Your partner {name} has it so far with the {tile}.", name=name, tile=tile
        )
    return lines(shown, small(so_far))


def tile_rows(scene: PanelScene) -> tuple[Row, ...]:
    """Build the tiles as disabled buttons, for a player who waits."""
    buttons = (
        scene.press(Verb.PLAY, tile_text(tile), arg=format_tile(tile), disabled=True, copy=copy)
        for tile, copy in _copies(sorted_hand(scene.view))
    )
    return rows_of(buttons, TILES_IN_ROW)


def why(scene: Scene, legal: Holds[Tile]) -> str:
    """Say which tiles can be played, and why."""
    view = scene.view
    contract = known(view.contract)
    trick = known(view.trick)
    free = all(tile in legal for tile in view.hand)
    special = special_of(view)
    if special is not None and (said := special.playable(view, scene.words)):
        return said
    if not trick.plays or trick.led is None:
        if free:
            return scene.say("You lead. Lead any domino.")
        return scene.say("You lead, and the first lead must be a trump.")
    led = scene.words.suit(trick.led).capitalize()
    if any(tile in legal for tile in view.hand if tile in ordering(contract).members[trick.led]):
        one = scene.words.one_of(trick.led)
        return scene.say("{suit} were led, so play {one}.", suit=led, one=one)
    if free:
        return scene.say("{suit} were led and you have none. Play any domino.", suit=led)
    return scene.say(
        "{suit} were led and you have none. Play {one}.",
        suit=led,
        one=scene.words.one_of(_number_led(view)),
    )


def _number_led(view: SeatView) -> Suit:
    """Return the number to follow when a double was led and no double is held."""
    return Suit(str(known(view.trick).plays[0].tile.high))


def _copies(tiles: tuple[Tile, ...]) -> list[tuple[Tile, int]]:
    """Pair each tile with the number of its copy in the hand, from 1."""
    seen: Counter[Tile] = Counter()
    numbered = []
    for tile in tiles:
        seen[tile] += 1
        numbered.append((tile, seen[tile]))
    return numbered


def _tile_buttons(scene: PanelScene, legal: Holds[Tile]) -> list[Button]:
    buttons = []
    forfeit = scene.view.rules.renege == "forfeit"
    for tile, copy in _copies(sorted_hand(scene.view)):
        fine = tile in legal
        verb = Verb.MISPLAY if forfeit and not fine else Verb.PLAY
        style = ButtonStyle.PRIMARY if fine else ButtonStyle.SECONDARY
        buttons.append(
            scene.press(
                verb,
                tile_text(tile),
                arg=format_tile(tile),
                style=style,
                disabled=not fine and not forfeit,
                copy=copy,
            )
        )
    return buttons


def _small_ends(scene: PanelScene) -> tuple[Row, ...]:
    """Build the list of leads that call their lower end; empty if there are none."""
    options = tuple(
        SelectOption(play_text(action, scene), format_action(action, scene.view.rules))
        for action in scene.view.legal
        if isinstance(action, PlayTile) and action.declared is not None
    )
    if not options:
        return ()
    component_id = scene.id_of(Verb.PLAY)
    return (Row((Select(component_id, scene.say("Or lead the small end"), options),)),)


def _play_to_confirm(view: SeatView, chosen: str) -> PlayTile | None:
    """Find the chosen legal play that needs confirmation; None if there is none."""
    plays = (action for action in view.legal if isinstance(action, PlayTile))
    return next((play for play in plays if format_action(play, view.rules) == chosen), None)


def _confirm(scene: PanelScene, play: PlayTile) -> Message:
    """Ask a player to confirm a play, if they chose to be asked."""
    tile = tile_text(play.tile)
    if play.declared is None:
        task = scene.say("Play {tile}?", tile=tile)
    else:
        suit = scene.words.suit(play.declared)
        task = scene.say("Lead {tile} as {suit}?", tile=tile, suit=suit)
    arg = format_action(play, scene.view.rules)
    yes = scene.press(Verb.PLAY_IT, scene.say("Play it"), arg=arg, style=ButtonStyle.SUCCESS)
    back = scene.press(Verb.HAND, scene.say("Back"))
    return question(scene, task, _trick_so_far(scene), yes, back, panel_news(scene))


def lay_down_panel(scene: PanelScene, unproved: UnprovedClaim) -> Message:
    """Ask a leader to confirm a lay-down that their own view does not prove.

    Say what could refute it, and who must agree.
    """
    names = scene.both(seat_name(scene, seat) for seat in unproved.opponents)
    objection = objection_sentence(scene, unproved.objection)
    cost = scene.say(
        "Everyone would see your dominoes. {names} must agree, or you play on face up.", names=names
    )
    anyway = scene.press(Verb.CLAIM, scene.say("Lay down"), arg=ANYWAY)
    keep = scene.press(Verb.HAND, scene.say("Keep playing"))
    task = scene.say("Lay down?")
    return question(scene, task, lines(objection, cost), anyway, keep, f"{objection} {cost}")


def _renege(view: SeatView, chosen: str, legal: Holds[Tile]) -> Tile | None:
    if not chosen or view.rules.renege != "forfeit":
        return None
    try:
        tile = parse_tile(chosen)
    except NotationError:
        return None
    return tile if tile in view.hand and tile not in legal else None


def _renege_cost(scene: Scene, tile: Tile) -> str:
    """Explain what a renege costs the player's side."""
    view = scene.view
    shown = tile_text(tile)
    game = view.rules.game
    leads = view.trick is None or not view.trick.plays
    if view.bidder is not None and scene.own == game.side_of(view.bidder):
        costs = scene.say("Playing the {tile} ends the hand and costs you the bid.", tile=shown)
    else:
        costs = scene.say("Playing the {tile} ends the hand and gives them the bid.", tile=shown)
    special = special_of(view)
    why_not = scene.say("That's a renege: you can still follow suit.")
    if leads:
        why_not = scene.say("That's a renege: the rules don't let you lead it.")
    elif special is not None and special.playable(view, scene.words):
        why_not = scene.say("That's a renege: you hold a domino you must play.")
    return f"{why_not} {costs}"


def _confirm_renege(scene: PanelScene, tile: Tile) -> Message:
    task = scene.say("Renege with the {tile}?", tile=tile_text(tile))
    label = scene.say("Play {tile}", tile=tile_text(tile))
    play = scene.press(Verb.PLAY_IT, label, arg=format_tile(tile), style=ButtonStyle.DANGER)
    back = scene.press(Verb.HAND, scene.say("Back"))
    return question(scene, task, _renege_cost(scene, tile), play, back)
