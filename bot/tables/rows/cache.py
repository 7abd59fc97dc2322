"""Tables in memory: loaded on first use, each under its lock, the most recently used ones kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from bot.store.results import ResultStore
from bot.store.tables import TableStore
from bot.tables.deals.ids import is_hand, person_of
from bot.tables.errors import NoSuchTable
from bot.tables.loaded import LoadedTable, rebuild, with_table
from bot.tables.model import Status
from bot.tables.ports import store_errors_as_try_again
from bot.tables.stored import StoredTable
from bot.values.clock import Clock

from .rows import TableRows

MOST_CACHED = 2000
NO_LATER = 2**31  # above every version: an ended table has no newer one


class Slot:
    """One table's cache entry. Readers and writers hold its lock."""

    __slots__ = ("lock", "published", "users", "value")

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.published = -1  # the newest version given to the publisher
        self.value: LoadedTable | None = None
        self.users = 0

    @property
    def table(self) -> LoadedTable:
        """The table; only for the lock's holder, while the value is fresh."""
        if self.value is None:
            raise RuntimeError("the table was not read")
        return self.value


class TableCache:
    """Loads tables on first use and caches the most recently used ones."""

    def __init__(
        self,
        tables: TableStore,
        hands: TableRows,
        results: ResultStore,
        clock: Clock,
        most_cached: int = MOST_CACHED,
    ) -> None:
        self._tables = tables
        self._hands = hands
        self._results = results
        self._clock = clock
        self._most_cached = most_cached
        self._slots: OrderedDict[str, Slot] = OrderedDict()
        self._ended: deque[str] = deque(maxlen=most_cached)  # for late notices of their end

    def __len__(self) -> int:
        return len(self._slots)

    @asynccontextmanager
    async def hold(self, table_id: str, *, anew: bool = False) -> AsyncIterator[Slot]:
        """Lock a table and yield its loaded slot. Raises NoSuchTable and TryAgain.

        `anew`: load it also if it is in memory.
        """
        slot = self._slots.get(table_id)
        if slot is None:
            slot = self._slots[table_id] = Slot()
        self._slots.move_to_end(table_id)
        slot.users += 1
        try:
            async with slot.lock:
                if anew:
                    slot.value = None
                if slot.value is None:
                    slot.value = await self._rebuild(await self._load_row(table_id))
                yield slot
        finally:
            slot.users -= 1
            self._forget(table_id, slot)

    def rows_of(self, table_id: str) -> TableRows:
        """Return the rows that store a table: those of tables, or those of daily hands."""
        return self._hands if is_hand(table_id) else self._tables

    async def read(self, table_id: str) -> LoadedTable:
        """Return a table; wait for its lock only while it is loaded or written.

        Raises NoSuchTable and TryAgain.
        """
        slot = self._slots.get(table_id)
        if slot is None or slot.value is None:
            async with self.hold(table_id) as held:
                return held.table
        self._slots.move_to_end(table_id)
        return slot.value

    async def renew(self, slot: Slot) -> bool:
        """Reload a locked table; return True if another process had written it.

        Raises NoSuchTable and TryAgain; the table is then read again before its next use.
        """
        before = slot.table
        slot.value = None
        stored = await self._load_row(before.table.table_id)
        if stored.table.version == before.table.version:
            slot.value = before
            return False
        slot.value = await self._rebuild(stored)
        return True

    def published_version(self, table_id: str) -> int | None:
        """Return the version last given to the publisher; None if the table is not loaded."""
        slot = self._slots.get(table_id)
        if slot is None:
            return NO_LATER if table_id in self._ended else None
        return slot.published

    async def invalidate(self) -> None:
        """Reload every table before its next use: change notices may have been missed."""
        await self._reload(list(self._slots))

    async def reload_hands_of(self, user_id: int) -> None:
        """Reload a person's hands of shared deals before their next use."""
        hands = [key for key in self._slots if is_hand(key) and person_of(key) == user_id]
        await self._reload(hands)

    async def _reload(self, table_ids: Sequence[str]) -> None:
        for table_id in table_ids:
            slot = self._slots.get(table_id)
            if slot is None:
                continue
            async with slot.lock:
                slot.value = None
                slot.published = -1

    async def _load_row(self, table_id: str) -> StoredTable:
        with store_errors_as_try_again():
            stored = await self.rows_of(table_id).load(table_id)
        if stored is None:
            raise NoSuchTable
        return stored

    async def _rebuild(self, stored: StoredTable) -> LoadedTable:
        table = stored.table
        coming = None
        rated = None
        with store_errors_as_try_again():
            if table.status is not Status.LOBBY and not table.deals.one_hand:
                coming = await self._tables.shake_of(table.table_id, table.hand_no + 1)
            if table.winner is not None:
                rated = await self._results.rated(table.table_id, table.game_no)
        return _without_future_wait(rebuild(stored, coming, rated), self._clock.now())

    def _forget(self, table_id: str, slot: Slot) -> None:
        """Evict an unused slot, and the least recently used ones above the limit."""
        unused = slot.value is None or slot.value.table.status is Status.CLOSED
        if unused and not slot.users:
            self._slots.pop(table_id, None)
            if slot.value is not None:
                self._ended.append(table_id)
        while len(self._slots) > self._most_cached:
            oldest = next((key for key, other in self._slots.items() if not other.users), None)
            if oldest is None:
                return
            del self._slots[oldest]


def _without_future_wait(live: LoadedTable, now: float) -> LoadedTable:
    """Clamp the start of a wait to now: the clock of the process that saved it may run ahead."""
    return with_table(live, turn_since=now) if live.table.turn_since > now else live
