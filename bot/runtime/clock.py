"""The system's time behind the `Clock` port."""

from __future__ import annotations

import asyncio
import time


class SystemClock:
    """The system's time, running `rate` times as fast.

    `since`: the Unix time at which the faster clock starts, so that programs started one after
    another agree on the time; by default its own creation.
    """

    def __init__(self, rate: float = 1.0, since: float | None = None) -> None:
        self._rate = rate
        self._mark = time.monotonic()
        now = time.time()
        self._began = now if since is None else since + (now - since) * rate

    def now(self) -> float:
        """Return the time in Unix seconds."""
        return self._began + (time.monotonic() - self._mark) * self._rate

    async def sleep(self, seconds: float) -> None:
        """Sleep for a number of seconds of this clock."""
        await asyncio.sleep(max(0.0, seconds) / self._rate)
