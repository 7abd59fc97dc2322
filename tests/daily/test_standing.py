"""Places, weeks and streaks, and a comparison with a plain recount."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, timedelta

import pytest

from bot.daily.days import week_of
from bot.daily.model import DayOutcome, DaysPlayed, Field, Result, StoredDay, StoredHand
from bot.daily.standing import standing_of, streak, week_standing, week_total
from bot.store import Store
from tests.store.databases import sqlite_store
from tests.support.daily_house import MONDAY

__all__ = ["sqlite_store"]

DAYS = [MONDAY + timedelta(days=number) for number in range(7)]


def result(day: date, score: int, version: str = "one") -> Result:
    outcome = DayOutcome(score, 20, "30", ours=True, made=score > 0, tricks="wlwlwlw", lead="55")
    return Result(day, version, outcome)


def test_equal_results_share_a_place() -> None:
    field = Field({"one": {30: 2, 12: 1, -5: 1}}, (), ())
    standings = [standing_of(result(MONDAY, score), field) for score in (30, 12, -5)]
    assert [each.place for each in standings] == [1, 3, 4]
    assert [each.shared for each in standings] == [True, False, False]
    assert {each.players for each in standings} == {4}


def test_other_versions_of_the_experts_are_listed_apart() -> None:
    standing = standing_of(result(MONDAY, 5), Field({"one": {5: 1}, "two": {40: 3}}, (), ()))
    assert (standing.place, standing.players, standing.others) == (1, 1, 3)


def test_missed_day_counts_as_that_days_lowest_score() -> None:
    own = [result(day, 10) for day in DAYS[:4]]
    assert week_total(own, {**dict.fromkeys(DAYS[:4], 10), DAYS[4]: -30}) == 4 * 10 - 30


def test_four_days_give_a_place_once_the_week_is_over() -> None:
    assert week_standing(40, 4, [40, 70]).place == 2
    assert week_standing(120, 3, [40, 70]).place is None
    assert week_standing(40, 4, None).place is None


def test_week_runs_from_monday_to_sunday() -> None:
    for day in DAYS:
        assert week_of(day) == tuple(DAYS)


@pytest.mark.parametrize(
    ("offered", "finished", "forgiven", "count"),
    [
        ((3, 2, 1, 0), (0, 1, 2, 3), (), 4),
        ((3, 2, 1, 0), (0, 2, 3), (), 2),
        ((3, 1, 0), (0, 1, 3), (), 3),  # the second day had no hand
        ((3, 2, 1), (1, 2), (3,), 2),  # today is still open
        ((3, 2, 1), (1,), (3,), 0),
        ((3, 2, 1), (1, 3), (2,), 2),  # an outage took the second day
        ((3, 2, 1), (1, 2, 3), (2,), 3),  # which counts for those who finished it
        ((), (), (), 0),
    ],
)
def test_only_a_missed_day_with_a_hand_breaks_a_streak(offered, finished, forgiven, count) -> None:
    def days(numbers):
        return [DAYS[number] for number in numbers]

    played = DaysPlayed(days(offered), set(days(finished)), set(days(forgiven)))
    assert streak(played) == count


@pytest.mark.parametrize(
    ("people", "seed"), [(40, 1), pytest.param(1000, 2, marks=pytest.mark.long)]
)
@pytest.mark.slow
async def test_standings_agree_with_a_plain_recount(
    sqlite_store: Store, people: int, seed: int
) -> None:
    randomness = random.Random(seed)
    scores = {
        day: {
            user: randomness.randrange(-84, 85)
            for user in range(1, people)
            if randomness.random() < 0.6
        }
        for day in DAYS
    }
    for day, each in scores.items():
        await sqlite_store.days.open_day(StoredDay(day, "", 0.0, secret=b"s" * 32, key=b"k"))
        for user, score in each.items():
            hand = StoredHand(day, user, "", "one", 0.0)
            await sqlite_store.days.begin_hand(hand)
            outcome = result(day, score).outcome
            await sqlite_store.days.save_acts(
                replace(hand, acts=("30",), finished_at=1.0, outcome=outcome), 1
            )
        await sqlite_store.days.close_day(day, 2.0)
    week = DAYS[0], DAYS[-1]
    sums = {
        user: sum(each.get(user, min(each.values())) for each in scores.values())
        for user in range(1, people)
    }
    played = {user: sum(user in each for each in scores.values()) for user in sums}
    placed = [sums[user] for user in sums if played[user] >= 4]
    assert sorted(await sqlite_store.day_scores.week_totals(*week, 4)) == sorted(placed)
    for user in list(sums)[:40]:
        for day, each in scores.items():
            if user not in each:
                continue
            facts = await sqlite_store.day_scores.day_facts(day, user, "one", week, week)
            own = next(one for one in facts.own if one.date == day)
            ranking = sorted(each.values(), reverse=True)
            assert standing_of(own, facts.field).place == ranking.index(each[user]) + 1
            assert week_total(facts.own, facts.lowest) == sums[user]
            days = await sqlite_store.day_scores.days_played(user)
            assert len(days.finished) == played[user]
