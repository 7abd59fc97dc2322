"""`/table plan`: the card, the mention, the lobby at the time, over restarts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.plans.model import CALL_SECONDS, LATE_SECONDS, Outcome, Plan, Said
from bot.tables.model import HELD_SECONDS
from bot.values.preferences import Pings
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.patience import PATIENCE
from tests.support.stage import Json, Stage, buttons, press, text

ZONE = ZoneInfo("America/Chicago")
HOUR = 3_600.0


def typed(stage: Stage, seconds: float) -> str:
    """Write a time so far ahead, on a full minute, as the value of a choice."""
    at = datetime.fromtimestamp(stage.clock.now() + seconds, ZONE)
    return at.replace(second=0, microsecond=0, tzinfo=None).isoformat(timespec="minutes")


async def plan(stage: Stage, person: SimulatedUser, seconds: float, **options: object) -> Plan:
    outcome = await person.command(
        "table plan", stage.channel, when=typed(stage, seconds), **options
    )
    assert "It's planned for <t:" in text(outcome.message)
    (found,) = await stage.store.own_data.plans_naming(int(person.id))
    loaded = await stage.store.plans.plan(found)
    assert loaded is not None
    return loaded


async def until(stage: Stage, holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - the loop of plans has no event
            await asyncio.sleep(0.01)
    await stage.wait_until_quiet()


def cards(stage: Stage) -> list[Json]:
    """Return the cards of plans that still have buttons, oldest first."""
    seen = stage.sandbox.state.visible(stage.channel, None, 100)
    return [message for message in seen if buttons(message, "plan-in")]


def mentions(stage: Stage) -> list[Json]:
    seen = stage.sandbox.state.visible(stage.channel, None, 100)
    return [message for message in seen if "your table opens" in message["content"]]


def everything(stage: Stage) -> str:
    seen = stage.sandbox.state.visible(stage.channel, None, 100)
    return "\n".join(text(message) for message in seen)


async def to_the_time(stage: Stage, made: Plan, past: float = 0.0) -> None:
    """Move the clocks to so long after a plan's date."""
    seconds = made.at + past - stage.clock.now()
    stage.sandbox.clock.date.move(seconds)
    stage.clock.move(seconds)


async def test_time_is_completed_in_the_planners_time_zone(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    choices = stage.bot.services.publisher.choices
    await choices.choose(int(bo.id), time_zone="Asia/Tokyo")
    for person, zone in ((ana, "America/Chicago"), (bo, "Asia/Tokyo")):
        tomorrow = datetime.fromtimestamp(stage.clock.now(), ZoneInfo(zone)) + timedelta(days=1)
        offered = await person.autocomplete("table plan", stage.channel, "when", "tomorrow 8")
        name = offered[0]["name"]
        assert name == f"{tomorrow:%A}, {tomorrow:%B} {tomorrow.day}, 8:00 PM"
        assert offered[0]["value"] == f"{tomorrow:%Y-%m-%d}T20:00"


async def test_planned_table_is_answered_mentioned_and_opened_with_its_seats_held(
    unlit: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser, di: SimulatedUser
) -> None:
    stage = unlit
    eve = stage.people[4]
    async with stage.running():
        made = await plan(stage, ana, 2 * HOUR)
        (card,) = cards(stage)
        assert "### Ana plans a table" in text(card)
        assert f"<t:{int(made.at)}:F>" in text(card)
        for person in (bo, cy, di):
            saved = await press(person, card, "plan-in")
            assert "You're in!" in text(saved.message)
        saved = await press(eve, card, "plan-in")
        assert "You're number 1 in line" in text(saved.message)
        await press(ana, card, "plan-out")
        await until(stage, lambda: "**In:** Bo, Cy, Di and Eve" in text(cards(stage)[0]))
        assert "**Can't:** Ana" in text(cards(stage)[0])
        await stage.bot.services.publisher.choices.choose(int(cy.id), pings=Pings.NEVER)
    await to_the_time(stage, made, -CALL_SECONDS)
    async with stage.running():
        await until(stage, lambda: bool(mentions(stage)))
        (call,) = mentions(stage)
        assert not call["flags"] & (1 << 15)
        assert {user["id"] for user in call["mentions"]} == {bo.id, di.id, eve.id}
        assert cy.mention in call["content"]
    await to_the_time(stage, made, LATE_SECONDS - 60)
    async with stage.running():
        await until(stage, lambda: "The table opened in" in everything(stage))
        assert mentions(stage) == []
        assert cards(stage) == []
        (table,) = await stage.tables.live_tables(channel_id=int(stage.channel))
        assert table.host_id == int(bo.id)
        assert [seat.held_for for seat in table.seats] == [
            int(person.id) for person in (bo, cy, di, eve)
        ]
        await until(stage, lambda: "your seats at Table 1 are held" in everything(stage))
        seen = stage.sandbox.state.visible(stage.channel, None, 100)
        (held,) = [m for m in seen if "are held until" in m["content"]]
        assert held["mentions"] == []  # they know
        await press(bo, held, "sit")
        assert (await stage.view(table.table_id)).seats[0].host
        refused = await ana.command("table join", stage.channel)
        assert "held for Cy, Di and Eve" in text(refused.message)


async def carry_out(made: Plan, past: float, *stages: Stage) -> None:
    """Move the clocks to so long after a plan's date, and wait until no plan is due."""
    await until_carried_out(stages[0])
    await to_the_time(stages[0], made, past)
    for stage in stages:
        stage.bot.services.plans.loop.wake()  # its pause may have begun in the midst of the move
    await until_carried_out(stages[0])
    for stage in stages:
        await stage.wait_until_quiet()


async def until_carried_out(stage: Stage) -> None:
    async with asyncio.timeout(PATIENCE):
        while await stage.store.plans.due_plans(stage.clock.now(), 1):  # noqa: ASYNC110 - no event
            await asyncio.sleep(0.01)


@pytest.mark.postgres
async def test_date_comes_once_in_two_processes_and_in_the_other_one_if_its_own_is_gone(
    unlit: Stage, on_postgres: dict[str, Any], tmp_path: Path
) -> None:
    ana, bo, cy, di = unlit.people[:4]
    server, dms = unlit.two_processes(tmp_path, on_postgres)
    called: list[set[str]] = []
    opened: list[str] = []

    def note(kind: str, message: Json) -> None:
        if kind == "message_create" and "your table opens" in message["content"]:
            called.append({user["id"] for user in message["mentions"]})
        if kind == "message_create" and buttons(message, "start"):
            opened.append(message["id"])

    unlit.sandbox.hub.watch("", ana.id, note)
    async with dms.running():
        async with server.running():
            made = await plan(server, ana, HOUR)
            await press(bo, cards(server)[0], "plan-in")
            await carry_out(made, -CALL_SECONDS, server, dms)
            assert called == [{ana.id, bo.id}]
            await carry_out(made, 0.0, server, dms)
            (table,) = await server.tables.live_tables(channel_id=int(server.channel))
            assert table.host_id == int(ana.id)
            await carry_out(made, HELD_SECONDS, server, dms)
            assert (len(called), len(opened)) == (1, 1)
            await server.tables.close(table.table_id, int(ana.id))
            made = await plan(server, cy, HOUR)
            await press(di, cards(server)[0], "plan-in")
            await until_carried_out(server)
        await until(dms, lambda: dms.tables.serves(made.guild_id))
        await carry_out(made, -CALL_SECONDS, dms)
        assert called[1:] == [{cy.id, di.id}]
        await carry_out(made, 0.0, dms)
        (table,) = await dms.tables.live_tables(channel_id=int(dms.channel))
        assert table.host_id == int(cy.id)
        await carry_out(made, HELD_SECONDS, dms)
        assert (len(called), len(opened)) == (2, 2)


async def test_plan_that_the_bot_slept_through_is_missed(unlit: Stage, ana: SimulatedUser) -> None:
    stage = unlit
    async with stage.running():
        made = await plan(stage, ana, HOUR)
    await to_the_time(stage, made, LATE_SECONDS + 1)
    async with stage.running():
        await until(stage, lambda: "I missed this one" in everything(stage))
        assert await stage.tables.live_tables(channel_id=int(stage.channel)) == []


async def test_weekly_plan_for_named_people_gets_a_new_card_each_week(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    eve = stage.people[4]
    made = await plan(stage, ana, HOUR, people=f"{bo.mention} {ana.mention}", weekly=True)
    (card,) = cards(stage)
    assert "every week" in text(card)
    refused = await eve.click(card, buttons(card, "plan-in")[0]["custom_id"])
    assert "That table is planned for" in text(refused.message)
    await to_the_time(stage, made)
    await until(stage, lambda: bool(cards(stage)) and cards(stage)[0]["id"] != card["id"])
    (newer,) = cards(stage)
    assert "**No answer yet:** Ana and Bo" in text(newer)
    assert f"<t:{int(made.at) + 7 * 86_400}:F>" in text(newer)
    old = next(
        m for m in stage.sandbox.state.visible(stage.channel, None, 100) if m["id"] == card["id"]
    )
    assert "The table opened in" in text(old)
    assert "Ana" not in text(old)


async def test_plan_is_called_off_by_its_planner_or_a_manager_and_gone_with_its_channel(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    made = await plan(stage, ana, HOUR)
    (card,) = cards(stage)
    refused = await bo.click(card, buttons(card, "plan-end")[0]["custom_id"])
    assert "Only Ana or a manager" in text(refused.message)
    await press(ana, card, "plan-end")
    await until(stage, lambda: "This plan was called off." in everything(stage))
    ended = await stage.store.plans.plan(made.plan_id)
    assert (ended.over, ended.outcome) == (True, Outcome.ENDED)

    elsewhere = stage.sandbox.channels["general"]
    outcome = await bo.command("table plan", elsewhere, when=typed(stage, HOUR))
    assert "It's planned" in text(outcome.message)
    (found,) = await stage.store.own_data.plans_naming(int(bo.id))
    stage.sandbox.delete_channel(elsewhere)
    async with asyncio.timeout(PATIENCE):
        while await stage.store.plans.plan(found) is not None:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_bad_input_is_refused_with_what_would_work(stage: Stage, ana: SimulatedUser) -> None:
    async def refused(**options: object) -> str:
        outcome = await ana.command("table plan", stage.channel, **options)
        return text(outcome.message)

    later = typed(stage, HOUR)
    assert "I don't know that time." in await refused(when="whenever")
    assert "at most 30 days from now" in await refused(when=typed(stage, 31 * 86_400))
    assert "at most 30 days from now" in await refused(when=typed(stage, -HOUR))
    assert "I can't find those people here." in await refused(when=later, people="Bo")
    assert "I can't find those people here." in await refused(when=later, people="<@1234>")
    eight = " ".join(f"<@{n}>" for n in range(1, 10))
    assert "Name up to 7 people" in await refused(when=later, people=eight)
    for _ in range(3):
        assert "It's planned" in await refused(when=later)
    assert "You have 3 plans." in await refused(when=later)


async def test_deleting_ones_data_takes_ones_name_off_the_cards(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    made = await plan(stage, ana, HOUR)
    await press(bo, cards(stage)[0], "plan-in")
    await until(stage, lambda: "Bo" in text(cards(stage)[0]))
    await stage.bot.services.own_data.delete(int(bo.id))
    await until(stage, lambda: "Bo" not in text(cards(stage)[0]))
    now = await stage.store.plans.plan(made.plan_id)
    assert [each.said for each in now.people] == [Said.IN]
    await stage.bot.services.own_data.delete(int(ana.id))
    await until(stage, lambda: "called off" in everything(stage))
    assert "Ana" not in everything(stage)
