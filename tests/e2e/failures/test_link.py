"""A Discord that rejects the bot or sends unreadable events: the bot keeps going."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import SecretStr

from bot.runtime.errors import StartError, Unreachable
from bot.runtime.serving import run_bot
from bot.store import stand_by
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.e2e.failures.health_page import figures, get, settings, until
from tests.store.databases import SERVER, postgres
from tests.support.patience import PATIENCE
from tests.support.stage import Stage, button

__all__ = ["postgres", "settings"]
ME = "GET /users/@me"
FOR_EVER = 10**6
HOUR = 3600.0
COUNT = "fortytwo_unreadable_events_total"


def _tries(stage: Stage) -> int:
    return sum(request.path == "/users/@me" for request in stage.sandbox.log)


async def _hold(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - no event to await
            await asyncio.sleep(0.005)


async def _ready(stage: Stage) -> None:
    async with asyncio.timeout(PATIENCE):
        await stage.bot.ready.wait()


async def test_start_waits_for_discord_to_come_up_and_readiness_says_why(
    unlit: Stage, settings: dict[str, Any]
) -> None:
    unlit.sandbox.add_fault(ME, status=503, text="upstream connect error", times=FOR_EVER)
    async with unlit.starting():
        await _hold(lambda: _tries(unlit) > 1)
        assert "gateway: Discord is down (status 503)\n" in await until(settings, 503)
        assert (await get(settings, "healthz"))[0] == 200
        unlit.sandbox.faults.clear()
        unlit.clock.move(60)
        await _ready(unlit)
        assert "gateway: ok\n" in await until(settings, 200)


@pytest.mark.parametrize(
    "fault",
    [
        {"via": False, "text": "error code: 1015", "retry_after": HOUR},
        {"retry_after": HOUR},
    ],
    ids=["banned", "limited"],
)
async def test_start_makes_no_request_until_a_ban_ends(unlit: Stage, fault: dict[str, Any]) -> None:
    unlit.sandbox.add_fault(ME, status=429, **fault)
    async with unlit.starting():
        await _hold(lambda: unlit.bot.patience.trouble is not None)
        assert " until 20" in str(unlit.bot.patience.trouble)
        unlit.clock.move(HOUR - 60)
        await asyncio.sleep(0)
        assert _tries(unlit) == 1
        unlit.clock.move(120)
        await _ready(unlit)
    assert unlit.bot.patience.trouble is None


async def test_start_waits_for_the_daily_limit_and_says_until_when(
    unlit: Stage, settings: dict[str, Any]
) -> None:
    starts = unlit.sandbox.gateway.starts
    while starts.as_json()["remaining"] > 100:
        starts.count()
    async with unlit.starting():
        await _hold(lambda: unlit.bot.patience.trouble is not None)
        waits = "gateway: Discord lets the bot start 100 of 1000 sessions more until 20"
        assert waits in await until(settings, 503)
        assert (await figures(settings))[("fortytwo_session_starts_left",)] == 100
        assert unlit.sandbox.gateway.identifies == 0
        limit = await unlit.store.session_starts.load_limit()
        assert limit.left == 100
        unlit.sandbox.clock.date.move(24 * HOUR)
        unlit.clock.move(24 * HOUR + 60)
        await _ready(unlit)
        assert "gateway: ok\n" in await until(settings, 200)
        assert (await figures(settings))[("fortytwo_session_starts_left",)] == 999


async def test_start_with_many_servers_looks_for_their_channels_at_once(unlit: Stage) -> None:
    asked: list[str] = []
    for number in range(50):
        unlit.sandbox.add_guild(f"Server {number}", unlit.people[:1])
    async with unlit.starting():
        for name in ("live_tables", "live_places"):
            unlit.store.failing_if[name] = lambda *_, name=name: asked.append(name) or False
        await _ready(unlit)
        await _hold(lambda: "live_places" in asked and not unlit.bot._back)
        assert "live_tables" not in asked
        assert asked.count("live_places") <= 2  # the last servers may come after the first look


async def test_start_waits_for_the_gateway(unlit: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    sleep = asyncio.sleep  # discord.py pauses for five seconds before it retries
    monkeypatch.setattr("discord.shard.asyncio.sleep", lambda seconds: sleep(min(seconds, 0.01)))
    unlit.sandbox.gateway.down = True
    async with unlit.starting():
        await _hold(lambda: unlit.bot.patience.trouble is not None)
        unlit.sandbox.gateway.down = False
        unlit.clock.move(60)
        await _ready(unlit)
    assert unlit.bot.patience.trouble is None


@pytest.mark.postgres
async def test_process_waiting_for_discord_exits_if_another_takes_over_its_shards(
    unlit: Stage, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that lost its lease while the database was away, with Discord down too."""

    async def held(_: stand_by.StandBy) -> bool:
        return _tries(unlit) == 0

    monkeypatch.setattr(stand_by, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(stand_by.StandBy, "_is_held", held)
    unlit.sandbox.add_fault(ME, status=503, times=FOR_EVER)
    with pytest.raises(Unreachable, match="another process took over these shards"):
        await run_bot(
            unlit._settings.model_copy(update={"database_url": SecretStr(SERVER + postgres)})
        )


async def test_permanent_close_code_ends_the_program_with_instructions(
    unlit: Stage,
) -> None:
    async with unlit.starting() as running:
        await _ready(unlit)
        await unlit.sandbox.disconnect(4014)
        with pytest.raises(StartError, match="intents"):
            await running


async def test_refused_command_registration_is_logged_and_retried(
    unlit: Stage, ana: SimulatedUser, caplog: pytest.LogCaptureFixture
) -> None:
    used_up = [[{"name": f"{kind}{n}", "description": "x"} for n in range(100)] for kind in "ab"]
    for commands in used_up:
        unlit.sandbox.commands.replace("", commands)
    async with unlit.running():
        (told,) = [r.getMessage() for r in caplog.records if "slash commands" in r.getMessage()]
        assert "code 30034" in told
        assert "until then people have the 100 registered earlier" in told
        assert len(unlit.sandbox.commands.listing("")) == 100
        unlit.sandbox.clock.date.move(24 * HOUR)
        await asyncio.sleep(0)
        unlit.clock.move(60)
        await _hold(lambda: len(unlit.sandbox.commands.listing("")) < 100)
        assert (await ana.command("table open", unlit.channel)).ok


async def test_unreadable_interaction_fails_alone_with_one_log_line(
    stage: Stage, settings: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    panel = await stage.panel(first)
    for _ in range(2):
        stage.sandbox.gateway.omit_field("INTERACTION_CREATE", "attachment_size_limit")
        before = (await figures(settings)).get((COUNT, "INTERACTION_CREATE"), 0)
        press = asyncio.create_task(first.click(panel, button(panel, "call", "31")))
        while (await figures(settings)).get((COUNT, "INTERACTION_CREATE"), 0) == before:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        stage.sandbox.clock.work.move(3.1)
        assert not (await press).ok
    assert (await first.click(panel, button(panel, "call", "31"))).ok
    assert (await stage.view(table)).seq == 2
    (line,) = [r for r in caplog.records if r.levelno >= logging.ERROR]
    assert "KeyError 'attachment_size_limit'" in line.getMessage()
    assert line.exc_info is None


async def test_unreadable_command_fails_alone(
    stage: Stage, ana: SimulatedUser, settings: dict[str, Any]
) -> None:
    known = await ana.command("table status", stage.channel)
    assert known.ok
    stage.sandbox.gateway.omit_field("INTERACTION_CREATE", "data")
    late = asyncio.create_task(ana.command("table status", stage.channel))
    while (await figures(settings)).get((COUNT, "INTERACTION_CREATE"), 0) == 0:  # noqa: ASYNC110
        await asyncio.sleep(0.005)
    stage.sandbox.clock.work.move(3.1)
    assert not (await late).ok
    assert (await ana.command("table status", stage.channel)).ok
