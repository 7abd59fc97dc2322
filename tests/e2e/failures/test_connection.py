"""A gateway that disconnects, resumes or forgets: no play is lost and timers get the time back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

import bot.app
from bot.link.session_starts import PACE_SECONDS
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.patience import PATIENCE
from tests.support.stage import Stage, button, press, text

BACK = "I'm back. No play was lost, and nobody lost time."


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - no event to await
            await asyncio.sleep(0.005)


async def _reconnected(stage: Stage) -> None:
    """Wait until the gateway is connected again and every resulting screen is shown."""
    stage.sandbox.gateway.down = False
    await _until(lambda: not stage.bot._unheard)
    await stage.wait_until_quiet()


async def _cut(stage: Stage) -> None:
    """Cut the connection until the test restores it."""
    stage.sandbox.gateway.down = True
    await stage.sandbox.disconnect()
    await _until(lambda: bool(stage.bot._unheard))


@pytest.fixture(autouse=True)
def _at_once(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let shards connect again without discord.py's backoff, and soon have their turn."""
    stage.clock.short = PACE_SECONDS
    monkeypatch.setattr("discord.backoff.ExponentialBackoff.delay", lambda self: 0.01)


async def test_presses_during_an_outage_are_played_after_the_resume(
    stage: Stage,
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    panel = await stage.panel(first)
    await stage.sandbox.disconnect()
    assert (await first.click(panel, button(panel, "call", "31"))).ok  # replayed by the resume
    await _reconnected(stage)
    second = await stage.in_turn(table)
    await press(second, await stage.panel(second), "call", "32")
    assert (await stage.view(table)).seq == 3
    assert stage.sandbox.gateway.resumes == 1


async def test_click_that_discord_timed_out_is_played_and_reported(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    panel = await stage.panel(first)
    await stage.sandbox.disconnect()
    click = asyncio.create_task(first.click(panel, button(panel, "call", "31")))
    await asyncio.sleep(0)
    stage.sandbox.clock.work.move(3.1)
    assert not (await click).ok
    await stage.until(table, lambda view: view.seq == 2)
    assert "Discord was slow, but what you did counts." in text(await stage.panel(first))


async def test_old_buttons_work_after_an_invalid_session(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    panel = await stage.panel(first)
    before = stage.sandbox.gateway.identifies
    stage.sandbox.invalidate()
    await _until(lambda: stage.sandbox.gateway.identifies > before)
    await _reconnected(stage)
    await press(first, panel, "call", "31")
    assert (await stage.view(table)).seq == 2
    assert len([m for m in stage.public(table) if m["flags"] & (1 << 15)]) == 1


async def test_reconnect_request_is_followed(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    stage.sandbox.reconnect()
    await _until(lambda: stage.sandbox.gateway.resumes == 1)
    await _reconnected(stage)
    first = await stage.in_turn(table)
    await press(first, await stage.panel(first), "call", "31")
    assert (await stage.view(table)).seq == 2


async def test_nobody_is_pinged_or_played_for_during_an_outage(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.app, "LONG_OUTAGE_SECONDS", 0.0)
    table = await stage.start_game(*stage.people[1:4])
    await stage.in_turn(table)
    await _cut(stage)
    for _ in range(4):
        await stage.later(100)
    view = await stage.view(table)
    assert (view.seq, view.nudge, view.offer) == (1, False, False)
    await _reconnected(stage)
    view = await stage.view(table)
    assert (view.seq, view.nudge, view.offer) == (1, False, False)
    await stage.people[0].wait_for(lambda m: m["content"] == BACK, stage.channel, timeout=PATIENCE)
    assert stage.channel_texts() == [BACK]
    await stage.later(21)
    assert (await stage.view(table)).nudge
    await stage.later(160)
    assert (await stage.view(table)).seq == 2


async def test_short_outage_is_not_announced(stage: Stage) -> None:
    await stage.start_game(*stage.people[1:4])
    await stage.sandbox.disconnect()
    await _until(lambda: stage.sandbox.gateway.resumes == 1)
    await _reconnected(stage)
    assert stage.channel_texts() == []


async def test_computers_keep_playing_while_the_gateway_is_down(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.start_game()
    await stage.in_turn(table)
    panel = await stage.panel(ana)
    await press(ana, panel, "call")
    await _cut(stage)
    await stage.wait_until_quiet()
    await _reconnected(stage)
    assert await stage.in_turn(table) is ana


async def test_outage_is_announced_in_exactly_the_servers_of_its_shard(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.app, "LONG_OUTAGE_SECONDS", 0.0)
    await stage.start_game(*stage.people[1:4])
    # the stage's server belongs to shard 0
    mine = 0
    other = 1
    await stage.bot.on_shard_disconnect(other)
    await stage.bot.on_shard_resumed(other)
    assert stage.channel_texts() == []
    await stage.bot.on_shard_disconnect(mine)
    await stage.bot.on_shard_disconnect(other)
    await stage.bot.on_shard_resumed(mine)
    assert stage.channel_texts() == [BACK]
    await stage.bot.on_shard_resumed(other)
    assert stage.channel_texts() == [BACK]
