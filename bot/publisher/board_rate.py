"""The pace at which boards are shown: all tables share it, so that answers come first."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

BOARDS_A_SECOND = 40.0


class Pace:
    """Gives turns one after another, `per_second` of them; real time, whatever the game's clock.

    Whoever asks while nobody else has just had a turn has his at once. Turns come in the order
    in which they were asked for, so tables that ask one at a time share them evenly.
    """

    def __init__(
        self,
        per_second: float = BOARDS_A_SECOND,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._gap = 1.0 / per_second
        self._now = now
        self._sleep = sleep
        self._free_at = 0.0

    async def turn(self) -> None:
        """Wait for a turn."""
        wait = self.count()
        if wait > 0.0:
            await self._sleep(wait)

    def count(self) -> float:
        """Take the next turn without waiting for it; return how many seconds off it is."""
        now = self._now()
        at = max(now, self._free_at)
        self._free_at = at + self._gap
        return at - now
