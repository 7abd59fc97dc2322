"""The small jobs that are done for the host every few seconds."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Protocol

from bot.tables.ports import Clock, StoreFailure

from .blocks import Blocks, HostOrders
from .heartbeats import Check, Heartbeats
from .ports import Closes, HeartbeatStore, OrderStore
from .reports import Reports

_LOG = logging.getLogger(__name__)
EVERY_SECONDS = 5.0

Job = Callable[[], Awaitable[None]]
"""Does one job; it may raise anything, and is tried again."""


class HostStore(OrderStore, HeartbeatStore, Protocol):
    """What the jobs need of the store."""


class HostJobs:
    """Does each job every few seconds, in the background; one that fails stops no other."""

    def __init__(
        self,
        jobs: Mapping[str, Job],
        once: Mapping[str, Job],
        is_ours: Callable[[], bool],
        clock: Clock,
    ) -> None:
        """`jobs`: by what the log calls them.

        `once`: those that only one of several processes does; `is_ours`: whether they fall to this
        one now.
        """
        self._jobs = jobs
        self._once = once
        self._is_ours = is_ours
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
            await self.do()
            await self._clock.sleep(EVERY_SECONDS)

    async def do(self) -> None:
        """Do each job once."""
        for name, job in self._jobs.items():
            await _tried(name, job)
        for name, job in self._once.items():
            if self._is_ours():
                await _tried(name, job)


async def _tried(name: str, job: Job) -> None:
    try:
        await job()
    except StoreFailure as error:
        _LOG.warning("%s failed; trying again in a few seconds: %s", name, error)
    except Exception:  # noqa: BLE001 - whatever fails, the others go on
        _LOG.exception("%s failed; trying again in a few seconds", name)


@asynccontextmanager
async def host_jobs(
    store: HostStore,
    blocks: Blocks,
    reports: Reports,
    places: tuple[Closes, Closes],
    beats: tuple[Mapping[str, Check], str],
    is_ours: Callable[[], bool],
    clock: Clock,
) -> AsyncIterator[None]:
    """Do a host's jobs during the block.

    `places`: tables and events. `beats`: what is checked, and the version that runs. `is_ours`:
    whether this process, of several, closes tables and writes to the host now.
    """
    heartbeats = Heartbeats(store, *beats, clock)
    jobs = HostJobs(
        {"reading blocks": blocks.read_again, "renewing the heartbeat": heartbeats.beat},
        {
            "closing tables": HostOrders(store, *places).carry_out,
            "delivering reports": reports.deliver,
        },
        is_ours,
        clock,
    )
    jobs.start()
    try:
        yield
    finally:
        await jobs.stop()
        await heartbeats.stop()
