"""The host's orders to a running bot: block people and servers, and close tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, delete, select, text

from .. import schema
from ..database import upsert
from ..topic import Topic, reads, writes
from . import schema_host

_blocks = schema_host.blocks.c
_orders = schema_host.close_orders.c
_blocked = select(_blocks.blocked_id)


class HostStore(Topic):
    """Keeps the host's orders: who is blocked, and what is to be closed."""

    @writes
    def block(self, connection: Connection, blocked_id: int, at: float) -> bool:
        """Block a person or a server; return False if they are already blocked."""
        found = select(_blocks.blocked_id).where(_blocks.blocked_id == blocked_id)
        if connection.scalar(found) is not None:
            return False
        connection.execute(schema_host.blocks.insert().values(blocked_id=blocked_id, at=at))
        return True

    @writes
    def unblock(self, connection: Connection, blocked_id: int) -> bool:
        """Unblock a person or a server; return False if they were not blocked."""
        gone = delete(schema_host.blocks).where(_blocks.blocked_id == blocked_id)
        return bool(connection.execute(gone).rowcount)

    @reads
    def blocked(self, connection: Connection) -> Collection[int]:
        """List the blocked people and servers."""
        return frozenset(connection.scalars(_blocked))

    @reads
    def live_in_blocked_servers(
        self, connection: Connection
    ) -> tuple[Sequence[str], Sequence[str]]:
        """List the live tables and the live events of blocked servers."""
        live = text(schema.LIVE)
        tables = schema.tables.c
        events = schema.events.c
        found_tables = select(tables.table_id).where(live, tables.guild_id.in_(_blocked))
        found_events = select(events.event_id).where(live, events.guild_id.in_(_blocked))
        return list(connection.scalars(found_tables)), list(connection.scalars(found_events))

    @writes
    def order_close(self, connection: Connection, table_id: str, at: float) -> None:
        """Order a running bot to close a table."""
        row = {"table_id": table_id, "at": at}
        upsert(connection, schema_host.close_orders, [row])

    @reads
    def close_orders(self, connection: Connection) -> Sequence[str]:
        """List the tables that the host wants closed."""
        return list(connection.scalars(select(_orders.table_id).order_by(_orders.at)))

    @writes
    def drop_close_order(self, connection: Connection, table_id: str) -> None:
        """Delete the order to close a table, which is now closed."""
        connection.execute(delete(schema_host.close_orders).where(_orders.table_id == table_id))
