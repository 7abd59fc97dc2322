"""Counts all totals anew from the finished hands and games, where there are none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import Connection, RowMapping, Table, select

from . import schema
from .rows import game_from, hand_from
from .schema_totals import standings
from .standings import count_game, count_hand


def is_uncounted(connection: Connection) -> bool:
    """Return whether people's hands are stored and nothing is counted, as after a migration."""
    if connection.scalar(select(standings.c.user_id).limit(1)) is not None:
        return False
    person = schema.hand_players.c.user_id
    return connection.scalar(select(person).where(person.is_not(None)).limit(1)) is not None


def recount(connection: Connection) -> None:
    """Count everything anew, where nothing is counted."""
    for guild, row, seats in _in_order(connection, schema.hands, schema.hand_players, "hand_no"):
        count_hand(connection, guild, hand_from(row, tuple(seat["user_id"] for seat in seats)))
    for guild, row, seats in _in_order(connection, schema.games, schema.game_players, "game_no"):
        count_game(connection, row["table_id"], guild, game_from(row, seats))


def _in_order(
    connection: Connection, rows: Table, seats: Table, number: str
) -> Iterator[tuple[int, RowMapping, Sequence[RowMapping]]]:
    """Yield server, row and seats of each finished hand or game, in the order of their ends."""
    tables = schema.tables.c
    keys = (
        select(rows.c.table_id, rows.c[number], tables.guild_id)
        .join(schema.tables, tables.table_id == rows.c.table_id)
        .order_by(rows.c.at, rows.c.table_id, rows.c[number])
    )
    for table_id, this, guild in connection.execute(keys).all():
        row = select(rows).where(rows.c.table_id == table_id, rows.c[number] == this)
        seated = select(seats).where(seats.c.table_id == table_id, seats.c[number] == this)
        yield (
            guild,
            connection.execute(row).mappings().one(),
            connection.execute(seated.order_by(seats.c.seat)).mappings().all(),
        )
