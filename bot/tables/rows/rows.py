"""The storage of tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.store.errors import Conflict
from bot.tables.stored import Change, StoredTable


class TableRows(Protocol):
    """Stores tables: ordinary ones in rows of their own, daily hands in the rows of their day."""

    async def load(self, table_id: str) -> StoredTable | None:
        """Load a table with the current hand's shake and acts; None if there is none.

        Raises StoreFailure.
        """

    async def commit(self, change: Change) -> None:
        """Write a change in one transaction.

        Raises StoreFailure, and Conflict, without any change, unless the stored version is one less
        than the table's.
        """

    async def wakes(self) -> Sequence[tuple[str, float, int]]:
        """List id, `wake_at` and server of each table with a running clock, soonest first.

        The server is 0 for a table outside of any server. Raises StoreFailure.
        """


class NoHands:
    """Keeps no hands of shared deals: for a service that has only tables of its own."""

    async def load(self, _table_id: str) -> StoredTable | None:
        """Return None."""
        return None

    async def commit(self, change: Change) -> None:
        """Raise Conflict: there is no such table."""
        raise Conflict(change.table.table_id)

    async def wakes(self) -> Sequence[tuple[str, float, int]]:
        """Return nothing."""
        return ()
