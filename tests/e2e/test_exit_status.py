"""The exit status tells a host whether to restart the program; the last line says why."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from discord_sandbox.server import Sandbox
from tests.support.patience import TexasSandbox, unhurried
from tests.support.program import Program

pytestmark = pytest.mark.e2e
ME = "GET /users/@me"


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with unhurried(TexasSandbox(limits=False, people=("Ana",))) as place:
        yield place


@pytest.fixture
async def program(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Program]:
    bot = Program(sandbox, tmp_path, {"SHAKE_SEED": "status", "AI_WORKERS": "1"})
    yield bot
    await bot.kill()


async def test_wrong_token_exits_as_a_settings_error(sandbox: Sandbox, program: Program) -> None:
    await sandbox.reset_token()
    await program.begin()
    assert await program.ended() == 2
    assert program.lines[-1].startswith("python -m bot: Discord refuses DISCORD_TOKEN; copy it")
    assert program.trouble == []


async def test_held_bot_waits_to_be_stopped_where_a_restart_would_not_help(
    sandbox: Sandbox, program: Program
) -> None:
    await sandbox.reset_token()
    waits = program.line(lambda line: "waiting to be stopped" in line)
    await program.begin("--hold")
    await waits
    assert "Discord refuses DISCORD_TOKEN" in program.lines[-2]
    assert await program.stop() == 0
    assert program.trouble == []


async def test_held_bot_ends_where_a_restart_may_help(sandbox: Sandbox, tmp_path: Path) -> None:
    sandbox.add_fault(ME, status=503, times=10**6)
    program = Program(sandbox, tmp_path, {"START_PATIENCE_SECONDS": "0"})
    await program.begin("--hold")
    assert await program.ended() == 1


async def test_token_reset_while_running_exits_as_a_settings_error(
    sandbox: Sandbox, program: Program
) -> None:
    await program.start()
    await sandbox.reset_token()
    assert await program.ended() == 2
    assert "no longer accepts DISCORD_TOKEN because the token was reset" in program.lines[-1]
    assert program.trouble == []


async def test_stop_interrupts_the_wait_for_discord(sandbox: Sandbox, program: Program) -> None:
    sandbox.add_fault(ME, status=503, times=10**6)
    waits = program.line(lambda line: "Discord is down (status 503); retrying" in line)
    await program.begin()
    await waits
    assert await program.stop() == 0
    assert program.trouble == []


async def test_stop_interrupts_an_unanswered_request(sandbox: Sandbox, program: Program) -> None:
    fault = sandbox.add_fault(ME, delay=600.0)
    asked = sandbox.rest.log
    await program.begin()
    while not asked:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    assert fault.hits
    assert await program.stop() == 0
    assert program.trouble == []
