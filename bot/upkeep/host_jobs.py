"""The small jobs that are done for the host every few seconds."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from bot.tables.ports import Clock

_LOG = logging.getLogger(__name__)
EVERY_SECONDS = 5.0


Job = Callable[[], Awaitable[None]]
"""Does one job; it may raise anything, and is tried again."""


class HostJobs:
    """Does each job every few seconds, in the background; one that fails stops no other."""

    def __init__(self, jobs: Mapping[str, Job], clock: Clock) -> None:
        """`jobs`: by what the log calls them."""
        self._jobs = jobs
        self._clock = clock
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Do the jobs from now on."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="host jobs")

    async def stop(self) -> None:
        """Do no more; what is half done goes on at the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            for name, job in self._jobs.items():
                try:
                    await job()
                except Exception:  # noqa: BLE001 - whatever fails, the others go on
                    _LOG.exception("%s failed; trying again in a few seconds", name)
            await self._clock.sleep(EVERY_SECONDS)
