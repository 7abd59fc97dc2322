"""The sandbox's time: it may run faster than the machine's, and tests can move it."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000


class Alarm:
    """A callback that is due at a time of a timeline."""

    __slots__ = ("callback", "due")

    def __init__(self, due: float, callback: Callable[[], None] | None) -> None:
        self.due = due
        self.callback = callback

    def cancel(self) -> None:
        """Drop the callback; does nothing when it has run."""
        self.callback = None


class Timeline:
    """Seconds that pass `rate` times as fast as the machine's, from `start`."""

    def __init__(self, rate: float, start: float) -> None:
        self.rate = rate
        self._start = start
        self._begun = time.monotonic()
        self._moved = 0.0
        self._order = itertools.count()
        self._alarms: list[tuple[float, int, Alarm]] = []
        self._timer: asyncio.TimerHandle | None = None

    def now(self) -> float:
        """Seconds on this timeline."""
        return self._start + (time.monotonic() - self._begun) * self.rate + self._moved

    def move(self, seconds: float) -> None:
        """Jump ahead and run the callbacks that are due by then."""
        self._moved += seconds
        self._ring()

    def after(self, seconds: float, callback: Callable[[], None]) -> Alarm:
        """Run `callback` once, `seconds` of this timeline from now."""
        alarm = Alarm(self.now() + seconds, callback)
        heapq.heappush(self._alarms, (alarm.due, next(self._order), alarm))
        if self._timer is None or self._alarms[0][2] is alarm:
            self._wind()
        return alarm

    def stop(self) -> None:
        """Forget every alarm."""
        self._alarms.clear()
        self._wind()

    def _wind(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while self._alarms and self._alarms[0][2].callback is None:
            heapq.heappop(self._alarms)
        if self._alarms:
            delay = max(0.0, (self._alarms[0][0] - self.now()) / self.rate)
            self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        while self._alarms and self._alarms[0][0] <= self.now():
            callback = heapq.heappop(self._alarms)[2].callback
            if callback is not None:
                callback()
        self._wind()


class Clock:
    """Two timelines, which tests move together.

    `date` is the time that Discord's ids, tokens and rate limits go by and runs at `rate`.
    `work` measures how long a bot takes to answer: a fast clock makes no machine faster, so it
    runs at the machine's own pace. `began`: since when `date` runs so, in Unix seconds.
    """

    def __init__(self, rate: float = 1.0) -> None:
        self.rate = rate
        self.began = time.time()
        self.date = Timeline(rate, self.began)
        self.work = Timeline(1.0, 0.0)
        self._last_id = 0

    def now(self) -> float:
        """Unix seconds of the sandbox's date."""
        return self.date.now()

    def move(self, seconds: float) -> None:
        """Jump ahead on both timelines."""
        self.date.move(seconds)
        self.work.move(seconds)

    def stop(self) -> None:
        """Forget every alarm."""
        self.date.stop()
        self.work.stop()

    def iso(self) -> str:
        """Return the date as Discord writes it."""
        return datetime.fromtimestamp(self.now(), UTC).isoformat(timespec="microseconds")

    def snowflake(self) -> str:
        """Return a new id: greater than all before it, with the date in it."""
        fresh = (int(self.now() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last_id = max(fresh, self._last_id + 1)
        return str(self._last_id)

    def continue_after(self, snowflake: str) -> None:
        """Make all new ids greater than one from an earlier start."""
        self._last_id = max(self._last_id, int(snowflake))


def snowflake_time(snowflake: str) -> float:
    """Return the Unix seconds at which an id was made."""
    return ((int(snowflake) >> 22) + DISCORD_EPOCH_MS) / 1000
