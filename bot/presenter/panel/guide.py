"""The guide through a first hand: one sentence at a time, about the player's own dominoes.

It reads only the player's own view. Each topic is explained once in a hand; which ones came
before follows from the player's turns so far, so a restart loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.engine import (
    DOUBLES,
    FOLLOW_ME,
    Contract,
    MakeCall,
    NameContract,
    Phase,
    PlayTile,
    SeatView,
    Suit,
    Tile,
    Trick,
    format_action,
    led_suit,
    suit_contract,
)
from bot.tables.views import PanelView

from ..table.scene import PanelScene, Scene
from ..table.seats import FOUR, seat_name
from ..words.ids import ACTS, Verb, parse_id
from ..words.parts import capital, lines
from ..words.render_context import RenderContext, tile_text
from ..words.spec import (
    Button,
    ButtonStyle,
    Container,
    Link,
    Message,
    Part,
    Row,
    Select,
    SelectOption,
    Text,
)
from .guide_topics import Topic, held, of_last_trick, partners, said_of_last
from .hints import better_choice, better_text
from .tools import fits_phone, tool_rows, verb_of

TWO_LINES = 70
"""Letters, with marks, that a phone shows in two lines."""


SEVEN = 7
"""The marks whose strokes spell ALL."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """One of the player's turns to play: their hand, the trick so far, and the last trick."""

    hand: tuple[Tile, ...]
    before: tuple[PlayTile, ...]
    led: Suit | None
    last: Trick | None


def guided(message: Message, scene: PanelScene, chosen: str) -> Message:
    """Add the guide to a newcomer's panel; leave any other panel unchanged.

    `chosen`: the part of an action decided so far, such as a bid whose trump is still to be named.
    """
    panel, view = scene.panel, scene.hand
    if not panel.guided or view is None or panel.seat is None or panel.unproved is not None:
        return message
    said = _guide_text(scene, chosen)
    know = scene.press(Verb.KNOW, scene.say("I know 42"))
    (container,) = message.body
    if not isinstance(container, Container):
        raise TypeError("a panel is one container")
    parts = [_mark(_without_hint(part), panel, view) for part in container.children]
    rows = [at for at, part in enumerate(parts) if isinstance(part, Row)]
    if view.phase is not Phase.OVER:
        parts[rows[-1] :] = _with(parts[rows[-1]], know, below=len(rows) > 1)
    before = parts[rows[0] - 1]
    if said and isinstance(before, Text):
        parts[rows[0] - 1] = Text(lines(before.markdown, said))
    return replace(message, body=(replace(container, children=tuple(parts)),))


def _guide_text(scene: PanelScene, chosen: str) -> str:
    """Name the better choice and explain it by the lesson of this turn, or else its own reason."""
    better, lesson = scene.panel.better, _lesson(scene, chosen)
    if better is None:
        return lesson
    choice = better_choice(better, scene.view, scene)
    if scene.view.phase is Phase.EXCHANGE:
        return choice  # the panel explains the swap
    said = f"{choice} {lesson}".lstrip() if lesson else better_text(better, scene.view, scene)
    return said if len(said) <= TWO_LINES else choice or lesson


def _without_hint(part: Part) -> Part:
    if not isinstance(part, Row):
        return part
    return Row(tuple(item for item in part.items if verb_of(item) is not Verb.HINT))


def _with(row: Part, know: Button, *, below: bool) -> tuple[Row, ...]:
    """Add the button that turns the guide off to the last row, or below it."""
    items = row.items if isinstance(row, Row) else ()
    if fits_phone((*items, know)):
        return (Row((*items, know)),)
    if any(isinstance(item, Select) or verb_of(item) in ACTS for item in items):
        return Row(items), Row((know,))
    tools = tuple(item for item in items if not isinstance(item, Select))
    return tool_rows((*tools, know), below=below)


# The better choice -------------------------------------------------------------------------------


def _mark(part: Part, panel: PanelView, view: SeatView) -> Part:
    """Build a row with the better choice in green; in a list a star marks it."""
    if not isinstance(part, Row) or panel.better is None:
        return part
    better = format_action(panel.better.action, view.rules)
    return Row(tuple(_mark_item(item, better) for item in part.items))


def _mark_item(item: Button | Link | Select, better: str) -> Button | Link | Select:
    decoded = None if isinstance(item, Link) else parse_id(item.custom_id)
    if decoded is None or decoded.verb not in ACTS:
        return item
    if isinstance(item, Select):
        return replace(item, options=tuple(_add_star(each, better) for each in item.options))
    if isinstance(item, Button) and decoded.arg == better:
        return replace(item, style=ButtonStyle.SUCCESS)
    return item


def _add_star(option: SelectOption, better: str) -> SelectOption:
    return replace(option, label=f"★ {option.label}") if option.value == better else option


# The lessons -------------------------------------------------------------------------------------


def _lesson(scene: PanelScene, chosen: str) -> str:
    """Pick the lesson for this point of the hand; empty if there is none."""
    view = scene.view
    if _names_trump(scene, chosen):
        return scene.say("Your trump beats every other suit.")
    called = any(call.seat == view.seat for call in view.calls)
    if view.phase is Phase.CALL and view.to_act != view.seat:
        return _before_bidding(scene)
    if view.phase is Phase.CALL and not called:
        return "" if _says_more(scene) else _best_suit(scene)
    if view.phase is Phase.PLAY and view.to_act == view.seat:
        return _of_play(scene)
    goes_on = scene.table.winner is None and view.contract is not None
    return _of_end(scene) if view.phase is Phase.OVER and goes_on else ""


def _of_end(scene: PanelScene) -> str:
    """Say what the hand was worth, and where the game goes."""
    rules = scene.view.rules
    if not rules.by_marks:
        return scene.say("That's your first hand! {n} points win.", n=rules.target)
    if rules.target == SEVEN:
        wins = scene.say("Each mark is a stroke: seven spell ALL, and win.")
    else:
        wins = scene.plural("{n} mark wins.", "{n} marks win.", rules.target)
    if scene.table.in_lesson:
        return wins + " " + scene.say("Lessons don't count: the game starts at zero.")
    first = scene.say("That's your first hand! Make your bid or set theirs for a mark.")
    return f"{first} {wins}"


def _says_more(scene: PanelScene) -> bool:
    """Return True if the better call is a pass or names a trump: its own reason fits better."""
    better = None if scene.panel.better is None else scene.panel.better.action
    return isinstance(better, MakeCall) and (
        not better.call.is_bid or better.call.trump is not None
    )


def _names_trump(scene: PanelScene, chosen: str) -> bool:
    """Return True if the player must name a trump and no special contract is better."""
    view, advice = scene.view, scene.panel.better
    if view.phase is Phase.CALL:
        return bool(chosen)
    better = None if advice is None else advice.action
    special = isinstance(better, NameContract) and better.contract.trump_suit is None
    return view.phase is Phase.CONTRACT and view.to_act == view.seat and not special


def _best_suit(scene: Scene) -> str:
    """Name the player's longest suit, and say if they hold its double."""
    view, best = scene.view, None
    for suit in view.rules.nameable:
        if suit in {DOUBLES, FOLLOW_ME}:
            continue
        own = held(view.hand, suit_contract(suit), suit)
        key = (len(own), any(tile.is_double for tile in own), suit.pip)
        best = max(best or (key, suit), (key, suit), key=lambda each: each[0])
    if best is None:
        return ""
    (number, double, _), suit = best
    name = scene.words.suit(suit)
    count = scene.words.spelled(number)
    if double and number == 1:
        return scene.say("{suit} look best: you hold only the double.", suit=capital(name))
    if double:
        text = scene.say(
            "{suit} look best: you hold {count}, with the double.", suit=capital(name), count=count
        )
    else:
        text = scene.say(
            "{suit} are longest: you hold {count}, no double.", suit=capital(name), count=count
        )
    return text


def _of_play(scene: PanelScene) -> str:
    """Pick the first lesson of this turn that no earlier turn has given."""
    view, contract = scene.view, scene.view.contract
    if contract is None or contract.named is None:
        return ""  # the panel itself explains a special contract
    told: set[Topic] = set()
    lesson = None
    for turn in _turns(view):
        lesson = next((each for each in _lessons(turn, view, contract) if each not in told), None)
        if lesson is not None:
            told.add(lesson)
    return "" if lesson is None else _lesson_text(lesson, turn, scene, contract)


def _turns(view: SeatView) -> Iterator[_Turn]:
    """Yield the player's turns to play in this hand; the current one last."""
    tricks = [*view.tricks, *(() if view.trick is None else (view.trick,))]
    played = [tile for trick in tricks for tile in _own(trick, view)]
    for last, trick in zip((None, *tricks), tricks, strict=False):
        before = [play for play in trick.plays if play.seat != view.seat]
        own = _own(trick, view)
        if own:
            at = next(at for at, play in enumerate(trick.plays) if play.seat == view.seat)
            before = list(trick.plays[:at])
        yield _Turn((*view.hand, *played), tuple(before), trick.led if before else None, last)
        played = played[len(own) :]


def _own(trick: Trick, view: SeatView) -> list[Tile]:
    return [play.tile for play in trick.plays if play.seat == view.seat]


def _lessons(turn: _Turn, view: SeatView, contract: Contract) -> Iterator[Topic]:
    """Yield the topics that a turn can teach; first what the player's last trick was good for."""
    if turn.last is not None:
        yield from of_last_trick(turn.last, view, contract)
    if turn.led is None:
        yield Topic.LEAD
    elif held(turn.hand, contract, turn.led):
        yield Topic.FOLLOW
    elif contract.trump_suit is not None and held(turn.hand, contract, contract.trump_suit):
        yield Topic.TRUMP_IN
    else:
        yield Topic.THROW_AWAY
    if _count(turn, view) is not None:
        yield Topic.COUNT


def _count(turn: _Turn, view: SeatView) -> Tile | None:
    """Return a count tile in the trick, or else in the hand."""
    tiles = (*(play.tile for play in turn.before), *turn.hand)
    return next((tile for tile in tiles if view.rules.game.tile_count(tile)), None)


def _lesson_text(lesson: Topic, turn: _Turn, scene: PanelScene, contract: Contract) -> str:
    view, better = scene.view, scene.panel.better
    led = "" if turn.led is None else scene.words.suit(turn.led)
    match lesson:
        case Topic.PULLED | Topic.GIFT | Topic.CAUGHT | Topic.LOST:
            return "" if turn.last is None else said_of_last(lesson, turn.last, scene, contract)
        case Topic.LEAD:
            if better is None or not isinstance(better.action, PlayTile):
                return scene.say("You lead: the others must play the suit you lead, if they can.")
            tile = better.action.tile
            suit = led_suit(tile, contract, better.action.declared)
            return scene.say(
                "The others must play {one} if they can.", one=scene.words.one_of(suit)
            )
        case Topic.FOLLOW:
            return scene.say("{suit} were led: follow suit.", suit=led.capitalize())
        case Topic.TRUMP_IN:
            return scene.say("You have no {suit}. A trump beats them all.", suit=led)
        case Topic.THROW_AWAY:
            if contract.trump_suit is None:
                return scene.say("You have no {suit}, so throw one away.", suit=led)
            return scene.say("No {suit} and no trump: throw one away.", suit=led)
        case Topic.COUNT:
            count = _count(turn, view) or turn.hand[0]
            points = view.rules.game.tile_count(count)
            return scene.say(
                "The {tile} is count: it's worth {points} points.",
                tile=tile_text(count),
                points=points,
            )


# While the others bid ---------------------------------------------------------------------------


def _before_bidding(scene: PanelScene) -> str:
    """Say that a lesson is dealt for the player, and who partner is."""
    view, seats = scene.view, scene.view.rules.game.seats
    mates = partners(view)
    names = scene.both(seat_name(scene, seat) for seat in mates)
    if not mates:
        alone = scene.say("You play alone, against the others.")
        return f"{alone} {_of_game(view, scene)}".rstrip()
    if len(mates) > 1:
        with_them = scene.say("Your partners: {names}.", names=names)
        return f"{with_them} {_of_game(view, scene)}".rstrip()
    if seats != FOUR:
        return scene.say("{name} is your partner.", name=names)
    across = scene.say("{name}, across from you, is your partner.", name=names)
    if scene.table.in_lesson:
        return scene.say("This hand is dealt for you.") + " " + across
    return across


def _of_game(view: SeatView, context: RenderContext) -> str:
    """Explain what only this game has; empty for 42."""
    if view.rules.bid_21:
        return context.say("A bid of 21 promises every trick.")
    if view.rules.game.copies > 1:
        return context.say("Of two alike, the first played wins.")
    return ""
