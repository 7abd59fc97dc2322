"""The sandbox's time, which may run faster than real time; tests can move it."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000


@dataclass(slots=True, eq=False)
class Alarm:
    """A callback scheduled on a timeline."""

    callback: Callable[[], None] | None

    def cancel(self) -> None:
        """Cancel the callback; no effect if it has run."""
        self.callback = None


class Timeline:
    """Seconds from `start` that pass at `rate` times real time."""

    def __init__(self, rate: float, start: float) -> None:
        self.rate = rate
        self._start = start
        self._begun = time.monotonic()
        self._moved = 0.0
        self._order = itertools.count()
        self._alarms: list[tuple[float, int, Alarm]] = []
        self._timer: asyncio.TimerHandle | None = None

    def now(self) -> float:
        """Return the current time in seconds."""
        return self._start + (time.monotonic() - self._begun) * self.rate + self._moved

    def move(self, seconds: float) -> None:
        """Jump ahead and run the callbacks that become due."""
        self._moved += seconds
        self._run_due()

    def after(self, seconds: float, callback: Callable[[], None]) -> Alarm:
        """Schedule `callback` in `seconds` of this timeline."""
        alarm = Alarm(callback)
        heapq.heappush(self._alarms, (self.now() + seconds, next(self._order), alarm))
        if self._timer is None or self._alarms[0][2] is alarm:
            self._arm_timer()
        return alarm

    def stop(self) -> None:
        """Cancel every alarm."""
        self._alarms.clear()
        self._arm_timer()

    def _arm_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while self._alarms and self._alarms[0][2].callback is None:
            heapq.heappop(self._alarms)
        if self._alarms:
            delay = max(0.0, (self._alarms[0][0] - self.now()) / self.rate)
            self._timer = asyncio.get_running_loop().call_later(delay, self._run_due)

    def _run_due(self) -> None:
        while self._alarms and self._alarms[0][0] <= self.now():
            callback = heapq.heappop(self._alarms)[2].callback
            if callback is not None:
                callback()
        self._arm_timer()


class SandboxClock:
    """Two timelines, which tests move together.

    `date` runs at `rate` and is used for ids, token expiry and rate limits. `work` runs in real
    time and limits how long the bot takes to answer, since a faster date makes no bot faster.
    `began` is the start of `date` in Unix seconds.
    """

    def __init__(self, rate: float = 1.0) -> None:
        self.rate = rate
        self.began = time.time()
        self.date = Timeline(rate, self.began)
        self.work = Timeline(1.0, 0.0)
        self._last_id = 0

    def now(self) -> float:
        """Return the date in Unix seconds."""
        return self.date.now()

    def move(self, seconds: float) -> None:
        """Jump ahead on both timelines."""
        self.date.move(seconds)
        self.work.move(seconds)

    def stop(self) -> None:
        """Cancel every alarm."""
        self.date.stop()
        self.work.stop()

    def iso(self) -> str:
        """Format the date as Discord does."""
        return datetime.fromtimestamp(self.now(), UTC).isoformat(timespec="microseconds")

    def snowflake(self) -> str:
        """Create an id with the date in it, greater than all before."""
        fresh = (int(self.now() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last_id = max(fresh, self._last_id + 1)
        return str(self._last_id)

    def continue_after(self, snowflake: str) -> None:
        """Make new ids greater than one of an earlier run."""
        self._last_id = max(self._last_id, int(snowflake))


def snowflake_time(snowflake: str) -> float:
    """Return the creation time of an id in Unix seconds."""
    return ((int(snowflake) >> 22) + DISCORD_EPOCH_MS) / 1000
