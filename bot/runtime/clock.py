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
        self._since = time.time() if since is None else since

    def now(self) -> float:
        """Return the time in Unix seconds, also after the system's time was set or it slept."""
        return self._since + (time.time() - self._since) * self._rate

    def elapsed(self) -> float:
        """Return seconds since some moment, which never jump: the measure of waits."""
        return time.monotonic() * self._rate

    def is_right(self) -> bool:
        """Return True: nothing says otherwise. `ComparedClock` knows better."""
        return True

    async def sleep(self, seconds: float) -> None:
        """Sleep for a number of seconds of this clock."""
        await asyncio.sleep(max(0.0, seconds) / self._rate)
