"""The system's time behind the `Clock` port."""

from __future__ import annotations

import asyncio
import time


class SystemClock:
    """The system's time, running `rate` times as fast from its creation on."""

    def __init__(self, rate: float = 1.0) -> None:
        self._rate = rate
        self._began = time.time()
        self._mark = time.monotonic()

    def now(self) -> float:
        """Return the time in Unix seconds."""
        return self._began + (time.monotonic() - self._mark) * self._rate

    async def sleep(self, seconds: float) -> None:
        """Wait for a number of seconds of this clock."""
        await asyncio.sleep(max(0.0, seconds) / self._rate)
