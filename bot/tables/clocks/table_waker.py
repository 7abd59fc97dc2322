"""Wakes tables after a start or an outage, and tables whose screens must be sent again."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from time import monotonic

from bot.tables.deals.ids import named
from bot.tables.errors import NoSuchTable
from bot.tables.ports import log_failure, store_errors_as_try_again
from bot.tables.repository import TableRepository
from bot.tables.rows.rows import TableRows
from bot.tables.sharing.homes import home_of
from bot.values.clock import Clock

from .deadlines import Scheduler

_LOG = logging.getLogger(__name__)
AT_ONCE = 4
PAUSE_SECONDS = 0.05
LONGEST_PAUSE_SECONDS = 1.0
RETRY_SECONDS = 5.0


def pause_after(took: float) -> float:
    """Return for how many real seconds a worker pauses after a table that took so many."""
    return min(max(PAUSE_SECONDS, took), LONGEST_PAUSE_SECONDS)


class TableWaker:
    """Publishes tables and arms their timers, though they have not changed.

    A few at a time, so that no button press waits behind thousands of tables. After each one a
    worker pauses for as long as it took, so that a slow process has time for answers.
    """

    def __init__(
        self,
        rows: Sequence[TableRows],
        repository: TableRepository,
        scheduler: Scheduler,
        clock: Clock,
    ) -> None:
        self._rows = rows
        self._repository = repository
        self._scheduler = scheduler
        self._clock = clock
        self._waiting: OrderedDict[str, None] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self.started = False  # True if the publisher is ready

    @property
    def tasks(self) -> tuple[asyncio.Task[None], ...]:
        """The running workers."""
        return tuple(self._tasks)

    async def resume(self, serves: Callable[[int], bool]) -> None:
        """Wake every table of these homes with a running clock, the most urgent first.

        Timers due later are armed first, so that they don't wait for the queue. `serves` gets what
        `home_of` returns.
        """
        with store_errors_as_try_again():
            found = [each for rows in self._rows for each in await rows.wakes()]
        now = self._clock.now()
        for table_id, at, guild_id in sorted(found, key=lambda wake: wake[1]):
            if not serves(home_of(table_id, guild_id)):
                continue
            self._waiting[table_id] = None
            if at > now:
                self._scheduler.set(table_id, at)
        self._take_next()

    def show(self, table_id: str) -> None:
        """Wake a table ahead of all others."""
        self._waiting[table_id] = None
        self._waiting.move_to_end(table_id, last=False)
        self._take_next()

    def show_idle(self, table_id: str) -> None:
        """Wake a table unless its timer is armed already."""
        if not self._scheduler.is_busy(table_id):
            self.show(table_id)

    def start(self) -> None:
        """Start the workers."""
        self.started = True
        self._take_next()

    async def stop(self) -> None:
        """Stop the workers and clear the queue."""
        self.started = False
        self._waiting.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _take_next(self) -> None:
        if not self.started:
            return
        for _ in range(min(AT_ONCE, len(self._waiting)) - len(self._tasks)):
            task = asyncio.create_task(self._work(), name="waking tables")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _work(self) -> None:
        while self._waiting:
            table_id, _ = self._waiting.popitem(last=False)
            began = monotonic()
            try:
                await self._wake(table_id)
            except NoSuchTable:
                continue
            except Exception as error:  # noqa: BLE001 - one table never stops the others
                log_failure(_LOG, error, "could not wake table %s; retrying", named(table_id))
                await self._clock.sleep(RETRY_SECONDS)
                self._waiting[table_id] = None
            if self._waiting:
                await asyncio.sleep(pause_after(monotonic() - began))

    async def _wake(self, table_id: str) -> None:
        live = await self._repository.read(table_id)
        if self._repository.serves(live):  # otherwise another process serves it
            self._repository.publish(live)
            self._scheduler.set(table_id, self._clock.now())
            await self._repository.publisher.shown(table_id)
