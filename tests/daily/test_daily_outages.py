"""An outage costs nobody a streak or a hand that they had begun."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from sqlalchemy import insert

from bot.daily.errors import DateUnknown, DayOver, NoDailyHand, NoProofYet
from bot.daily.hand import SEAT
from bot.daily.views import DayBoard, Stage
from bot.store.host.schema_host import run_times
from bot.values.experts import ExpertState
from tests.support.daily_house import (
    ANA,
    BO,
    CALENDAR,
    HERE,
    MONDAY,
    TUESDAY,
    DailyHouse,
    list_people,
)
from texas42 import RulesPlayer
from texas42.engine import Phase, format_action

pytestmark = pytest.mark.slow
WEDNESDAY = TUESDAY + timedelta(days=1)
THURSDAY = TUESDAY + timedelta(days=2)
HOUR = 3600.0


async def run(house: DailyHouse, day: date, first: float, last: float) -> None:
    """Record that a process ran between two times of a day, in hours from its beginning."""
    begins = CALENDAR.begins(day)
    row = {"began_at": begins + first * HOUR, "ended_at": begins + last * HOUR}
    await house.store.database.write(lambda c: c.execute(insert(run_times), row))


async def streak_of(house: DailyHouse, user_id: int, day: date) -> int:
    view = await house.daily.look(user_id, day)
    assert view.ended is not None
    return view.ended.streak


@pytest.mark.parametrize(("back_at", "streak"), [(6.1, 3), (5.9, 1)])
async def test_day_with_six_hours_of_outage_breaks_nobodys_streak_and_counts_for_finishers(
    house: DailyHouse, back_at: float, streak: int
) -> None:
    """Ana misses Wednesday, of which the outage takes a part; Bo plays each day."""
    for day in (MONDAY, TUESDAY):
        house.go_to(day)
        await house.turn()
        await house.play_day(ANA)
        await house.play_day(BO)
    await run(house, MONDAY, 0, 48)
    await run(house, WEDNESDAY, back_at, 24)
    house.go_to(WEDNESDAY, back_at * HOUR)
    await house.turn()
    await house.play_day(BO)
    house.go_to(THURSDAY)
    await run(house, THURSDAY, 0, 26)
    await house.turn()
    for user in (ANA, BO):
        await house.play_day(user)
    house.go_to(THURSDAY + timedelta(days=1), 1.1 * HOUR)
    await house.turn()
    assert (await house.day(WEDNESDAY)).excused is (back_at > 6)
    assert await streak_of(house, ANA, THURSDAY) == streak
    assert await streak_of(house, BO, THURSDAY) == 4


async def test_hand_begun_before_an_outage_over_the_grace_hour_can_be_finished(
    house: DailyHouse,
) -> None:
    await list_people(house, ANA, BO)
    await house.begin(ANA)
    await house.play_day(BO, guild_id=HERE)
    await house.boards._step()
    await run(house, MONDAY, 0, 20)
    house.go_to(TUESDAY, 2 * HOUR)
    await house.restart()
    await house.turn()
    monday = await house.day(MONDAY)
    assert not monday.is_closed
    view = await house.daily.look(ANA)
    assert (view.date, view.stage, view.is_closed) == (MONDAY, Stage.PLAYING, False)
    assert view.closes_at == CALENDAR.closes(TUESDAY)
    with pytest.raises(NoProofYet):
        await house.daily.proof(MONDAY)
    await house.boards._step()
    shown = [each for each in house.messages.shown.values() if isinstance(each, DayBoard)]
    assert all(each.closes_at == CALENDAR.closes(TUESDAY) for each in shown if each.date == MONDAY)
    while view.stage is Stage.PLAYING:
        view = await house.step_day(ANA)
    assert view.date == MONDAY
    assert not (await house.day(MONDAY)).is_closed
    await house.turn()  # nobody else has a hand to finish
    assert (await house.day(MONDAY)).is_closed
    assert (await house.daily.look(ANA)).date == TUESDAY


async def test_expert_goes_on_in_a_hand_whose_day_is_open_again(house: DailyHouse) -> None:
    view = await house.begin(ANA)
    assert view.panel is not None
    assert view.panel.view is not None
    seen = view.panel.view
    text = format_action(RulesPlayer().choose(seen, 1.0), seen.rules)
    await house.act_on(ANA, MONDAY, text, phase=seen.phase)
    await run(house, MONDAY, 0, 20)
    house.go_to(TUESDAY, 2 * HOUR)
    await house.restart()  # before an expert has answered, and after the grace hour
    with pytest.raises(DayOver):
        await house.daily.look(ANA, MONDAY)
    await house.turn()
    after = (await house.daily.look(ANA, MONDAY)).panel
    assert after is not None
    assert after.view is not None
    assert after.view.to_act == SEAT


async def test_extended_day_closes_with_the_next_day(house: DailyHouse) -> None:
    await house.begin(ANA)
    await run(house, MONDAY, 0, 20)
    house.go_to(TUESDAY, 2 * HOUR)
    await house.turn()
    house.go_to(WEDNESDAY, HOUR - 60)
    await house.turn()
    assert not (await house.day(MONDAY)).is_closed
    assert (await house.daily.look(ANA)).date == MONDAY
    house.go_to(WEDNESDAY, HOUR)
    with pytest.raises(DayOver):
        await house.act_on(ANA, MONDAY, "pass", phase=Phase.CALL)
    await house.turn()
    assert (await house.day(MONDAY)).is_closed


@pytest.mark.parametrize("back_at", [24.4, 24.9])
async def test_day_closes_as_usual_unless_an_outage_took_most_of_the_grace_hour(
    house: DailyHouse, back_at: float
) -> None:
    await house.begin(ANA)
    await run(house, MONDAY, 0, 20)
    await run(house, MONDAY, back_at, 26)
    house.go_to(TUESDAY, HOUR + 60)
    await house.turn()
    assert (await house.day(MONDAY)).is_closed is (back_at < 24.5)


async def test_day_without_an_unfinished_hand_closes_as_usual_after_an_outage(
    house: DailyHouse,
) -> None:
    await house.play_day(ANA)
    await run(house, MONDAY, 0, 20)
    house.go_to(TUESDAY, 2 * HOUR)
    await house.turn()
    assert (await house.day(MONDAY)).is_closed


async def test_hand_of_older_experts_keeps_no_day_open_after_an_outage(house: DailyHouse) -> None:
    await house.begin(ANA)
    await run(house, MONDAY, 0, 20)
    house.experts.version = "two"
    house.go_to(TUESDAY, 2 * HOUR)
    await house.turn()
    assert (await house.day(MONDAY)).is_closed


async def test_wrong_clock_opens_and_closes_no_day_and_ends_no_hand(house: DailyHouse) -> None:
    await house.begin(ANA)
    house.clock.right = False
    house.go_to(MONDAY + timedelta(days=5 * 365))
    await house.turn()
    assert [day.date for day in await house.store.days.open_days()] == [MONDAY]
    with pytest.raises(DateUnknown):
        await house.daily.look(BO)
    assert (await house.step_day(ANA)).stage is Stage.PLAYING
    house.clock.right = True
    await house.turn()
    assert MONDAY not in [day.date for day in await house.store.days.open_days()]


async def test_wrong_clock_without_experts_withdraws_no_day(house: DailyHouse) -> None:
    house.experts.state = ExpertState.MISSING
    house.clock.right = False
    with pytest.raises(NoDailyHand):
        await house.daily.look(ANA)
    assert await house.store.days.load_day(MONDAY) is None
