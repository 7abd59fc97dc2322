"""Find the costliest mistakes, and the habits behind them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from texas42.ai.findings.judgments import Decision

from ..past import Habit, Lesson

MOST_LESSONS = 3
MOST_HABITS = 3
LEAST_MISTAKES = 4
"""The number of hands with a mistake that make it a habit. A player who errs at random in one of
ten such choices reaches four in sixteen choices or fewer once in fifteen times."""
LEAST_SHARE = 0.25
"""The least share of mistakes in a habit: a choice that is mostly right is not a bad habit."""


@dataclass(frozen=True, slots=True)
class LocatedDecision:
    """A decision in a hand of a table."""

    table_id: str
    table_number: int
    hand_no: int
    decision: Decision

    @property
    def lesson(self) -> Lesson | None:
        """Extract the lesson of a decision, or None if no choice was better."""
        mistake = self.decision.mistake
        if mistake is None:
            return None
        return Lesson(self.table_id, self.table_number, self.hand_no, self.decision.step, mistake)


def costliest(judged: Iterable[LocatedDecision], most: int = MOST_LESSONS) -> tuple[Lesson, ...]:
    """List the costliest mistakes, worst first."""
    lessons = [lesson for each in judged if (lesson := each.lesson) is not None]
    lessons.sort(key=lambda lesson: lesson.mistake.weight, reverse=True)
    return tuple(lessons[:most])


def habits_in(judged: Sequence[LocatedDecision]) -> tuple[Habit, ...]:
    """List the costliest habits, worst first; empty without enough evidence."""
    patterns = dict.fromkeys(
        each.decision.shown for each in judged if each.decision.shown is not None
    )
    found = [_habit(pattern, judged) for pattern in patterns]
    sure = [habit for habit in found if habit is not None]
    sure.sort(key=lambda pair: pair[0], reverse=True)
    return tuple(habit for _, habit in sure[:MOST_HABITS])


def _habit(pattern: str, judged: Sequence[LocatedDecision]) -> tuple[float, Habit] | None:
    """Build a habit with its cost; None without enough evidence."""
    wrong = [each for each in judged if each.decision.shown == pattern]
    followed = sum(pattern in each.decision.followed for each in judged)
    hands = {(each.table_id, each.hand_no) for each in wrong}
    if len(hands) < LEAST_MISTAKES or len(wrong) < LEAST_SHARE * followed:
        return None
    mistakes = [lesson.mistake for each in wrong if (lesson := each.lesson) is not None]
    costs = [(each.lost * each.stake, each.view.rules.by_marks) for each in mistakes]
    habit = Habit(
        pattern=pattern,
        offered=sum(pattern in each.decision.offered for each in judged),
        followed=followed,
        mistakes=len(wrong),
        marks=sum(cost for cost, by_marks in costs if by_marks),
        points=sum(cost for cost, by_marks in costs if not by_marks),
        lessons=costliest(wrong),
    )
    return sum(each.weight for each in mistakes), habit
