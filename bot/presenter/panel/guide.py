"""The guide through a first hand: one sentence at a time, about the player's own dominoes.

It reads only the player's own view. Each topic is explained once in a hand; which ones came
before follows from the player's turns so far, so a restart loses nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.values.score_words import STROKES
from texas42.engine import (
    Contract,
    MakeCall,
    NameContract,
    Phase,
    PlayTile,
    SeatView,
    Suit,
    Tile,
    Trick,
    led_suit,
)

from ..layout.fact import NOTHING, Fact, said, written
from ..table.draw_line import short_draw_line
from ..table.scene import PanelScene
from ..words.contracts import short_contract_name
from ..words.games import BASE_GAME
from ..words.ids import Verb
from ..words.render_context import tile_text
from ..words.spec import Button
from .guide_bids import before_bidding, of_bid, of_contract
from .guide_topics import Topic, aim_of, held, of_last_trick, said_of_last
from .hints import better_choice, better_text
from .lesson import lesson_heading, lesson_text

TWO_LINES = 70
"""How many letters a phone shows in two lines, with some in bold."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """One of the player's turns to play: their hand, the trick so far, and the last trick."""

    hand: tuple[Tile, ...]
    before: tuple[PlayTile, ...]
    led: Suit | None
    last: Trick | None


def guide_fact(scene: PanelScene) -> Fact:
    """Say what the guide or the lesson says now; where there is no room, just the better choice."""
    if not _speaks(scene):
        return NOTHING
    if told := _lesson_told(scene):
        return written(told, kept=True)
    told = _guide_text(scene)
    better = scene.panel.better
    choice = "" if better is None else better_choice(better, scene.view, scene.context)
    return Fact(words=said(told), beside=said(told, choice), kept=bool(choice))


def guided_task(scene: PanelScene, task: Fact) -> Fact:
    """Say what to do as the lesson does, where it explains it."""
    heading = lesson_heading(scene) if _speaks(scene) and _lesson_told(scene) else ""
    return replace(task, words=(heading,), beside=(heading,)) if heading else task


def is_instead_of_news(scene: PanelScene) -> bool:
    """Return True if the guide takes the place of the news, which the picture also shows.

    That is while the others act; and during a swap, of what may be taken or has moved.
    """
    if not _speaks(scene):
        return False
    waits = not scene.view.legal or scene.view.phase is Phase.EXCHANGE
    return bool(_lesson_told(scene) or (waits and _guide_text(scene)))


def _speaks(scene: PanelScene) -> bool:
    return scene.has_guide and scene.panel.question is None


def _lesson_told(scene: PanelScene) -> str:
    return lesson_text(scene) if scene.table.deals.explained else ""


def way_out(scene: PanelScene) -> tuple[Button, ...]:
    """Build the button that turns the guide off; none after the hand."""
    if scene.view.phase is Phase.OVER:
        return ()
    return (scene.press(Verb.KNOW, _way_out(scene)),)


def _way_out(scene: PanelScene) -> str:
    """Name the button that turns the guide off."""
    if scene.table.deals.explained:
        return scene.say("Skip the lesson")
    is_42 = scene.view.rules.game.id == BASE_GAME
    return scene.say("I know 42") if is_42 else scene.say("I know it")


def _guide_text(scene: PanelScene) -> str:
    """Name the better choice and explain it by the lesson of this turn, or else its own reason."""
    better = scene.panel.better
    lesson = _lesson(scene)
    if better is None:
        return lesson
    choice = better_choice(better, scene.view, scene.context)
    if scene.view.phase is Phase.EXCHANGE:
        return choice  # the panel explains the swap
    if scene.chosen and isinstance(better.action, MakeCall) and not better.action.call.is_bid:
        return choice + " " + scene.say("Press Back to change your bid.")
    if scene.view.phase is Phase.CALL and short_draw_line(scene):
        return choice or lesson  # the draw has its own line, so one is left
    told = (
        f"{choice} {lesson}".lstrip() if lesson else better_text(better, scene.view, scene.context)
    )
    if len(told) > TWO_LINES and lesson and isinstance(better.action, NameContract):
        name = short_contract_name(better.action.contract, scene.words)
        told = scene.say("**Name {contract}.**", contract=name) + f" {lesson}"
    return told if len(told) <= TWO_LINES else choice or lesson


# The lessons -------------------------------------------------------------------------------------


def _lesson(scene: PanelScene) -> str:
    """Pick the lesson for this point of the hand; empty if there is none."""
    view = scene.view
    if (view.phase is Phase.CONTRACT and view.legal) or (view.phase is Phase.CALL and scene.chosen):
        return of_contract(scene)
    called = any(call.seat == view.seat for call in view.calls)
    if view.phase is Phase.CALL and view.to_act != view.seat:
        return before_bidding(scene)
    if view.phase is Phase.CALL and not called:
        return of_bid(scene)
    if view.phase is Phase.PLAY and view.to_act == view.seat:
        return _of_play(scene)
    goes_on = scene.table.winner is None and view.contract is not None
    return _of_end(scene) if view.phase is Phase.OVER and goes_on else ""


def _of_end(scene: PanelScene) -> str:
    """Say what the hand was worth, and where the game goes."""
    rules = scene.view.rules
    if not rules.by_marks:
        return scene.say("That's your first hand! {n} points win.", n=rules.target)
    if rules.target == STROKES:
        word = scene.table.score_word
        wins = scene.say("Each mark is a stroke: seven spell {word}, and win.", word=word)
    else:
        wins = scene.plural("{n} mark wins.", "{n} marks win.", rules.target)
    if scene.table.deals.explained:
        return wins + " " + scene.say("Lessons don't count: the game starts at zero.")
    first = scene.say("That's your first hand! Make your bid or set theirs for a mark.")
    return f"{first} {wins}"


def _of_play(scene: PanelScene) -> str:
    """Pick the first lesson of this turn that no earlier turn has given."""
    view = scene.view
    contract = scene.view.contract
    if contract is None:
        return ""
    told: set[Topic] = set()
    lesson = None
    aim = aim_of(scene)
    for turn in _turns(view):
        topics = _lessons(turn, view, contract) if contract.named is not None else ()
        possible = (*((Topic.AIM,) if aim else ()), *topics)
        lesson = next((each for each in possible if each not in told), None)
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
    if _alike(turn) is not None:
        yield Topic.ALIKE
    if _count(turn, view) is not None:
        yield Topic.COUNT


def _alike(turn: _Turn) -> Tile | None:
    """Return a tile that the player sees twice, in the trick and the hand."""
    seen = Counter((*(play.tile for play in turn.before), *turn.hand))
    return next((tile for tile, number in seen.items() if number > 1), None)


def _count(turn: _Turn, view: SeatView) -> Tile | None:
    """Return a count tile in the trick, or else in the hand."""
    tiles = (*(play.tile for play in turn.before), *turn.hand)
    return next((tile for tile in tiles if view.rules.game.tile_count(tile)), None)


def _lesson_text(lesson: Topic, turn: _Turn, scene: PanelScene, contract: Contract) -> str:
    view = scene.view
    better = scene.panel.better
    led = "" if turn.led is None else scene.words.suit(turn.led)
    match lesson:
        case Topic.AIM:
            return aim_of(scene)
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
        case Topic.ALIKE:
            tile = _alike(turn) or turn.hand[0]
            return scene.say("Of two {tile}s, the first played wins.", tile=tile_text(tile))
        case Topic.COUNT:
            count = _count(turn, view) or turn.hand[0]
            points = view.rules.game.tile_count(count)
            return scene.say(
                "The {tile} is count: it's worth {points} points.",
                tile=tile_text(count),
                points=points,
            )
