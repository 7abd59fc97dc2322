"""Clocks that tests set or move, and one of pending answers."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
from collections.abc import Iterator

from bot.runtime.clock import SystemClock

SHORT_PAUSE = 5.0
HASTE = 20.0
CRAWL = 0.05


class SetClock:
    """A clock that a test sets; nobody may wait for it. `right`: what it says of itself."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.time = now
        self.right = True

    def now(self) -> float:
        return self.time

    def elapsed(self) -> float:
        return self.now()

    def is_right(self) -> bool:
        return self.right

    async def sleep(self, seconds: float) -> None:
        raise AssertionError(f"somebody waits for {seconds} s")


class YieldingClock(SetClock):
    """A clock whose sleeps only let other tasks run."""

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)


class HandClock(SetClock):
    """A clock that moves only when a test moves it. `sleepers`: who waits, and until when."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        super().__init__(now)
        self.sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._set_by = 0.0
        self._number = itertools.count()

    def elapsed(self) -> float:
        return self.time - self._set_by

    def set(self, now: float) -> None:
        """Set the date, while no time passes."""
        self._set_by += now - self.time
        self.time = now

    async def sleep(self, seconds: float) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self.sleepers, (self.elapsed() + seconds, next(self._number), future))
        await future

    def move(self, seconds: float) -> None:
        self.time += seconds
        while self.sleepers and self.sleepers[0][0] <= self.elapsed():
            future = heapq.heappop(self.sleepers)[2]
            if not future.done():
                future.set_result(None)


class MovableClock(SystemClock):
    """A clock that tests move.

    Short pauses for Discord's rate limits pass quickly. Otherwise it hardly moves, so a busy
    machine causes no pings and no takeovers. `short`: the longest pause that passes quickly.
    """

    def __init__(self) -> None:
        super().__init__(CRAWL)
        self.short = SHORT_PAUSE
        self._moved = 0.0
        self._jump = asyncio.Event()

    def now(self) -> float:
        return super().now() + self._moved

    def elapsed(self) -> float:
        return super().elapsed() + self._moved

    async def sleep(self, seconds: float) -> None:
        due = self.now() + seconds
        while (left := due - self.now()) > 0:
            haste = HASTE if seconds <= self.short else 1.0
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left / haste):
                    await self._jump.wait()
                continue
            return

    def move(self, seconds: float) -> None:
        """Jump ahead."""
        self._moved += seconds
        self._jump.set()
        self._jump = asyncio.Event()


class Watch:
    """The clock of pending answers, frozen unless a test makes them late."""

    def __init__(self) -> None:
        self._late = asyncio.Event()

    def now(self) -> float:
        return float(self._late.is_set())

    def elapsed(self) -> float:
        return self.now()

    def is_right(self) -> bool:
        return True

    async def sleep(self, seconds: float) -> None:
        await self._late.wait()

    @contextlib.contextmanager
    def late(self) -> Iterator[None]:
        """Make every answer in the block late, so that the bot defers it."""
        self._late.set()
        try:
            yield
        finally:
            self._late = asyncio.Event()
