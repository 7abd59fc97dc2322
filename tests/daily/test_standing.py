"""Places, weeks and streaks, counted anew in another way."""

from __future__ import annotations

import random
from datetime import date, timedelta

import pytest

from bot.daily.days import week_of
from bot.daily.model import Outcome, Result
from bot.daily.standing import place_among, standing_of, streak, week_standing, week_totals
from tests.daily.stage import MONDAY

DAYS = [MONDAY + timedelta(days=number) for number in range(7)]


def result(day: date, user_id: int, score: int, version: str = "one", bid: str = "30") -> Result:
    outcome = Outcome(score, 20, bid, ours=score > 0, made=score > 0, tricks="wlwlwlw", lead="55")
    return Result(day, user_id, version, 0.0, outcome)


def test_equal_results_share_a_place() -> None:
    field = [result(MONDAY, user, score) for user, score in enumerate((30, 12, 30, -5))]
    standings = [standing_of(own, field) for own in field]
    assert [each.place for each in standings] == [1, 3, 1, 4]
    assert [each.shared for each in standings] == [True, False, True, False]


def test_other_versions_of_the_experts_are_listed_apart() -> None:
    field = [result(MONDAY, 1, 5), result(MONDAY, 2, 40, "two")]
    standing = standing_of(field[0], field)
    assert (standing.place, standing.players, standing.others) == (1, 1, 1)


def test_missed_day_counts_as_the_lowest_of_its_field() -> None:
    results = [result(day, 1, 10) for day in DAYS[:4]]
    results += [result(DAYS[4], 2, -30), result(DAYS[4], 3, 8)]
    totals = week_totals(DAYS, results)
    assert totals[1] == (4 * 10 - 30, 4)


def test_only_who_played_four_days_is_placed_and_only_once_the_week_is_over() -> None:
    results = [result(day, 1, 10) for day in DAYS[:4]] + [result(day, 2, 40) for day in DAYS[:3]]
    totals = week_totals(DAYS, results)
    assert week_standing(1, totals, over=True).place == 1
    assert week_standing(1, totals, over=True).players == 1
    assert week_standing(2, totals, over=True).place is None
    assert week_standing(1, totals, over=False).place is None


def test_week_runs_from_monday_to_sunday() -> None:
    for day in DAYS:
        assert week_of(day) == tuple(DAYS)


@pytest.mark.parametrize(
    ("offered", "finished", "still_open", "count"),
    [
        ((3, 2, 1, 0), (0, 1, 2, 3), (), 4),
        ((3, 2, 1, 0), (0, 2, 3), (), 2),
        ((3, 1, 0), (0, 1, 3), (), 3),  # the second day was never offered
        ((3, 2, 1), (1, 2), (3,), 2),  # today is still open
        ((3, 2, 1), (1,), (3,), 0),
        ((), (), (), 0),
    ],
)
def test_streak_is_broken_only_by_a_missed_day_that_was_offered(
    offered, finished, still_open, count
) -> None:
    def days(numbers):
        return [DAYS[number] for number in numbers]

    assert streak(days(offered), set(days(finished)), set(days(still_open))) == count


@pytest.mark.parametrize("seed", range(3))
def test_weeks_and_places_agree_with_a_plain_recount(seed: int) -> None:
    chance = random.Random(seed)
    people = range(60)
    scores = {
        day: {user: chance.randrange(-84, 85) for user in people if chance.random() < 0.6}
        for day in DAYS
    }
    results = [result(day, user, s) for day, each in scores.items() for user, s in each.items()]
    totals = week_totals(DAYS, results)
    for user in people:
        total = played = 0
        for day in DAYS:
            total += scores[day].get(user, min(scores[day].values()))
            played += user in scores[day]
        assert totals.get(user, (total, 0)) == (total, played)
        if played >= 4:
            better = {u for u, (t, n) in totals.items() if n >= 4 and t > total}
            assert week_standing(user, totals, over=True).place == len(better) + 1
    for own in results:
        others = sorted(scores[own.date].values(), reverse=True)
        assert standing_of(own, [r for r in results if r.date == own.date]).place == (
            others.index(own.outcome.score) + 1
        )
        assert place_among(own.outcome.score, others) == others.index(own.outcome.score) + 1
