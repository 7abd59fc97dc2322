"""Observes event tables and makes their events look at them, one look at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from bot.tables.model import Status, Table
from bot.tables.ports import Clock

from .errors import NoSuchEvent

_LOG = logging.getLogger(__name__)
RETRY_SECONDS = 5.0

Seen = tuple[Status, tuple[int, ...], int, tuple[tuple[int | None, bool], ...]]


class Follower:
    """Implements the table service's `Watcher` port.

    An event ignores what happens within a hand: it looks when a hand or a game has ended, when
    somebody has come or gone, and when the table has moved.
    """

    def __init__(self, look: Callable[[str], Awaitable[None]], clock: Clock) -> None:
        self._look = look
        self._clock = clock
        self._seen: dict[str, Seen] = {}
        self._behind: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def event_table_changed(self, table: Table) -> None:
        """Make the event look at its tables if this change matters to it."""
        if table.event_id is None:
            return
        people = tuple((seat.holder, seat.away) for seat in table.seats)
        now = (table.status, table.total, table.channel_id, people)
        if table.status is Status.CLOSED:
            self._seen.pop(table.table_id, None)
        elif self._seen.get(table.table_id) == now:
            return
        else:
            self._seen[table.table_id] = now
        self.rouse(table.event_id)

    def rouse(self, event_id: str) -> None:
        """Make an event look at its tables soon."""
        self._behind.add(event_id)
        if event_id not in self._tasks:
            task = asyncio.create_task(self._follow(event_id), name=f"event {event_id}")
            self._tasks[event_id] = task

    @property
    def tasks(self) -> tuple[asyncio.Task[None], ...]:
        """The looks that are being taken."""
        return tuple(self._tasks.values())

    async def stop(self) -> None:
        """Cancel all looks."""
        tasks = self.tasks
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _follow(self, event_id: str) -> None:
        try:
            while event_id in self._behind:
                self._behind.discard(event_id)
                try:
                    with suppress(NoSuchEvent):
                        await self._look(event_id)
                except Exception:  # noqa: BLE001 - one event never stops the others
                    _LOG.exception("event %s could not follow its tables; trying again", event_id)
                    self._behind.add(event_id)
                    await self._clock.sleep(RETRY_SECONDS)
        finally:
            del self._tasks[event_id]
