"""Which mistakes become lessons and habits."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.coaching.lessons import LEAST_MISTAKES, LocatedDecision, costliest, habits_in
from tests.tables.coached import mistake
from texas42.ai.findings.judgments import Decision, Mistake


def judged(
    hand_no: int, pattern: str = "count-led", wrong: Mistake | None = None, table: str = "t"
) -> LocatedDecision:
    shown = None if wrong is None else pattern
    return LocatedDecision(table, 3, hand_no, Decision(7, (pattern,), (pattern,), shown, wrong))


def test_lessons_are_the_three_costliest_mistakes() -> None:
    lost = (0.2, 0.9, 0.4, 0.6, 0.3)
    found = costliest([judged(number, wrong=mistake(lost[number])) for number in range(5)])
    assert [lesson.hand_no for lesson in found] == [1, 3, 2]
    big = judged(9, wrong=mistake(0.5, stake=2, hands=2))
    assert costliest([judged(1, wrong=mistake(0.9)), big])[0].hand_no == 9
    assert not costliest([judged(1)])


def test_too_few_mistakes_are_not_a_habit() -> None:
    few = [judged(number, wrong=mistake()) for number in range(LEAST_MISTAKES - 1)]
    assert not habits_in(few)
    one_hand = [*few, judged(0, wrong=mistake())]
    assert not habits_in(one_hand), "two mistakes in one hand count as one hand"
    (habit,) = habits_in([*few, judged(0, wrong=mistake(), table="another")])
    assert (habit.followed, habit.mistakes) == (4, 4)


def test_mostly_right_choices_are_not_a_habit() -> None:
    wrong = [judged(number, wrong=mistake()) for number in range(4)]
    right = [judged(number) for number in range(13)]
    assert habits_in([*wrong, *right[:12]])
    assert not habits_in([*wrong, *right])


def test_declined_choices_count_as_offered() -> None:
    left = replace(judged(9), decision=Decision(7, ("count-led",), ()))
    (habit,) = habits_in([*(judged(number, wrong=mistake()) for number in range(4)), left])
    assert (habit.offered, habit.followed) == (5, 4)


def test_habit_cost_weighs_the_loss_by_the_stake() -> None:
    (habit,) = habits_in([judged(number, wrong=mistake(0.5, stake=2)) for number in range(4)])
    assert (habit.marks, habit.points) == (4.0, 0.0)
    assert len(habit.lessons) == 3


def test_three_costliest_habits_are_named() -> None:
    found = habits_in(
        [
            judged(number, pattern, mistake(cost))
            for pattern, cost in (("a", 0.2), ("b", 0.8), ("c", 0.4), ("d", 0.6))
            for number in range(4)
        ]
    )
    assert [habit.pattern for habit in found] == ["b", "d", "c"]
