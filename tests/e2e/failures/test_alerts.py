"""Alerts: a DM when a table in a channel needs one more, once an hour, and once of each table."""

from __future__ import annotations

import asyncio

import pytest

from bot.app import FortyTwo
from bot.values.preferences import Pings
from bot.values.seat_alerts import ALERT_SECONDS, SeatAlert
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.house import until
from tests.support.patience import PATIENCE
from tests.support.stage import Json, Stage, button, buttons, press, text

NEEDS = "needs one more"


async def ask(stage: Stage, person: SimulatedUser, how: str, channel: str | None = None) -> str:
    """Ask to be told of tables in a channel; return what the person reads."""
    listed = (await person.command("table status", channel or stage.channel)).message
    page = (await press(person, listed, "alert")).message
    return text((await press(person, page, "alert", how)).message)


def letters(person: SimulatedUser, words: str = NEEDS) -> list[Json]:
    """Return the DMs of a person with these words."""
    if person.dm is None:
        return []
    return [each for each in person.messages(person.dm) if words in text(each)]


async def fill_up(stage: Stage, *guests: SimulatedUser) -> str:
    """Open a lobby of Ana with some people, once everything is shown."""
    table = await stage.lobby(*guests)
    await stage.wait_until_quiet()
    return table


async def close(stage: Stage, host: SimulatedUser) -> None:
    assert (await host.command("table close", stage.channel)).ok
    await stage.wait_until_quiet()


async def test_person_is_told_when_one_seat_is_missing_and_sits_down_by_dm(
    stage: Stage, bo: SimulatedUser, cy: SimulatedUser, di: SimulatedUser
) -> None:
    said = await ask(stage, di, "always")
    assert f"I'll tell you of tables in <#{stage.channel}> until you stop it." in said
    assert len(letters(di, "I'll tell you")) == 1  # the press opens the DM
    await ask(stage, di, "always")  # twice
    assert len(letters(di, "I'll tell you")) == 1
    table = await fill_up(stage, bo)
    assert letters(di) == []
    assert (await cy.command("table join", stage.channel)).ok
    await stage.wait_until_quiet()
    (letter,) = letters(di)
    assert f"Table 1 in <#{stage.channel}> needs one more: Texas 42." in text(letter)
    sat = await di.click(letter, button(letter, "sit"))
    assert "You have a seat at Table 1." in text(sat.message)
    assert (await stage.view(table)).seat_of(int(di.id)) is not None


async def test_restart_tells_nobody_twice_and_who_missed_it_once(
    unlit: Stage, bo: SimulatedUser, cy: SimulatedUser, di: SimulatedUser
) -> None:
    stage = unlit
    eve = stage.people[4]
    async with stage.running():
        await ask(stage, di, "always")
        await fill_up(stage, bo, cy)
        assert len(letters(di)) == 1
        await ask(stage, eve, "always")
    for _ in range(2):
        async with stage.running():
            await stage.wait_until_quiet()
            assert (len(letters(di)), len(letters(eve))) == (1, 1)


async def test_restart_tells_nobody_before_discord_has_named_the_servers(
    unlit: Stage,
    bo: SimulatedUser,
    cy: SimulatedUser,
    di: SimulatedUser,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = unlit
    async with stage.running():
        await fill_up(stage, bo, cy)
        await ask(stage, di, "always")
    waiting = asyncio.Event()
    named = asyncio.Event()

    async def servers(_bot: FortyTwo) -> None:
        waiting.set()
        await named.wait()

    monkeypatch.setattr(FortyTwo, "wait_until_ready", servers)
    async with stage.running():
        async with asyncio.timeout(PATIENCE):
            await waiting.wait()
        await until(lambda: stage.bot.get_guild(int(stage.sandbox.guild_id)) is not None)
        assert letters(di) == []
        named.set()
        await stage.wait_until_quiet()
        assert len(letters(di)) == 1


async def test_one_dm_an_hour_and_one_of_each_table(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser, di: SimulatedUser
) -> None:
    await ask(stage, di, "always")
    await fill_up(stage, bo, cy)
    for _ in range(2):  # somebody leaves and comes back
        assert (await cy.command("table leave", stage.channel)).ok
        assert (await cy.command("table join", stage.channel)).ok
        await stage.wait_until_quiet()
    assert len(letters(di)) == 1
    await close(stage, ana)
    await fill_up(stage, bo, cy)
    assert len(letters(di)) == 1
    await close(stage, ana)
    await stage.later(ALERT_SECONDS)
    await fill_up(stage, bo, cy)
    assert len(letters(di)) == 2


async def test_alert_stops_by_its_button_in_the_dm_and_on_the_page(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser, di: SimulatedUser
) -> None:
    await ask(stage, di, "always")
    await fill_up(stage, bo, cy)
    (letter,) = letters(di)
    stopped = await press(di, letter, "alert")
    assert f"I won't tell you of tables in <#{stage.channel}> anymore." in text(stopped.message)
    await press(di, letter, "alert")  # twice
    listed = (await di.command("table status", stage.channel)).message
    page = (await press(di, listed, "alert")).message
    assert "I'll tell you" not in text(page)
    await ask(stage, di, "night")
    assert "anymore" in await ask(stage, di, "stop")
    assert await stage.bot.services.publisher.alerts.find(int(di.id), int(stage.channel)) is None


async def test_alert_until_three_at_night_ends_then(
    stage: Stage, bo: SimulatedUser, cy: SimulatedUser, di: SimulatedUser
) -> None:
    assert "until <t:" in await ask(stage, di, "night")
    await stage.later(24 * 3600.0)
    await fill_up(stage, bo, cy)
    assert letters(di) == []


async def test_closed_dms_leave_the_alert_off(stage: Stage, di: SimulatedUser) -> None:
    stage.refusals_expected = {50007}
    di.dms_open = False
    assert "I can't DM you right now" in await ask(stage, di, "always")
    assert await stage.bot.services.publisher.alerts.find(int(di.id), int(stage.channel)) is None


async def test_dms_closed_later_end_the_alert(
    stage: Stage, bo: SimulatedUser, cy: SimulatedUser, di: SimulatedUser
) -> None:
    await ask(stage, di, "always")
    stage.refusals_expected = {50007}
    di.dms_open = False
    await fill_up(stage, bo, cy)
    assert await stage.bot.services.publisher.alerts.find(int(di.id), int(stage.channel)) is None


@pytest.mark.parametrize("why", ["quiet", "blocked", "hidden", "gone", "computer"])
async def test_who_must_not_be_told_is_not(
    stage: Stage,
    ana: SimulatedUser,
    bo: SimulatedUser,
    cy: SimulatedUser,
    di: SimulatedUser,
    why: str,
) -> None:
    await ask(stage, di, "always")
    choices = stage.bot.services.publisher.choices
    await choices.choose(int(di.id), pings=Pings.NEVER)  # it is about turns
    guests = [bo, cy]
    match why:
        case "quiet":
            hour = (await stage.store.people.preferences(int(di.id))).hour_at(stage.clock.now())
            await choices.choose(int(di.id), quiet_from=hour, quiet_until=(hour + 1) % 24)
        case "blocked":
            await stage.tables.blocks.block(int(di.id), int(bo.id))
        case "hidden":
            stage.sandbox.hide(stage.channel, di)
        case "gone":
            stage.sandbox.state.guilds[stage.sandbox.guild_id].members.pop(di.id)
        case "computer":
            guests = [bo]
    await fill_up(stage, *guests)
    if why == "computer":
        table = (await stage.tables.live_tables(channel_id=int(stage.channel)))[0].table_id
        await stage.tables.computers.fill_against(table, int(ana.id), None)
        await stage.tables.computers.remove(table, int(ana.id), 2)
        await stage.wait_until_quiet()
    assert letters(di) == []


async def test_table_in_a_thread_counts_for_its_channel(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser, di: SimulatedUser
) -> None:
    await ask(stage, di, "always")
    assert (await ana.command("table open", stage.channel, where="thread")).ok
    (table,) = await stage.tables.live_tables(guild_id=int(stage.sandbox.guild_id))
    thread = str(table.known_place.channel_id)
    assert thread != stage.channel
    for guest in (bo, cy):
        assert (await guest.command("table join", thread)).ok
    await stage.wait_until_quiet()
    (letter,) = letters(di)
    assert f"<#{thread}>" in text(letter)


async def test_watcher_finds_it_behind_the_tables_menu(
    stage: Stage, ana: SimulatedUser, di: SimulatedUser
) -> None:
    table = await stage.lobby()
    rules = (await press(di, await stage.board(table), "menu")).message
    assert buttons(rules, "alert")
    menu = (await press(ana, await stage.board(table), "menu")).message
    assert buttons(menu, "alert") == []


WEEK = 7 * 86_400.0


async def has_alert(stage: Stage, person: SimulatedUser, channel: str) -> bool:
    alerts = stage.bot.services.publisher.alerts
    return await alerts.find(int(person.id), int(channel)) is not None


async def week_goes_by(stage: Stage) -> None:
    """Advance the clocks by a week, in which everybody with an alert is looked for."""
    loop = stage.bot.services.publisher.alerts.loop
    await until(lambda: loop.state.last_success is not None)
    before = loop.state.last_success
    await stage.later(WEEK)
    await until(lambda: loop.state.last_success != before or loop.state.failures > 0)


async def test_alert_goes_within_a_week_after_its_person_has_left_the_server(
    stage: Stage, cy: SimulatedUser, di: SimulatedUser
) -> None:
    lounge = stage.sandbox.add_channel("lounge")
    await stage.wait_until_quiet()
    for person in (cy, di):
        await ask(stage, person, "always", lounge)
        await ask(stage, person, "always")
    stage.sandbox.state.guilds[stage.sandbox.guild_id].members.pop(di.id)
    before = len(stage.sandbox.log)
    await week_goes_by(stage)
    assert not await has_alert(stage, di, stage.channel)
    assert not await has_alert(stage, di, lounge)
    assert await has_alert(stage, cy, stage.channel)
    asked = [each.path for each in stage.sandbox.log][before:]
    assert sum(path.endswith(f"/members/{di.id}") for path in asked) == 1


async def test_people_are_looked_for_again_if_discord_does_not_answer(
    stage: Stage, di: SimulatedUser
) -> None:
    await ask(stage, di, "always")
    stage.sandbox.state.guilds[stage.sandbox.guild_id].members.pop(di.id)
    stage.sandbox.add_fault("GET /guilds/*/members/*", status=503, times=1)
    await week_goes_by(stage)
    loop = stage.bot.services.publisher.alerts.loop
    assert loop.state.failures == 1
    assert await has_alert(stage, di, stage.channel)
    await stage.later(60.0)
    await until(lambda: loop.state.error is None)
    assert not await has_alert(stage, di, stage.channel)


async def test_alert_of_a_channel_that_is_gone_goes_within_a_week(
    stage: Stage, di: SimulatedUser
) -> None:
    await ask(stage, di, "always")
    gone = SeatAlert(int(di.id), 5, int(stage.sandbox.guild_id))  # deleted during an outage
    await stage.bot.services.publisher.alerts.save(gone)
    await week_goes_by(stage)
    assert not await has_alert(stage, di, "5")
    assert await has_alert(stage, di, stage.channel)


async def test_alert_goes_with_its_channel(stage: Stage, di: SimulatedUser) -> None:
    lounge = stage.sandbox.add_channel("lounge")
    await stage.wait_until_quiet()
    await ask(stage, di, "always", lounge)
    alerts = stage.bot.services.publisher.alerts
    assert await alerts.find(int(di.id), int(lounge)) is not None
    stage.sandbox.delete_channel(lounge)
    for _ in range(1000):
        if await alerts.find(int(di.id), int(lounge)) is None:
            return
    raise AssertionError("the alert is still there")
