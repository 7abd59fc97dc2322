"""The panel of a player whose turn it is to play, and the tiles of one who waits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container as Holds

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
    sort_hand,
)

from ..layout.fact import Fact, said, written
from ..table.claims import ANYWAY, objection_sentence
from ..table.position import trick_number
from ..table.scene import PanelScene, Scene
from ..table.seats import seat_name
from ..words.contracts import special_of
from ..words.ids import Verb
from ..words.parts import known, rows_of
from ..words.render_context import TILES_IN_ROW, play_text, tile_text
from ..words.spec import Button, ButtonStyle, Row, Select, SelectOption
from .frame import Panel, question, to_do
from .lesson import lesson_text
from .news import panel_news


def play_panel(scene: PanelScene) -> Panel:
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
    task = to_do(
        _task(scene, legal),
        scene.say(
            "Your turn · trick {number} of {tricks}",
            number=trick_number(view),
            tricks=view.rules.game.hand_size,
        ),
    )
    follows = "" if _is_lesson_told(scene) else why(scene, legal)
    news = Fact(words=said(follows), beside=said(panel_news(scene)))
    return Panel(scene=scene, task=task, news=news, rows=rows, your_turn=True)


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


def tile_rows(scene: PanelScene) -> tuple[Row, ...]:
    """Build the tiles as disabled buttons, for a player who waits."""
    buttons = (
        scene.press(Verb.PLAY, tile_text(tile), arg=format_tile(tile), disabled=True, copy=copy)
        for tile, copy in _copies(sort_hand(scene.view.hand, scene.view.contract))
    )
    return rows_of(buttons, TILES_IN_ROW)


def why(scene: Scene, legal: Holds[Tile]) -> str:
    """Say which tiles can be played, and why."""
    view = scene.view
    contract = known(view.contract)
    trick = known(view.trick)
    free = all(tile in legal for tile in view.hand)
    special = special_of(view)
    if special is not None and (told := special.playable(view, scene.words)):
        return told
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
    for tile, copy in _copies(sort_hand(scene.view.hand, scene.view.contract)):
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
        SelectOption(play_text(action, scene.context), format_action(action, scene.view.rules))
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


def _confirm(scene: PanelScene, play: PlayTile) -> Panel:
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
    return question(scene, task, Fact(beside=said(panel_news(scene))), yes, back)


def lay_down_panel(scene: PanelScene, unproved: UnprovedClaim) -> Panel:
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
    return question(scene, task, written(f"{objection} {cost}"), anyway, keep)


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


def _confirm_renege(scene: PanelScene, tile: Tile) -> Panel:
    task = scene.say("Renege with the {tile}?", tile=tile_text(tile))
    label = scene.say("Play {tile}", tile=tile_text(tile))
    play = scene.press(Verb.PLAY_IT, label, arg=format_tile(tile), style=ButtonStyle.DANGER)
    back = scene.press(Verb.HAND, scene.say("Back"))
    return question(scene, task, written(_renege_cost(scene, tile)), play, back)
