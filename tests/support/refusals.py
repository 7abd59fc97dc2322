"""Discord's refusals as discord.py raises them, and a clock that notes how long is rested."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord


def refused(
    status: int, code: int = 0, message: str = "no", body: Any = None, **headers: str
) -> discord.HTTPException:
    """An answer of Discord's as discord.py raises it; underscores in headers stand for hyphens."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    response = SimpleNamespace(status=status, reason="Refused", headers=named)
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.DiscordServerError if status >= 500 else discord.HTTPException)
    return kind(response, body or {"code": code, "message": message})  # type: ignore[arg-type]


class Rests:
    """A clock on which every rest is over at once; it keeps how long each was."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    def now(self) -> float:
        return sum(self.seconds)

    async def sleep(self, seconds: float) -> None:
        self.seconds.append(seconds)
