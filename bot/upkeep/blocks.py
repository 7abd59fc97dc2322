"""Blocked people and servers, and other orders of the host."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from typing import TypeAlias

from bot.events.errors import EventError
from bot.store.host.orders import HostStore
from bot.tables.errors import ShutOut, TableError

_LOG = logging.getLogger(__name__)
ALWAYS = ("/privacy", "privacy", "daily stop")
"""How the requests begin that even blocked people can make: about their data and reminders."""
Close: TypeAlias = Callable[[str], Awaitable[object]]
"""Ends a table or an event for good; does nothing if it has ended."""


class HostBlocks:
    """The blocked people and servers, cached from the database."""

    def __init__(self, store: HostStore) -> None:
        self._store = store
        self._blocked: Collection[int] = frozenset()

    def require(self, user_id: int, guild_id: int | None, request: str) -> None:
        """Raise ShutOut if the user or server is blocked, unless the request is in ALWAYS."""
        if not request.startswith(ALWAYS) and (
            user_id in self._blocked or guild_id in self._blocked
        ):
            raise ShutOut(everyone=user_id not in self._blocked)

    async def read_again(self) -> None:
        """Reload the blocks. Raises StoreFailure."""
        self._blocked = await self._store.blocked()


class HostOrders:
    """Closes the tables that the host wants closed, and those of blocked servers."""

    def __init__(self, store: HostStore, close_table: Close, close_event: Close) -> None:
        self._store = store
        self._close_table = close_table
        self._close_event = close_event

    async def carry_out(self) -> None:
        """Close the tables and events to be closed. Raises StoreFailure."""
        tables, events = await self._store.live_in_blocked_servers()
        for event_id in events:
            await _close("event", event_id, self._close_event(event_id))
        for table_id in tables:
            await _close("table", table_id, self._close_table(table_id))
        for table_id in await self._store.close_orders():
            if await _close("table", table_id, self._close_table(table_id)):
                await self._store.drop_close_order(table_id)


async def _close(what: str, name: str, closing: Awaitable[object]) -> bool:
    """Return True once it is closed; False if it must be retried."""
    try:
        await closing
    except (TableError, EventError) as error:
        _LOG.warning("could not close %s %s yet: %s", what, name, type(error).__name__)
        return False
    _LOG.info("closed %s %s, as the host ordered", what, name)
    return True
