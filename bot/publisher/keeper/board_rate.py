"""The rate at which boards are edited, for all tables together."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

BOARDS_A_SECOND = 40.0
LEAST_SHARE = 0.01


class BoardRate:
    """Limits board edits to `per_second`, in real time, whatever the game's clock says.

    All tables share it, so that boards never use up the rate limit that answers need. Turns are
    first come, first served, and immediate if none was taken just before. `share`: this process's
    share of the rate.
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
        """Take the next turn without waiting; return the seconds until it."""
        now = self._now()
        at = max(now, self._free_at)
        self._free_at = at + self._gap / max(self._share(), LEAST_SHARE)
        return at - now
