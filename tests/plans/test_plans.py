"""Plans: who gets the seats, what happens at the time, weeks, clocks that change, limits, ends."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from bot.plans.errors import (
    NoSuchPlan,
    NotNamed,
    NotPlanner,
    TimeOver,
    TooManyNamed,
    TooManyPlans,
)
from bot.plans.model import MOST_OF_PERSON, MOST_OF_SERVER, Outcome, Said
from bot.tables.company.errors import NoInvitation
from bot.tables.model import HELD_SECONDS, Status
from bot.values.server_presets import ChosenRules
from bot.values.undelivered import Delivery
from tests.support.house import ANA, BO, CY, DI, EVE, GUILD, NAMES

from .conftest import CHANNEL, THREAD, ZONE, Planner


async def tables(planner: Planner):
    return await planner.house.tables.live_tables(guild_id=GUILD)


def local(at: float) -> str:
    return datetime.fromtimestamp(at, ZoneInfo(ZONE)).strftime("%m-%d %H:%M")


async def test_first_to_say_yes_have_the_seats_and_later_ones_follow(planner: Planner) -> None:
    plan = await planner.make(ANA, "2027-03-05T20:00")
    now = await planner.say(plan, Said.IN, BO, CY, DI, EVE)
    assert [each.name for each in now.seated] == ["Ana", "Bo", "Cy", "Di"]
    assert [each.name for each in now.waiting] == ["Eve"]
    now = await planner.say(plan, Said.OUT, BO)
    assert [each.name for each in now.seated] == ["Ana", "Cy", "Di", "Eve"]
    now = await planner.say(plan, Said.IN, BO, CY)  # Cy again, who keeps the seat
    assert [each.name for each in now.waiting] == ["Bo"]
    assert [each.name for each in now.seated] == ["Ana", "Cy", "Di", "Eve"]


async def test_only_named_people_can_be_in(planner: Planner) -> None:
    plan = await planner.make(ANA, "2027-03-05T20:00", BO)
    with pytest.raises(NotNamed) as refused:
        await planner.say(plan, Said.IN, EVE)
    assert refused.value.names == ("Bo", "Ana") or refused.value.names == ("Ana", "Bo")
    now = await planner.say(plan, Said.OUT, BO)
    assert [each.name for each in now.who_said(Said.OUT)] == ["Bo"]


async def test_those_who_are_in_are_called_once_and_the_lobby_opens_with_their_seats(
    planner: Planner,
) -> None:
    plan = await planner.make(ANA, "2027-03-05T20:00")
    await planner.say(plan, Said.IN, BO)
    await planner.say(plan, Said.OUT, ANA)
    await planner.say(plan, Said.IN, CY, ANA)
    await planner.at("2027-03-05T19:44:59")
    assert planner.cards.called == []
    await planner.at("2027-03-05T19:45")
    await planner.at("2027-03-05T19:50")
    assert planner.cards.called == [(BO, CY, ANA)]
    await planner.at("2027-03-05T20:00")
    (table,) = await tables(planner)
    assert table.host_id == BO
    assert [seat.held_for for seat in table.seats] == [BO, CY, ANA, None]
    assert (table.known_place.channel_id, table.plan) == (CHANNEL, plan.key)
    after = await planner.plan(plan)
    assert (after.outcome, after.over, after.channel_of_last) == (Outcome.OPENED, True, CHANNEL)
    assert planner.cards.uncalled == 1
    assert planner.cards.shown[-1] == after
    await planner.at("2027-03-06T19:59")
    assert await planner.plan(plan) is not None
    await planner.at("2027-03-06T20:00")
    assert await planner.plan(plan) is None


async def test_planned_match_is_as_long_as_its_saved_preset_says(planner: Planner) -> None:
    planner.asked = ChosenRules("42", {"target": 3}, best_of=3)
    plan = await planner.make(ANA, "2027-03-05T20:00")
    await planner.at("2027-03-05T20:00")
    (table,) = await tables(planner)
    assert (table.plan, table.best_of, table.rules["target"]) == (plan.key, 3, 3)


async def test_whom_the_planner_has_blocked_is_not_invited(planner: Planner) -> None:
    await planner.house.tables.blocks.block(ANA, BO)
    plan = await planner.make(ANA, "2027-03-05T20:00", BO, CY)
    assert [each.user_id for each in plan.people] == [ANA, CY]
    for_all = await planner.make(ANA, "2027-03-06T20:00")
    with pytest.raises(NoInvitation):
        await planner.say(for_all, Said.IN, BO)
    assert [each.user_id for each in (await planner.plan(for_all)).people] == [ANA]


async def test_first_who_is_in_stays_host_while_their_seat_is_held(planner: Planner) -> None:
    plan = await planner.make(ANA, "2027-03-05T20:00")
    await planner.say(plan, Said.IN, BO)
    await planner.at("2027-03-05T20:00")
    (table,) = await tables(planner)
    house = planner.house
    await house.sit(table.table_id, BO)
    assert (await house.tables.row(table.table_id)).host_id == ANA
    await house.later(HELD_SECONDS + 1)
    await house.sit(table.table_id, EVE)
    assert (await house.tables.row(table.table_id)).host_id == BO


async def test_table_in_the_channel_sends_the_planned_one_to_a_thread(planner: Planner) -> None:
    await planner.house.open(EVE, CHANNEL)
    await planner.make(ANA, "2027-03-05T20:00")
    await planner.house.tables.on_connected()
    planner.house.clock.set(planner.house.clock.now() + 60)
    plan = await planner.make(BO, "2027-03-01T12:05")
    await planner.at("2027-03-01T12:05")
    assert (await planner.plan(plan)).channel_of_last == THREAD


async def test_table_without_a_place_is_tried_again_and_missed_after_half_an_hour(
    planner: Planner,
) -> None:
    busy = await planner.house.open(EVE, CHANNEL)
    planner.threads.possible = False
    first = await planner.make(ANA, "2027-03-01T12:05")
    second = await planner.make(BO, "2027-03-01T12:06")
    await planner.at("2027-03-01T12:06")
    assert not (await planner.plan(first)).over
    await planner.house.tables.close(busy, EVE)
    await planner.at("2027-03-01T12:10")
    assert (await planner.plan(first)).outcome is Outcome.OPENED
    assert not (await planner.plan(second)).over
    await planner.at("2027-03-01T12:36")
    assert (await planner.plan(second)).outcome is Outcome.MISSED


@pytest.mark.parametrize(
    ("back", "outcome"), [("20:29:59", Outcome.OPENED), ("20:30", Outcome.MISSED)]
)
async def test_lobby_opens_half_an_hour_late_and_later_the_date_is_missed(
    planner: Planner, back: str, outcome: Outcome
) -> None:
    plan = await planner.make(ANA, "2027-03-05T20:00")
    away = Planner(planner.house)  # the process that comes back
    await away.at(f"2027-03-05T{back}")
    assert (await planner.plan(plan)).outcome is outcome
    assert len(await tables(planner)) == (outcome is Outcome.OPENED)
    assert away.cards.called == []


async def test_kill_after_the_lobby_has_opened_opens_no_second_one(
    planner: Planner, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = await planner.make(ANA, "2027-03-05T20:00")

    async def killed(*_: object, **__: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patched:
        patched.setattr(planner.cards, "uncall", killed)
        with pytest.raises(RuntimeError):
            await planner.at("2027-03-05T20:00")
    again = Planner(planner.house)
    await again.at("2027-03-05T20:01")
    assert len(await tables(planner)) == 1
    assert (await planner.plan(plan)).outcome is Outcome.OPENED


async def test_week_keeps_its_local_time_when_the_clocks_change_in_spring(
    planner: Planner,
) -> None:
    plan = await planner.make(ANA, "2027-03-06T20:00", weekly=True)
    opened = []
    for day in ("03-06", "03-13", "03-20"):  # the clocks change on March 14
        now = await planner.plan(plan)
        assert local(now.at) == f"{day} 20:00"
        await planner.say(plan, Said.IN, BO)
        await planner.at(f"2027-{day}T19:59")
        assert len(await tables(planner)) == 0
        await planner.at(f"2027-{day}T20:00")
        (table,) = await tables(planner)
        opened.append(table.created_at)
        await planner.house.tables.close(table.table_id, ANA, manager=True)
    assert [b - a for a, b in pairwise(opened)] == [
        7 * 86_400,
        7 * 86_400 - 3600,
    ]


async def test_week_keeps_its_local_time_in_autumn_though_the_bot_was_away(
    planner: Planner,
) -> None:
    planner.house.clock.set(datetime(2027, 10, 29, 9, tzinfo=ZoneInfo(ZONE)).timestamp())
    plan = await planner.make(ANA, "2027-10-30T20:00", BO, weekly=True)
    await planner.at("2027-11-06T21:00")  # away over the first date, and the second by an hour
    now = await planner.plan(plan)
    assert now.outcome is Outcome.MISSED
    assert local(now.at) == "11-13 20:00"  # the clocks change on November 7
    assert now.date_no == 2
    assert {each.said for each in now.people} == {Said.NOTHING}
    await planner.say(plan, Said.IN, BO)
    await planner.at("2027-11-13T20:20")
    (table,) = await tables(planner)
    assert table.host_id == BO


async def test_time_that_the_clocks_skip_comes_an_hour_later_and_only_that_week(
    planner: Planner,
) -> None:
    plan = await planner.make(ANA, "2027-03-07T02:30", weekly=True)
    shown = []
    for day in ("03-07T02:30", "03-14T03:30", "03-21T02:30"):
        shown.append(local((await planner.plan(plan)).at))
        await planner.say(plan, Said.IN, BO)
        await planner.at(f"2027-{day}")
        for table in await tables(planner):
            await planner.house.tables.close(table.table_id, ANA, manager=True)
    assert shown == ["03-07 02:30", "03-14 03:30", "03-21 02:30"]


async def test_weekly_plan_ends_after_three_weeks_without_a_yes(planner: Planner) -> None:
    plan = await planner.make(ANA, "2027-03-06T20:00", weekly=True)
    await planner.at("2027-03-06T20:00")
    for day, idle in (("03-13", 1), ("03-20", 2)):
        await planner.at(f"2027-{day}T20:00")
        now = await planner.plan(plan)
        assert (now.over, now.idle, now.outcome) == (False, idle, Outcome.EMPTY)
    await planner.say(plan, Said.IN, BO)
    await planner.at("2027-03-27T20:00")
    for day in ("04-03", "04-10", "04-17"):
        assert not (await planner.plan(plan)).over
        await planner.at(f"2027-{day}T20:00")
    now = await planner.plan(plan)
    assert (now.over, now.outcome) == (True, Outcome.IDLE)


async def test_nobody_in_opens_nothing(planner: Planner) -> None:
    plan = await planner.make(ANA, "2027-03-05T20:00")
    await planner.say(plan, Said.OUT, ANA)
    await planner.at("2027-03-05T20:00")
    assert await tables(planner) == []
    assert (await planner.plan(plan)).outcome is Outcome.EMPTY


async def test_time_must_be_ahead_and_at_most_thirty_days(planner: Planner) -> None:
    for wrong in ("2027-03-01T12:00", "2027-02-28T20:00", "2027-03-31T13:01"):
        with pytest.raises(TimeOver):
            await planner.make(ANA, wrong)
    await planner.make(ANA, "2027-03-31T12:59")


async def test_person_has_three_plans_and_a_server_ten(planner: Planner) -> None:
    for user in (ANA, BO, CY):
        for hour in range(MOST_OF_PERSON):
            await planner.make(user, f"2027-03-05T1{hour}:00")
        with pytest.raises(TooManyPlans) as refused:
            await planner.make(user, "2027-03-05T20:00")
        assert (refused.value.most, refused.value.everyone) == (MOST_OF_PERSON, False)
    last = await planner.make(DI, "2027-03-05T20:00")
    with pytest.raises(TooManyPlans) as refused:
        await planner.make(EVE, "2027-03-05T20:00")
    assert (refused.value.most, refused.value.everyone) == (MOST_OF_SERVER, True)
    await planner.plans.end(last.plan_id, DI, GUILD, manager=False)
    await planner.make(EVE, "2027-03-05T20:00")


async def test_plan_names_at_most_seven_people(planner: Planner) -> None:
    NAMES.update({100 + n: f"P{n}" for n in range(8)})
    with pytest.raises(TooManyNamed):
        await planner.make(ANA, "2027-03-05T20:00", *range(100, 108))
    plan = await planner.make(ANA, "2027-03-05T20:00", ANA, *range(100, 107))
    assert len(plan.people) == 8


async def test_plan_is_ended_by_its_planner_or_a_manager_only(planner: Planner) -> None:
    plan = await planner.make(ANA, "2027-03-05T20:00")
    with pytest.raises(NotPlanner):
        await planner.plans.end(plan.plan_id, BO, GUILD, manager=False)
    with pytest.raises(NoSuchPlan):
        await planner.plans.end(plan.plan_id, ANA, GUILD + 1, manager=True)
    await planner.plans.end(plan.plan_id, BO, GUILD, manager=True)
    await planner.look()
    assert planner.cards.shown[-1].outcome is Outcome.ENDED
    with pytest.raises(NoSuchPlan):
        await planner.say(plan, Said.IN, BO)
    await planner.at("2027-03-05T20:00")
    assert await tables(planner) == []


async def test_plan_ends_with_its_channel(planner: Planner) -> None:
    plan = await planner.make(ANA, "2027-03-05T20:00")
    other = await planner.make(ANA, "2027-03-06T20:00")
    await planner.plans.end_in(CHANNEL + 1)
    assert await planner.plan(plan) is not None
    planner.cards.delivery = Delivery.GONE  # the bot was away as the channel was deleted
    await planner.at("2027-03-05T19:45")
    assert await planner.plan(plan) is None
    await planner.plans.end_in(CHANNEL)
    assert await planner.plan(other) is None


async def test_old_date_takes_no_answer(planner: Planner) -> None:
    plan = await planner.make(ANA, "2027-03-06T20:00", weekly=True)
    await planner.at("2027-03-06T20:00")
    with pytest.raises(NoSuchPlan):
        await planner.plans.answer(plan.plan_id, 0, BO, "Bo", Said.IN, GUILD)


async def test_deleting_ones_data_ends_ones_plans_and_frees_ones_place(planner: Planner) -> None:
    store = planner.house.store
    mine = await planner.make(ANA, "2027-03-05T20:00", BO)
    other = await planner.make(BO, "2027-03-06T20:00")
    await planner.say(other, Said.IN, ANA)
    assert set(await store.own_data.plans_naming(ANA)) == {mine.plan_id, other.plan_id}
    for plan_id in await store.own_data.plans_naming(ANA):
        await planner.plans.leave(plan_id, ANA)
    while await store.own_data.delete_some(ANA, 100):
        pass
    assert await store.own_data.counts(ANA) == {}
    await planner.look()
    ended = await planner.plan(mine)
    assert (ended.outcome, ended.host_id, ended.host_name) == (Outcome.ENDED, None, "")
    assert [each.name for each in (await planner.plan(other)).seated] == ["Bo"]
    assert planner.house.clock.now() < ended.at
    assert Status.LOBBY not in {table.status for table in await tables(planner)}
