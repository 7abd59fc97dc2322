"""The current use of a bot, read from its database for the host."""

from __future__ import annotations

from sqlalchemy import Connection, distinct, func, select, text

from .. import schema

_tables = schema.tables.c
_seats = schema.seats.c


def in_use(connection: Connection) -> tuple[int, int]:
    """Count the live tables, and the people who sit at them."""
    tables = select(func.count()).select_from(schema.tables).where(text(schema.LIVE))
    people = select(func.count(distinct(_seats.user_id))).where(_seats.live)
    return connection.scalars(tables).one(), connection.scalars(people).one()
