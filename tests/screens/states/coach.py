"""Mistakes, lessons and habits that the coach finds."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.past import GameLessons, Habit, Lesson
from tests.presenter.tabling import panel_at, sample
from texas42.ai.findings.judgments import Advice, Mistake, Reason, ReasonKind
from texas42.engine import Call, CallKind, MakeCall, PlayTile, Suit, parse_tile, suit_contract

FIVES = suit_contract(Suit.FIVES)


def play_mistake(
    text: str, better: str, kind: str, *, steps: int = 5, sure: bool = True, **figures: float
) -> Mistake:
    """Build a mistaken play in the sample hand after this many acts."""
    view = panel_at(sample(steps)).view
    assert view is not None
    assert view.seat is not None
    best = PlayTile(view.seat, parse_tile(better))
    advice = Advice(best, Reason(ReasonKind(kind), chance=figures.get("best", 0.81)))
    played = PlayTile(view.seat, parse_tile(text))
    return Mistake(view, played, advice, figures.get("chance", 0.42), sure, 0.39, 1, 1)


def pass_mistake() -> Mistake:
    view = panel_at(sample(0)).view
    assert view is not None
    assert view.seat is not None
    advice = Advice(
        MakeCall(view.seat, Call(CallKind.POINTS, 31)),
        Reason(
            ReasonKind.STRONG_HAND,
            contract=FIVES,
            chance=0.71,
            tried=True,
            left_to=2,
            left_bid=Call(CallKind.POINTS, 30),
            left_chance=0.61,
        ),
    )
    return Mistake(view, MakeCall(view.seat, Call(CallKind.PASS)), advice, None, False, 0.3, 1, 1)


def overbid_mistake() -> Mistake:
    mistake = pass_mistake()
    bid = MakeCall(mistake.action.seat, Call(CallKind.MULTIPLE, 2))
    return replace(mistake, action=bid, chance=0.07)


def lesson(mistake: Mistake, hand: int = 4, step: int = 6) -> Lesson:
    return Lesson("k3f9q2", 3, hand, step, mistake)


def game(*lessons: Lesson, asked: int = 9, hands: int = 9) -> GameLessons:
    return GameLessons("k3f9q2", 3, 2, asked, hands, lessons)


def habit(pattern: str = "away-from-double", **changes: object) -> Habit:
    lessons = tuple(lesson(play_mistake("61", "11", "pull-trumps"), hand) for hand in (4, 7, 9))
    return replace(Habit(pattern, 12, 9, 4, 1.9, 0.0, lessons), **changes)  # type: ignore[arg-type]
