"""SIGTERM ends the program, even if Discord does not respond."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.runtime.version import program_version
from tests.support import program
from tests.support.patience import TexasSandbox, unhurried
from tests.support.program import Program

HANGING = (
    "POST /channels/*/messages",
    "PATCH /channels/*/messages/*",
    "POST /interactions/*/*/callback",
    "POST /users/@me/channels",
)


@pytest.mark.e2e
async def test_stop_does_not_wait_for_an_unresponsive_discord(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with unhurried(TexasSandbox(limits=False, people=("Ana", "Bo"))) as sandbox:
        bot = Program(sandbox, tmp_path, {"SHAKE_SEED": "stop", "AI_WORKERS": "1"})
        await bot.start()
        ana = sandbox.people[0]
        assert (await ana.command("table open", sandbox.channel_id)).ok
        for request in HANGING:
            sandbox.add_fault(request, delay=600.0, times=1000)
        late = asyncio.create_task(ana.command("table show", sandbox.channel_id))
        await asyncio.sleep(0)
        sandbox.gateway.down = True
        await sandbox.disconnect()
        monkeypatch.setattr(program, "STOP_SECONDS", 30.0)  # the machine may be busy
        assert await bot.stop() == 0
        assert "stopping" in bot.log
        assert f"version {program_version()}" in bot.log
        late.cancel()
