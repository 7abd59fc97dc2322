"""Rings for each table when its time has come."""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable

from .ports import Clock

_LOG = logging.getLogger(__name__)


class Timekeeper:
    """Calls `ring(table_id)` at the last time set for each table.

    Rings of different tables run side by side; a table's next ring is set by the change that
    the last one made, so one table never has two at a time.
    """

    def __init__(self, clock: Clock, ring: Callable[[str], Awaitable[None]]) -> None:
        self._clock = clock
        self._ring = ring
        self._due: dict[str, float] = {}
        self._heap: list[tuple[float, str]] = []
        self._changed = asyncio.Event()
        self._running: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None

    def set(self, table_id: str, due: float | None) -> None:
        """Ring for this table at that time, or never; replaces what was set before."""
        if due is None:
            self._due.pop(table_id, None)
            return
        self._due[table_id] = due
        heapq.heappush(self._heap, (due, table_id))
        self._changed.set()

    def start(self) -> None:
        """Begin to ring."""
        self._task = asyncio.create_task(self._keep(), name="timekeeper")

    async def stop(self) -> None:
        """Ring no more; what is under way is given up."""
        tasks = [*self._running, *([self._task] if self._task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep(self) -> None:
        while True:
            self._changed.clear()
            delay = self._ring_what_is_due()
            waits: list[asyncio.Task[object]] = [asyncio.create_task(self._changed.wait())]
            if delay is not None:
                waits.append(asyncio.create_task(_sleep(self._clock, delay)))
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for wait in waits:
                    wait.cancel()

    def _ring_what_is_due(self) -> float | None:
        """Start the rings whose time has come; return the seconds until the next one."""
        now = self._clock.now()
        while self._heap:
            due, table_id = self._heap[0]
            if self._due.get(table_id) != due:
                heapq.heappop(self._heap)
            elif due > now:
                return due - now
            else:
                heapq.heappop(self._heap)
                del self._due[table_id]
                task = asyncio.create_task(self._ring_one(table_id), name=f"ring {table_id}")
                self._running.add(task)
                task.add_done_callback(self._running.discard)
        return None

    async def _ring_one(self, table_id: str) -> None:
        try:
            await self._ring(table_id)
        except Exception:  # noqa: BLE001 - one table's clock never stops the others
            _LOG.exception("the clock of table %s failed; trying again in a minute", table_id)
            self.set(table_id, self._clock.now() + 60)


async def _sleep(clock: Clock, seconds: float) -> None:
    await clock.sleep(seconds)
