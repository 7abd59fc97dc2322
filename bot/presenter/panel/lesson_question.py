"""The questions of the lesson hand, and what is said to a wrong answer."""

from __future__ import annotations

from bot.tables.views import QuestionKind
from texas42.engine import (
    NUMBER_SUITS,
    NameContract,
    NotationError,
    PlayTile,
    SeatView,
    Tile,
    Trick,
    format_tile,
    parse_action,
    sort_hand,
)

from ..layout.fact import written
from ..table.position import leading_seat
from ..table.scene import PanelScene
from ..words.ids import Verb
from ..words.parts import capital, known, rows_of
from ..words.render_context import TILES_IN_ROW, tile_text
from ..words.spec import ButtonStyle, Row
from .frame import Panel, to_do
from .guide_topics import held, partners
from .lesson import answered, has_pips, is_trump, partner
from .naming import contract_rows, held_in


def question_panel(scene: PanelScene) -> Panel:
    """Build the panel that asks a newcomer to decide: every button works, and none is marked."""
    kind = known(scene.panel.question).kind
    task = _task(scene, kind)
    if kind is QuestionKind.TRUMP:
        rows = contract_rows(scene)
        said = _wrong_trump(scene)
        said = said or scene.say("The number is how many you hold. Trump beats all others.")
    else:
        rows = _tiles(scene)
        said = _wrong_tile(scene, kind) or answered(scene)
    return Panel(scene=scene, task=to_do(task), news=written(said), rows=rows, your_turn=True)


def _task(scene: PanelScene, kind: QuestionKind) -> str:
    if kind is QuestionKind.TRUMP:
        return scene.say("What's trump?")
    if kind is QuestionKind.FOLLOW:
        led = known(known(scene.view.trick).led)
        suit = capital(scene.words.suit(led))
        return scene.say("{suit} are led. Which may you play?", suit=suit)
    return scene.say("{name} has the trick. What do you give?", name=partner(scene))


def _tiles(scene: PanelScene) -> tuple[Row, ...]:
    buttons = (
        scene.press(Verb.PLAY, tile_text(tile), arg=format_tile(tile), style=ButtonStyle.PRIMARY)
        for tile in sort_hand(scene.view.hand, scene.view.contract)
    )
    return rows_of(buttons, TILES_IN_ROW)


# Wrong answers -------------------------------------------------------------------------------


def _wrong_trump(scene: PanelScene) -> str:
    action = _action(scene.view, scene.chosen)
    if not isinstance(action, NameContract):
        return ""
    suit = action.contract.named
    if suit is None or suit not in NUMBER_SUITS:
        return scene.say("Name the suit you hold most of.")
    return scene.say(
        "{suit}: only {n}. Name the suit you hold most of.",
        n=held_in(scene.view.hand, suit),
        suit=capital(scene.words.suit(suit)),
    )


def _wrong_tile(scene: PanelScene, kind: QuestionKind) -> str:
    view = scene.view
    action = _action(scene.view, scene.chosen)
    contract = known(view.contract)
    trick = known(view.trick)
    if not isinstance(action, PlayTile) or contract.trump_suit is None or trick.led is None:
        return ""
    trump = contract.trump_suit
    led = trick.led
    tile = tile_text(action.tile)
    name = partner(scene)
    follows = held(view.hand, contract, led)
    if kind is QuestionKind.FOLLOW and is_trump(action.tile, view) and not follows:
        return _wrong_trump_in(scene, action.tile, trick)
    if kind is QuestionKind.FOLLOW and has_pips(action.tile, led) and is_trump(action.tile, view):
        return scene.say(
            "The {tile} is {trump}, not {led}: {suit} are trump. Pick another.",
            tile=tile,
            trump=scene.words.one_of(trump),
            led=scene.words.one_of(led),
            suit=scene.words.suit(trump),
        )
    if follows:
        return scene.say("You hold {one}, so you must follow suit.", one=scene.words.one_of(led))
    if is_trump(action.tile, view):
        return scene.say(
            "The {tile} is trump: it would take the trick from {name}, your partner.",
            tile=tile,
            name=name,
        )
    more = scene.say("Give more: {name}'s points are yours, too.", name=name)
    shown = (
        scene.say("Gold dominoes count 10 or 5.")
        if scene.context.pictures
        else scene.say("Dominoes marked (10) or (5) count.")
    )
    return f"{more} {shown}"


def _wrong_trump_in(scene: PanelScene, tile: Tile, trick: Trick) -> str:
    """Say that a trump may be played to the suit led, and what it would do."""
    trump = known(known(scene.view.contract).trump_suit)
    alike = has_pips(tile, known(trick.led))
    may = (
        scene.say(
            "You may, but the {tile} is {one}, so it's trump",
            tile=tile_text(tile),
            one=scene.words.one_of(trump),
        )
        if alike
        else scene.say("You may, but {suit} are trump", suit=scene.words.suit(trump))
    )
    if leading_seat(scene.view, trick) in partners(scene.view):
        would = scene.say("it would take the trick from {name}.", name=partner(scene))
    else:
        would = scene.say("keep it for a better trick.")
    return f"{may}: {would} " + scene.say("Pick another.")


def _action(view: SeatView, text: str) -> NameContract | PlayTile | None:
    """Read the act of a button; None if there was none."""
    if not text or view.seat is None:
        return None
    try:
        action = parse_action(text, view.phase, view.seat, view.rules)
    except NotationError:
        return None
    return action if isinstance(action, NameContract | PlayTile) else None
