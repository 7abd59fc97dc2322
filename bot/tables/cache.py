"""The tables in memory, each behind its own lock."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from .errors import NoSuchTable
from .loaded import LoadedTable, rebuild
from .model import Status, Stored
from .ports import Store, saved

KEPT = 2000


class Slot:
    """One table's place in memory. Whoever reads or changes it holds its lock."""

    __slots__ = ("lock", "users", "value")

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.value: LoadedTable | None = None
        self.users = 0

    @property
    def table(self) -> LoadedTable:
        """The table; only for the holder of the lock, while the value is fresh."""
        if self.value is None:
            raise RuntimeError("the table was not read")
        return self.value


class TableCache:
    """Loads tables when they are first touched and keeps the most recently used ones."""

    def __init__(self, store: Store, kept: int = KEPT) -> None:
        self._store = store
        self._kept = kept
        self._slots: OrderedDict[str, Slot] = OrderedDict()

    def __len__(self) -> int:
        return len(self._slots)

    @asynccontextmanager
    async def hold(self, table_id: str) -> AsyncIterator[Slot]:
        """Lock a table and give its slot, loaded. Raises NoSuchTable and TryAgain."""
        slot = self._slots.setdefault(table_id, Slot())
        self._slots.move_to_end(table_id)
        slot.users += 1
        try:
            async with slot.lock:
                if slot.value is None:
                    slot.value = await self._rebuilt(await self._stored(table_id))
                yield slot
        finally:
            slot.users -= 1
            self._forget(table_id, slot)

    async def renew(self, slot: Slot) -> bool:
        """Reload a held table; return whether somebody else had written it."""
        stored = await self._stored(slot.table.table.table_id)
        if stored.table.version == slot.table.table.version:
            return False
        slot.value = await self._rebuilt(stored)
        return True

    async def _stored(self, table_id: str) -> Stored:
        with saved():
            stored = await self._store.load(table_id)
        if stored is None:
            raise NoSuchTable
        return stored

    async def _rebuilt(self, stored: Stored) -> LoadedTable:
        table, coming, rated = stored.table, None, None
        with saved():
            if table.status is not Status.LOBBY:
                coming = await self._store.shake_of(table.table_id, table.hand_no + 1)
            if table.winner is not None:
                rated = await self._store.rated(table.table_id, table.game_no)
        return rebuild(stored, coming, rated)

    def _forget(self, table_id: str, slot: Slot) -> None:
        """Drop a slot that nobody needs, and the oldest ones beyond the limit."""
        unused = slot.value is None or slot.value.table.status is Status.CLOSED
        if unused and not slot.users:
            self._slots.pop(table_id, None)
        while len(self._slots) > self._kept:
            oldest = next((key for key, other in self._slots.items() if not other.users), None)
            if oldest is None:
                return
            del self._slots[oldest]
