"""Rings for each table when its time has come."""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable

from .ports import Clock

_LOG = logging.getLogger(__name__)
RETRY_SECONDS = 10.0

Ring = Callable[[str], Awaitable[None]]


class Scheduler:
    """Calls `ring(table_id)` at the time last set for each table.

    Rings of different tables run concurrently. One table never has two at a time: what comes due
    during a ring rings after it.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._due: dict[str, float] = {}
        self._heap: list[tuple[float, str]] = []
        self._changed = asyncio.Event()
        self._running: dict[str, asyncio.Task[None]] = {}
        self._task: asyncio.Task[None] | None = None

    def set(self, table_id: str, due: float | None) -> None:
        """Ring for this table at that time, or never; replaces what was set before."""
        if due is None:
            self._due.pop(table_id, None)
            return
        entry = (due, table_id)
        self._due[table_id] = due
        heapq.heappush(self._heap, entry)
        if self._heap[0] is entry:  # otherwise it waits for something sooner anyway
            self._changed.set()

    def is_set(self, table_id: str) -> bool:
        """Return whether it will ring for this table."""
        return table_id in self._due

    def start(self, ring: Ring) -> None:
        """Begin to ring."""
        self._task = asyncio.create_task(self._keep(ring), name="scheduler")

    async def stop(self) -> None:
        """Stop ringing, and cancel the rings under way."""
        tasks = [*self._running.values(), *([self._task] if self._task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep(self, ring: Ring) -> None:
        while True:
            self._changed.clear()
            delay = self._ring_what_is_due(ring)
            waits: list[asyncio.Task[object]] = [asyncio.create_task(self._changed.wait())]
            if delay is not None:
                waits.append(asyncio.create_task(_sleep(self._clock, delay)))
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for wait in waits:
                    wait.cancel()

    def _ring_what_is_due(self, ring: Ring) -> float | None:
        """Start the rings whose time has come; return the seconds until the next one."""
        now = self._clock.now()
        while self._heap:
            due, table_id = self._heap[0]
            if self._due.get(table_id) != due or table_id in self._running:
                heapq.heappop(self._heap)  # set anew since then, or due after the ring under way
            elif due > now:
                return due - now
            else:
                heapq.heappop(self._heap)
                del self._due[table_id]
                self._running[table_id] = asyncio.create_task(
                    self._ring_one(ring, table_id), name=f"ring {table_id}"
                )
        return None

    async def _ring_one(self, ring: Ring, table_id: str) -> None:
        try:
            await ring(table_id)
        except Exception:  # noqa: BLE001 - one table's clock never stops the others
            _LOG.exception("the clock of table %s failed; it rings again soon", table_id)
            if table_id not in self._due:
                self._due[table_id] = self._clock.now() + RETRY_SECONDS
        finally:
            del self._running[table_id]
            if table_id in self._due:
                self.set(table_id, self._due[table_id])


async def _sleep(clock: Clock, seconds: float) -> None:
    await clock.sleep(seconds)
