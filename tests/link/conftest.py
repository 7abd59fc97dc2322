"""Discord's errors, and a clock whose sleeps return at once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.runtime.clock import SystemClock

NOON = 1_785_844_800.0  # 2026-08-04 12:00 UTC


class JumpingClock(SystemClock):
    """A clock that jumps ahead instead of sleeping; `slept` records each sleep."""

    def __init__(self) -> None:
        super().__init__()
        self.slept: list[float] = []

    def now(self) -> float:
        return NOON + sum(self.slept)

    def elapsed(self) -> float:
        return sum(self.slept)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


@pytest.fixture
def clock() -> JumpingClock:
    return JumpingClock()


def refused(status: int, body: Any = "", **headers: str) -> discord.HTTPException:
    """Build the exception of a response; `Retry_After` becomes a header."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    response: Any = SimpleNamespace(status=status, reason="x", headers=named)
    kind = discord.DiscordServerError if status >= 500 else discord.HTTPException
    return kind(response, body)
