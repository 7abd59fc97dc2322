"""Discord's refusals as discord.py raises them, and a clock that records sleeps."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord


def refused(
    status: int, code: int = 0, message: str = "no", body: Any = None, **headers: str
) -> discord.HTTPException:
    """Build the exception of a response; underscores in header names become hyphens."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    response = SimpleNamespace(status=status, reason="Refused", headers=named)
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.DiscordServerError if status >= 500 else discord.HTTPException)
    return kind(response, body or {"code": code, "message": message})  # type: ignore[arg-type]


class Rests:
    """A clock whose sleeps return at once and are recorded."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    def now(self) -> float:
        return sum(self.seconds)

    def elapsed(self) -> float:
        return self.now()

    def is_right(self) -> bool:
        return True

    async def sleep(self, seconds: float) -> None:
        self.seconds.append(seconds)
