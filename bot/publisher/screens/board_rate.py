"""The rate at which boards are edited, for all tables together."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

BOARDS_A_SECOND = 40.0
LEAST_SHARE = 0.01


class BoardRate:
    """Gives turns one after another, `per_second` of them; real time, whatever the game's clock.

    All tables share it, so that boards never keep Discord from hearing answers. Whoever asks
    while nobody else has just had a turn gets one at once. Turns come in the order in which they
    were asked for, so tables that ask one at a time share them evenly. `share`: which part of
    the turns belongs to this process, where several share Discord's limit.
    """

    def __init__(
        self,
        per_second: float = BOARDS_A_SECOND,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        share: Callable[[], float] = lambda: 1.0,
    ) -> None:
        self._gap = 1.0 / per_second
        self._share = share
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
        self._free_at = at + self._gap / max(self._share(), LEAST_SHARE)
        return at - now
