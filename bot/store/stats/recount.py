"""Rebuild the totals from finished hands and games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import Connection, RowMapping, Table, delete, select

from bot.store import schema
from bot.store.rows import game_from, hand_from

from .schema_totals import EVERYWHERE, partners, standings
from .standings import Scope, at_server, count_game, count_hand


def is_uncounted(connection: Connection) -> bool:
    """Return True if hands are stored but totals are empty, as after a migration."""
    if connection.scalar(select(standings.c.user_id).limit(1)) is not None:
        return False
    person = schema.hand_players.c.user_id
    return connection.scalar(select(person).where(person.is_not(None)).limit(1)) is not None


def recount(connection: Connection) -> None:
    """Rebuild all totals if they are empty."""
    _count(connection, None)


def recount_everywhere(connection: Connection, user_id: int) -> None:
    """Rebuild a person's totals across servers from the results that remain."""
    for totals in (standings, partners):
        here = totals.c.guild_id == EVERYWHERE
        connection.execute(delete(totals).where(here, totals.c.user_id == user_id))
    _count(connection, user_id)


def _count(connection: Connection, user_id: int | None) -> None:
    """Add up everyone's results everywhere, or one person's across servers."""

    def scope(guild: int) -> Scope:
        return at_server(guild) if user_id is None else Scope((EVERYWHERE,), {user_id})

    hands = _in_order(connection, schema.hands, schema.hand_players, "hand_no", user_id)
    for guild, row, seats in hands:
        players = tuple(seat["user_id"] for seat in seats)
        count_hand(connection, scope(guild), hand_from(row, players))
    games = _in_order(connection, schema.games, schema.game_players, "game_no", user_id)
    for guild, row, seats in games:
        count_game(connection, row["table_id"], scope(guild), game_from(row, seats))


def _in_order(
    connection: Connection, rows: Table, seats: Table, number: str, user_id: int | None
) -> Iterator[tuple[int, RowMapping, Sequence[RowMapping]]]:
    """Yield server, row, and seats of each finished hand or game in the order they ended.

    `user_id`: only one person's.
    """
    tables = schema.tables.c
    keys = (
        select(rows.c.table_id, rows.c[number], tables.guild_id)
        .join(schema.tables)
        .order_by(rows.c.at, rows.c.table_id, rows.c[number])
    )
    if user_id is not None:
        keys = keys.join_from(rows, seats).where(seats.c.user_id == user_id)
    for table_id, this, guild in connection.execute(keys).all():
        row = select(rows).where(rows.c.table_id == table_id, rows.c[number] == this)
        seated = select(seats).where(seats.c.table_id == table_id, seats.c[number] == this)
        yield (
            guild,
            connection.execute(row).mappings().one(),
            connection.execute(seated.order_by(seats.c.seat)).mappings().all(),
        )
