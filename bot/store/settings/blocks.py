"""Whom people have blocked. A block is the blocker's data; see PRIVACY.md."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement, Connection, Select, and_, delete, func, insert, select

from .. import schema
from ..database import wait_turn
from ..topic import Topic, reads, writes
from .schema_settings import person_blocks

_blocks = person_blocks.c


class PersonBlockStore(Topic):
    """Keeps whom people have blocked."""

    @reads
    def has_blocked(self, connection: Connection, user_id: int, other_id: int) -> bool:
        """Return True if the first person has blocked the second."""
        return connection.scalars(blocks_between(user_id, other_id)).first() is not None

    @reads
    def is_kept_away(self, connection: Connection, table_id: str, user_id: int) -> bool:
        """Return True if the host of a table has blocked a person."""
        tables = schema.tables.c
        found = select(_blocks.at).join(schema.tables, tables.host_id == _blocks.user_id)
        found = found.where(tables.table_id == table_id, _blocks.blocked_user_id == user_id)
        return connection.scalars(found).first() is not None

    @reads
    def blocked_by(self, connection: Connection, user_id: int) -> Sequence[tuple[int, str]]:
        """List whom a person has blocked, the newest first, with their names as far as known."""
        people = schema.people.c
        found = select(_blocks.blocked_user_id, func.coalesce(people.name, ""))
        found = found.outerjoin(schema.people, people.user_id == _blocks.blocked_user_id)
        theirs = found.where(_blocks.user_id == user_id)
        newest = theirs.order_by(_blocks.at.desc(), _blocks.blocked_user_id)
        return [(other_id, name) for other_id, name in connection.execute(newest)]

    @reads
    def blocked_among(
        self, connection: Connection, user_id: int, people: Collection[int]
    ) -> frozenset[int]:
        """Return those of some people whom a person has blocked."""
        theirs = select(_blocks.blocked_user_id).where(
            _blocks.user_id == user_id, _blocks.blocked_user_id.in_(people)
        )
        return frozenset(connection.scalars(theirs))

    @writes
    def add_block(
        self, connection: Connection, user_id: int, other_id: int, at: float, most: int
    ) -> bool:
        """Block a person; return False, and change nothing, if `most` are blocked already."""
        wait_turn(connection, user_id)
        if connection.scalars(blocks_between(user_id, other_id)).first() is not None:
            return True
        count = select(func.count()).where(_blocks.user_id == user_id)
        if connection.scalars(count).one() >= most:
            return False
        row = {"user_id": user_id, "blocked_user_id": other_id, "at": at}
        connection.execute(insert(person_blocks), row)
        return True

    @writes
    def drop_block(self, connection: Connection, user_id: int, other_id: int) -> None:
        """Unblock a person."""
        connection.execute(delete(person_blocks).where(_is(user_id, other_id)))


def blocks_between(user_id: int, other_id: int) -> Select[tuple[float]]:
    """Select the time at which the first person blocked the second, if they did."""
    return select(_blocks.at).where(_is(user_id, other_id))


def _is(user_id: int, other_id: int) -> ColumnElement[bool]:
    return and_(_blocks.user_id == user_id, _blocks.blocked_user_id == other_id)
