"""Who is invited to which table. An invitation lasts as long as its table."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, delete, select, update

from ..database import upsert
from ..topic import Topic, reads, writes
from .schema_invitations import invitations

_invitations = invitations.c


class InvitationStore(Topic):
    """Keeps who is invited to which table."""

    @reads
    def is_invited(self, connection: Connection, table_id: str, user_id: int) -> bool:
        """Return True if somebody has invited a person to a table."""
        found = select(_invitations.at).where(
            _invitations.table_id == table_id, _invitations.user_id == user_id
        )
        return connection.scalars(found).first() is not None

    @writes
    def invite(
        self,
        connection: Connection,
        table_id: str,
        user_ids: Collection[int],
        invited_by: int,
        at: float,
    ) -> None:
        """Invite people to a table that exists."""
        rows = [
            {"table_id": table_id, "user_id": user_id, "invited_by": invited_by, "at": at}
            for user_id in sorted(user_ids)  # in one order, against deadlocks
        ]
        if rows:
            upsert(connection, invitations, rows)


def drop_invitations(connection: Connection, table_id: str) -> None:
    """Delete the invitations to a table that ends."""
    connection.execute(delete(invitations).where(_invitations.table_id == table_id))


def move_invitations(connection: Connection, table_id: str, successor: str) -> None:
    """Give the invitations to a table that has closed to the one in its place."""
    to_old = update(invitations).where(_invitations.table_id == table_id)
    connection.execute(to_old.values(table_id=successor))
