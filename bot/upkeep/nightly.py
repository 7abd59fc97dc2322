"""A copy of the database each night, where the host wants one."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable

from bot.tables.ports import StoreFailure
from bot.values.clock import Clock

_LOG = logging.getLogger(__name__)
DAY = 86_400.0
AT = 9.25 * 3600.0  # a quarter past nine UTC: three or four in the morning in Texas


def next_night(now: float) -> float:
    """Return when the next copy is due, later than now."""
    return (math.floor((now - AT) / DAY) + 1) * DAY + AT


class NightlyBackup:
    """Makes a copy each night; `make` makes one and deletes those that are too many."""

    def __init__(self, make: Callable[[], Awaitable[None]], clock: Clock) -> None:
        self._make = make
        self._clock = clock
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Make copies from now on, in the background."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="nightly backup")

    async def stop(self) -> None:
        """Make no more copies; one that is being made is left out."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            now = self._clock.now()
            await self._clock.sleep(next_night(now) - now)
            try:
                await self._make()
            except StoreFailure:
                _LOG.exception("the nightly backup failed; the next one is tomorrow")
            else:
                _LOG.info("the nightly backup is made")
