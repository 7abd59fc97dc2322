"""How much of a bot is in use now: what a host asks of a running bot's database."""

from __future__ import annotations

from sqlalchemy import Connection, distinct, func, select, text

from .. import schema

_tables, _seats = schema.tables.c, schema.seats.c


def in_use(connection: Connection) -> tuple[int, int]:
    """Return how many tables are live, and how many people sit at them."""
    tables = select(func.count()).select_from(schema.tables).where(text(schema.LIVE))
    people = select(func.count(distinct(_seats.user_id))).where(_seats.live)
    return connection.scalars(tables).one(), connection.scalars(people).one()
