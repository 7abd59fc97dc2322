"""Rebuild the totals from finished hands and games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Table,
    delete,
    func,
    select,
    tuple_,
    update,
)

from bot.store import schema
from bot.store.rows import game_from, hand_from

from .schema_totals import ANEW, EVERYWHERE, partners, standings
from .standings import Scope, at_server, count_game, count_hand

Place = tuple[float, str, int]
"""A finished hand or game in the order in which they ended: time, table, number at the table."""


@dataclass(frozen=True, slots=True)
class Results:
    """The finished hands, or games, with their seats; `number`: the column that numbers them."""

    rows: Table
    seats: Table
    number: str


OF_HANDS = Results(schema.hands, schema.hand_players, "hand_no")
OF_GAMES = Results(schema.games, schema.game_players, "game_no")


def is_uncounted(connection: Connection) -> bool:
    """Return True if hands are stored but totals are empty, as after a migration."""
    if connection.scalar(select(standings.c.user_id).limit(1)) is not None:
        return False
    person = schema.hand_players.c.user_id
    return connection.scalar(select(person).where(person.is_not(None)).limit(1)) is not None


def recount(connection: Connection) -> None:
    """Rebuild all totals if they are empty."""
    for guild, row, seats in _in_order(connection, OF_HANDS):
        _count_hand(connection, at_server(guild), row, seats)
    for guild, row, seats in _in_order(connection, OF_GAMES):
        _count_game(connection, at_server(guild), row, seats)


@dataclass(frozen=True, slots=True)
class Recount:
    """How far a person's totals across servers are counted anew.

    `count`: how many results are counted; `hand`, `game`: the last ones.
    """

    user_id: int
    count: int = 0
    hand: Place | None = None
    game: Place | None = None


def recount_some(connection: Connection, so_far: Recount, limit: int) -> Recount | None:
    """Count some more of the results that remain; None once the new totals have replaced the old.

    Results that end meanwhile are added to the old totals, and counted here in their turn.
    """
    if so_far == Recount(so_far.user_id):
        _drop_totals(connection, ANEW, so_far.user_id)  # of a process that was killed
    scope = Scope((ANEW,), {so_far.user_id})
    hand = so_far.hand
    left = limit
    for _, row, seats in _in_order(connection, OF_HANDS, so_far.user_id, hand, left):
        hand = _count_hand(connection, scope, row, seats)
        left -= 1
    game = so_far.game
    for _, row, seats in _in_order(connection, OF_GAMES, so_far.user_id, game, left):
        game = _count_game(connection, scope, row, seats)
        left -= 1
    count = so_far.count + limit - left
    if left == 0:
        return Recount(so_far.user_id, count, hand, game)
    if count != _count_results(connection, so_far.user_id):
        return Recount(so_far.user_id)  # one came late, of a process whose clock is behind
    _drop_totals(connection, EVERYWHERE, so_far.user_id)
    for totals in (standings, partners):
        counted = update(totals).where(_theirs(totals, ANEW, so_far.user_id))
        connection.execute(counted.values(guild_id=EVERYWHERE))
    return None


def _count_results(connection: Connection, user_id: int) -> int:
    count = 0
    for seats in (schema.hand_players, schema.game_players):
        theirs = select(func.count()).select_from(seats).where(seats.c.user_id == user_id)
        count += connection.scalars(theirs).one()
    return count


def _drop_totals(connection: Connection, place: int, user_id: int) -> None:
    for totals in (standings, partners):
        connection.execute(delete(totals).where(_theirs(totals, place, user_id)))


def _theirs(totals: Table, place: int, user_id: int) -> ColumnElement[bool]:
    return (totals.c.guild_id == place) & (totals.c.user_id == user_id)


def _count_hand(
    connection: Connection, scope: Scope, row: RowMapping, seats: Sequence[RowMapping]
) -> Place:
    players = tuple(seat["user_id"] for seat in seats)
    count_hand(connection, scope, hand_from(row, players))
    return row["at"], row["table_id"], row["hand_no"]


def _count_game(
    connection: Connection, scope: Scope, row: RowMapping, seats: Sequence[RowMapping]
) -> Place:
    count_game(connection, row["table_id"], scope, game_from(row, seats))
    return row["at"], row["table_id"], row["game_no"]


def _in_order(
    connection: Connection,
    of: Results,
    user_id: int | None = None,
    after: Place | None = None,
    limit: int | None = None,
) -> Iterator[tuple[int, RowMapping, Sequence[RowMapping]]]:
    """Yield server, row, and seats of finished hands or games in the order they ended.

    `user_id`: only one person's. `after`: only those after this one.
    """
    rows = of.rows
    seats = of.seats
    number = of.number
    place = (rows.c.at, rows.c.table_id, rows.c[number])
    keys = (
        select(rows.c.table_id, rows.c[number], schema.tables.c.guild_id)
        .join(schema.tables)
        .order_by(*place)
        .limit(limit)
    )
    if user_id is not None:
        keys = keys.join_from(rows, seats).where(seats.c.user_id == user_id)
    if after is not None:
        keys = keys.where(tuple_(*place) > after)
    for table_id, this, guild in connection.execute(keys).all():
        row = select(rows).where(rows.c.table_id == table_id, rows.c[number] == this)
        seated = select(seats).where(seats.c.table_id == table_id, seats.c[number] == this)
        yield (
            guild,
            connection.execute(row).mappings().one(),
            connection.execute(seated.order_by(seats.c.seat)).mappings().all(),
        )
