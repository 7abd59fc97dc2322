"""The clocks of a stage: one that tests move, and one of pending answers."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator

from bot.runtime.clock import SystemClock

SHORT_PAUSE = 5.0
HASTE = 20.0
CRAWL = 0.05


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
