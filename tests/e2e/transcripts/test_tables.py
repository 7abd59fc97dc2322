"""Evenings at tables."""

from __future__ import annotations

import asyncio

from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.patience import PATIENCE
from tests.support.policies import BURIED_BY, REPOST_SECONDS
from tests.support.stage import Stage, button, press

from .transcript import Transcript


async def bid(stage: Stage, table: str, call: str) -> None:
    """Bid for the player in turn."""
    person = await stage.in_turn(table)
    assert (await person.command("bid", stage.channel, call=call)).ok
    await stage.wait_until_quiet()


async def close(stage: Stage, host: SimulatedUser) -> None:
    """Close the table."""
    asked = await host.command("table close", stage.channel)
    await press(host, asked.message, "close", "yes")
    await stage.wait_until_quiet()


async def test_four_people(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, transcript: Transcript
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    for person in stage.people[:4]:
        await stage.panel(person)
        await stage.wait_until_quiet()
    first = await stage.in_turn(table)
    await press(first, await stage.panel(first), "call", "pass")
    await stage.later(21)  # the next player is called
    await bid(stage, table, "31")
    await stage.play_hand(table)
    await stage.next_hand(table)
    await stage.play_hand(table)
    assert (await bo.command("table leave", stage.channel)).ok
    assert (await ana.command("history", stage.channel)).ok
    await close(stage, ana)
    transcript.check()


async def test_alone(stage: Stage, ana: SimulatedUser, transcript: Transcript) -> None:
    shown = await ana.command("help", stage.channel)
    await press(ana, shown.message, "now")
    await stage.wait_until_quiet()
    (live,) = await stage.tables.live_tables(channel_id=int(stage.channel))
    panel = await stage.panel(ana)
    await press(ana, panel, "know")
    await stage.wait_until_quiet()
    await stage.play_hand(live.table_id)
    await stage.later(60)
    await close(stage, ana)
    transcript.check()


async def test_closed_dms(
    stage: Stage,
    ana: SimulatedUser,
    bo: SimulatedUser,
    cy: SimulatedUser,
    transcript: Transcript,
) -> None:
    bo.dms_open = False
    table = await stage.start_game(*stage.people[1:4])
    await stage.panel(bo)
    await stage.pass_hand(table)
    await stage.wait_until_quiet()
    bo.dms_open = True
    cy.dms_open = False
    await stage.next_hand(table)
    await stage.pass_hand(table)
    await close(stage, ana)
    table = await stage.start_game(*stage.people[1:4])
    transcript.check()


async def test_buried_board(stage: Stage, ana: SimulatedUser, transcript: Transcript) -> None:
    table = await stage.start_game(*stage.people[1:4])
    await bid(stage, table, "30")
    await stage.later(REPOST_SECONDS)
    for number in range(BURIED_BY):
        ana.say(stage.channel, f"word {number}")
    await bid(stage, table, "31")
    await bid(stage, table, "pass")
    transcript.check()


async def test_deleted_board(stage: Stage, ana: SimulatedUser, transcript: Transcript) -> None:
    table = await stage.start_game(*stage.people[1:4])
    stage.sandbox.delete_message(await stage.board(table))
    await reposted(stage, table)
    await bid(stage, table, "30")
    stage.sandbox.delete_message(await stage.board(table))
    await ana.wait_for(
        lambda m: "Use /table show to see it again." in m["content"],
        stage.channel,
        timeout=PATIENCE,
    )
    await bid(stage, table, "31")
    assert (await ana.command("table show", stage.channel)).ok
    await stage.wait_until_quiet()
    transcript.check()


async def reposted(stage: Stage, table: str) -> None:
    """Wait until a deleted board is there again."""
    async with asyncio.timeout(PATIENCE):
        while not stage.public(table):  # noqa: ASYNC110 - no event to await
            await asyncio.sleep(0.005)
    await stage.wait_until_quiet()


async def test_restart(unlit: Stage, transcript: Transcript) -> None:
    stage = unlit
    async with stage.running():
        table = await stage.start_game(*stage.people[1:4])
        await bid(stage, table, "31")
        second = await stage.in_turn(table)
        panel = await stage.panel(second)
        call = button(panel, "call", "32")
    async with stage.running():
        await stage.wait_until_quiet()
        assert (await second.click(panel, call)).ok
        await stage.wait_until_quiet()
        await stage.play_hand(table)
    async with stage.running():
        await stage.next_hand(table)
        await bid(stage, table, "30")
    transcript.check()
