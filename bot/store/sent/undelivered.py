"""Messages that Discord refused for good, until whom they concern has been told."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement, Connection, and_, delete, select, update

from bot.values.undelivered import Undelivered, UndeliveredKind

from ..database import upsert
from ..rows import row_of, value_of
from ..topic import Topic, reads, writes
from .schema_sent import undelivered as table

_columns = table.c
_untold = and_(_columns.told.is_(False), _columns.reason != "", _columns.user_id.is_not(None))


class UndeliveredStore(Topic):
    """Keeps the messages that Discord refused."""

    @reads
    def find_undelivered(
        self, connection: Connection, kind: UndeliveredKind, key: str
    ) -> Undelivered | None:
        """Load what is stored about a message; None if nothing is."""
        found = _load(connection, _is(kind, key))
        return found[0] if found else None

    @writes
    def save_undelivered(self, connection: Connection, found: Undelivered) -> None:
        """Save a refused message, replacing what is stored about it."""
        upsert(connection, table, [row_of(table, found)])

    @writes
    def drop_undelivered(self, connection: Connection, kind: UndeliveredKind, key: str) -> None:
        """Delete what is stored about a message."""
        connection.execute(delete(table).where(_is(kind, key)))

    @reads
    def undelivered_boards(self, connection: Connection, guild_id: int) -> Sequence[Undelivered]:
        """List the refused messages of a server that concern its managers."""
        return _load(connection, _of_managers(guild_id))

    @writes
    def drop_undelivered_boards(self, connection: Connection, guild_id: int) -> None:
        """Delete the refused messages of a server that concern its managers."""
        connection.execute(delete(table).where(_of_managers(guild_id)))

    @reads
    def people_to_tell(self, connection: Connection) -> Collection[int]:
        """Return the people who have not been told yet of a refused message."""
        return frozenset(connection.scalars(select(_columns.user_id).where(_untold)))

    @reads
    def untold(self, connection: Connection, user_id: int) -> Sequence[Undelivered]:
        """List the refused messages of which a person has not been told."""
        return _load(connection, _untold & (_columns.user_id == user_id))

    @writes
    def mark_told_undelivered(self, connection: Connection, user_id: int) -> None:
        """Record that a person has been told of all their refused messages."""
        theirs = update(table).where(_untold & (_columns.user_id == user_id))
        connection.execute(theirs.values(told=True))


def _load(connection: Connection, condition: ColumnElement[bool]) -> Sequence[Undelivered]:
    found = select(table).where(condition).order_by(_columns.at, _columns.key)
    return [
        value_of(Undelivered, row, kind=UndeliveredKind(row["kind"]))
        for row in connection.execute(found).mappings()
    ]


def _is(kind: UndeliveredKind, key: str) -> ColumnElement[bool]:
    return and_(_columns.kind == kind.value, _columns.key == key)


def _of_managers(guild_id: int) -> ColumnElement[bool]:
    theirs = _columns.kind.in_([UndeliveredKind.DAILY_BOARD.value, UndeliveredKind.WELCOME.value])
    return and_(_columns.guild_id == guild_id, theirs, _columns.reason != "")
