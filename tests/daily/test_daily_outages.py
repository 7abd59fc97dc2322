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
from tests.daily.stage import (
    ANA,
    BO,
    CALENDAR,
    HERE,
    MONDAY,
    TUESDAY,
    DailyStage,
    list_people,
)
from texas42 import RulesPlayer
from texas42.engine import Phase, format_action

pytestmark = pytest.mark.slow
WEDNESDAY = TUESDAY + timedelta(days=1)
THURSDAY = TUESDAY + timedelta(days=2)
HOUR = 3600.0


async def run(stage: DailyStage, day: date, first: float, last: float) -> None:
    """Record that a process ran between two times of a day, in hours from its beginning."""
    begins = CALENDAR.begins(day)
    row = {"began_at": begins + first * HOUR, "ended_at": begins + last * HOUR}
    await stage.store.database.write(lambda c: c.execute(insert(run_times), row))


async def streak_of(stage: DailyStage, user_id: int, day: date) -> int:
    view = await stage.daily.look(user_id, day)
    assert view.ended is not None
    return view.ended.streak


@pytest.mark.parametrize(("back_at", "streak"), [(6.1, 3), (5.9, 1)])
async def test_day_with_six_hours_of_outage_breaks_nobodys_streak_and_counts_for_finishers(
    stage: DailyStage, back_at: float, streak: int
) -> None:
    """Ana misses Wednesday, of which the outage takes a part; Bo plays each day."""
    for day in (MONDAY, TUESDAY):
        stage.go_to(day)
        await stage.turn()
        await stage.play(ANA)
        await stage.play(BO)
    await run(stage, MONDAY, 0, 48)
    await run(stage, WEDNESDAY, back_at, 24)
    stage.go_to(WEDNESDAY, back_at * HOUR)
    await stage.turn()
    await stage.play(BO)
    stage.go_to(THURSDAY)
    await run(stage, THURSDAY, 0, 26)
    await stage.turn()
    for user in (ANA, BO):
        await stage.play(user)
    stage.go_to(THURSDAY + timedelta(days=1), 1.1 * HOUR)
    await stage.turn()
    assert (await stage.day(WEDNESDAY)).excused is (back_at > 6)
    assert await streak_of(stage, ANA, THURSDAY) == streak
    assert await streak_of(stage, BO, THURSDAY) == 4


async def test_hand_begun_before_an_outage_over_the_grace_hour_can_be_finished(
    stage: DailyStage,
) -> None:
    await list_people(stage, ANA, BO)
    await stage.begin(ANA)
    await stage.play(BO, guild_id=HERE)
    await stage.boards._step()
    await run(stage, MONDAY, 0, 20)
    stage.go_to(TUESDAY, 2 * HOUR)
    await stage.restart()
    await stage.turn()
    monday = await stage.day(MONDAY)
    assert not monday.is_closed
    view = await stage.daily.look(ANA)
    assert (view.date, view.stage, view.is_closed) == (MONDAY, Stage.PLAYING, False)
    assert view.closes_at == CALENDAR.closes(TUESDAY)
    with pytest.raises(NoProofYet):
        await stage.daily.proof(MONDAY)
    await stage.boards._step()
    shown = [each for each in stage.messages.shown.values() if isinstance(each, DayBoard)]
    assert all(each.closes_at == CALENDAR.closes(TUESDAY) for each in shown if each.date == MONDAY)
    while view.stage is Stage.PLAYING:
        view = await stage.step(ANA)
    assert view.date == MONDAY
    assert not (await stage.day(MONDAY)).is_closed
    await stage.turn()  # nobody else has a hand to finish
    assert (await stage.day(MONDAY)).is_closed
    assert (await stage.daily.look(ANA)).date == TUESDAY


async def test_expert_goes_on_in_a_hand_whose_day_is_open_again(stage: DailyStage) -> None:
    view = await stage.begin(ANA)
    assert view.panel is not None
    assert view.panel.view is not None
    seen = view.panel.view
    text = format_action(RulesPlayer().choose(seen, 1.0), seen.rules)
    await stage.act(ANA, MONDAY, text, phase=seen.phase)
    await run(stage, MONDAY, 0, 20)
    stage.go_to(TUESDAY, 2 * HOUR)
    await stage.restart()  # before an expert has answered, and after the grace hour
    with pytest.raises(DayOver):
        await stage.daily.look(ANA, MONDAY)
    await stage.turn()
    after = (await stage.daily.look(ANA, MONDAY)).panel
    assert after is not None
    assert after.view is not None
    assert after.view.to_act == SEAT


async def test_extended_day_closes_with_the_next_day(stage: DailyStage) -> None:
    await stage.begin(ANA)
    await run(stage, MONDAY, 0, 20)
    stage.go_to(TUESDAY, 2 * HOUR)
    await stage.turn()
    stage.go_to(WEDNESDAY, HOUR - 60)
    await stage.turn()
    assert not (await stage.day(MONDAY)).is_closed
    assert (await stage.daily.look(ANA)).date == MONDAY
    stage.go_to(WEDNESDAY, HOUR)
    with pytest.raises(DayOver):
        await stage.act(ANA, MONDAY, "pass", phase=Phase.CALL)
    await stage.turn()
    assert (await stage.day(MONDAY)).is_closed


@pytest.mark.parametrize("back_at", [24.4, 24.9])
async def test_day_closes_as_usual_unless_an_outage_took_most_of_the_grace_hour(
    stage: DailyStage, back_at: float
) -> None:
    await stage.begin(ANA)
    await run(stage, MONDAY, 0, 20)
    await run(stage, MONDAY, back_at, 26)
    stage.go_to(TUESDAY, HOUR + 60)
    await stage.turn()
    assert (await stage.day(MONDAY)).is_closed is (back_at < 24.5)


async def test_day_without_an_unfinished_hand_closes_as_usual_after_an_outage(
    stage: DailyStage,
) -> None:
    await stage.play(ANA)
    await run(stage, MONDAY, 0, 20)
    stage.go_to(TUESDAY, 2 * HOUR)
    await stage.turn()
    assert (await stage.day(MONDAY)).is_closed


async def test_hand_of_older_experts_keeps_no_day_open_after_an_outage(stage: DailyStage) -> None:
    await stage.begin(ANA)
    await run(stage, MONDAY, 0, 20)
    stage.experts.version = "two"
    stage.go_to(TUESDAY, 2 * HOUR)
    await stage.turn()
    assert (await stage.day(MONDAY)).is_closed


async def test_wrong_clock_opens_and_closes_no_day_and_ends_no_hand(stage: DailyStage) -> None:
    await stage.begin(ANA)
    stage.clock.right = False
    stage.go_to(MONDAY + timedelta(days=5 * 365))
    await stage.turn()
    assert [day.date for day in await stage.store.days.open_days()] == [MONDAY]
    with pytest.raises(DateUnknown):
        await stage.daily.look(BO)
    assert (await stage.step(ANA)).stage is Stage.PLAYING
    stage.clock.right = True
    await stage.turn()
    assert MONDAY not in [day.date for day in await stage.store.days.open_days()]


async def test_wrong_clock_without_experts_withdraws_no_day(stage: DailyStage) -> None:
    stage.experts.state = ExpertState.MISSING
    stage.clock.right = False
    with pytest.raises(NoDailyHand):
        await stage.daily.look(ANA)
    assert await stage.store.days.load_day(MONDAY) is None
