"""Tables, with their seats, acts, shakes and draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy import (
    ColumnElement,
    Connection,
    TextClause,
    bindparam,
    delete,
    distinct,
    func,
    insert,
    select,
    text,
    update,
)

from bot.tables.model import Seat, Status, Table, is_live_seat
from bot.tables.stored import (
    NOTHING_UNIQUE,
    Act,
    Change,
    SeatChange,
    StoredDraw,
    StoredShake,
    StoredTable,
    UniqueResources,
)

from . import schema
from .daily.due_boards import mark_first_games
from .database import upsert, wait_turn
from .errors import Conflict
from .finishing import write_game, write_hand
from .rows import (
    guild_key,
    row_of,
    seat_from,
    seat_row,
    table_changes,
    table_from,
    table_row,
    value_of,
)
from .settings.invitations import drop_invitations, move_invitations
from .stats.ratings import settle
from .stats.standings import at_server, count_game
from .topic import Topic, reads, writes

Secret = TypeVar("Secret", StoredShake, StoredDraw)

_tables = schema.tables.c
_seats = schema.seats.c
_log = schema.seat_log.c
# a literal copy of the partial indexes' condition, so that they are used
_LIVE = text(schema.LIVE.replace("status", "tables.status"))
_NEXT_VERSION = update(schema.tables).where(
    _tables.table_id == bindparam("key"), _tables.version == bindparam("before")
)


class TableStore(Topic):
    """Keeps tables, with their seats, acts, shakes and draws."""

    @writes
    def create(
        self,
        connection: Connection,
        table: Table,
        shake: StoredShake,
        seat_log: Sequence[SeatChange] = (),
        unique: UniqueResources = NOTHING_UNIQUE,
        draw: StoredDraw | None = None,
        replaces: str | None = None,
    ) -> Table:
        """Insert a table under the lowest number free in its server; return it.

        An event's table already has its number; one without a place has none. `replaces`: the table
        in whose place it goes on; it gets that one's invitations. Raises Conflict if the id or code
        is taken, or another table has one of the unique resources.
        """
        _require_unique(connection, table, unique)
        has_number = table.event_id is not None or table.place is None
        numbered = table if has_number else _assign_number(connection, table)
        connection.execute(insert(schema.tables), table_row(numbered))
        if table.seats:
            _insert_seats(connection, table)
        _put_secrets(connection, table.table_id, [shake], draw)
        _log_seats(connection, table.table_id, seat_log)
        if replaces is not None:
            move_invitations(connection, replaces, table.table_id)
        return numbered

    async def commit(self, change: Change) -> None:
        """Write a change in one transaction.

        Raises Conflict, and writes nothing, unless the stored version is one less than the
        table's, the number of each act is new, and its unique resources are free.
        """
        await self._write(change)
        if self._database.observer is not None:
            game = None if change.game is None else change.game.game
            self._database.observer.table_saved(
                len(change.acts), hand=change.hand is not None, game=game
            )

    @writes
    def _write(self, connection: Connection, change: Change) -> None:
        table = change.table
        key = {"key": table.table_id, "before": table.version - 1}
        if connection.execute(_NEXT_VERSION, table_changes(table) | key).rowcount != 1:
            raise Conflict(f"table {table.table_id} is not at version {table.version - 1}")
        _require_unique(connection, table, change.unique)
        _write_seats(connection, change)
        _log_seats(connection, table.table_id, change.seat_log)
        if change.acts:
            rows = [row_of(schema.acts, act, table_id=table.table_id) for act in change.acts]
            connection.execute(insert(schema.acts), rows if len(rows) > 1 else rows[0])
        _put_secrets(connection, table.table_id, change.shakes, change.draw)
        if change.hand is not None:
            write_hand(connection, table, change.hand)
        if change.game is not None:
            write_game(connection, table, change.game)
            # Rated first: a hint keeps a game off the leaderboards, too.
            settle(connection, table, change.game, change.game.at)
            scope = at_server(guild_key(table.guild_id))
            count_game(connection, table.table_id, scope, change.game)
            mark_first_games(connection, guild_key(table.guild_id), change.game.players)
        elif table.status is Status.CLOSED and table.winner is None:
            settle(connection, table, None, table.closed_at or 0.0)
        if table.status is Status.CLOSED and not change.is_replaced:
            drop_invitations(connection, table.table_id)

    @reads
    def load(self, connection: Connection, table_id: str) -> StoredTable | None:
        """Load a table with the current hand's shake and acts, and its draw, or None."""
        found = _load_where(connection, _tables.table_id == table_id)
        if not found:
            return None
        (table,) = found
        acts = schema.acts.c
        statement = (
            select(schema.acts)
            .where(acts.table_id == table_id, acts.hand_no == table.hand_no)
            .order_by(acts.seq)
        )
        return StoredTable(
            table=table,
            shake=_find_secret(
                connection, StoredShake, schema.shakes, table_id=table_id, hand_no=table.hand_no
            ),
            acts=tuple(value_of(Act, act) for act in connection.execute(statement).mappings()),
            draw=_find_secret(
                connection, StoredDraw, schema.draws, table_id=table_id, game_no=table.draw_game
            ),
        )

    @reads
    def shake_of(self, connection: Connection, table_id: str, hand_no: int) -> StoredShake | None:
        """Return the shake of a hand."""
        return _find_secret(
            connection, StoredShake, schema.shakes, table_id=table_id, hand_no=hand_no
        )

    @reads
    def draw_of(self, connection: Connection, table_id: str, game_no: int) -> StoredDraw | None:
        """Return the draw before a game."""
        return _find_secret(
            connection, StoredDraw, schema.draws, table_id=table_id, game_no=game_no
        )

    @reads
    def live_tables(
        self,
        connection: Connection,
        *,
        guild_id: int | None = None,
        channel_id: int | None = None,
        event_id: str | None = None,
    ) -> Sequence[Table]:
        """Return the tables that are not closed, oldest first."""
        asked = (
            (_tables.guild_id, guild_id),
            (_tables.channel_id, channel_id),
            (_tables.event_id, event_id),
        )
        return _load_where(
            connection, _LIVE, *(column == value for column, value in asked if value is not None)
        )

    @reads
    def live_places(self, connection: Connection) -> Sequence[tuple[int, int]]:
        """List server and channel of each open table that has them."""
        found = select(_tables.guild_id, _tables.channel_id).where(
            _LIVE, _tables.guild_id != 0, _tables.channel_id != 0
        )
        return [(row.guild_id, row.channel_id) for row in connection.execute(found)]

    @reads
    def channel_of_plan(self, connection: Connection, plan: str) -> int | None:
        """Return where a plan has opened its table; None if it has not."""
        opened = text("plan IS NOT NULL")
        return connection.scalar(select(_tables.channel_id).where(opened, _tables.plan == plan))

    @reads
    def table_with_code(self, connection: Connection, code: str) -> str | None:
        """Return the id of the open table with a code, or None."""
        coded = text(schema.CODED)
        return connection.scalar(select(_tables.table_id).where(coded, _tables.code == code))

    @reads
    def tables_of(self, connection: Connection, user_id: int) -> Sequence[Table]:
        """Return the open tables where a person has a seat, or a reservation."""
        return _load_where(connection, _LIVE, _is_of(user_id))

    @reads
    def wakes(self, connection: Connection) -> Sequence[tuple[str, float, int]]:
        """List id, `wake_at` and server of each table with a running clock, soonest first.

        The server is 0 for a table outside of any server.
        """
        statement = (
            select(_tables.table_id, _tables.wake_at, _tables.guild_id)
            .where(_tables.wake_at.is_not(None))
            .order_by(_tables.wake_at)
        )
        return [tuple(row) for row in connection.execute(statement)]

    @reads
    def in_use(self, connection: Connection) -> tuple[int, int]:
        """Count the live tables, and the people who sit at them."""
        tables = select(func.count()).select_from(schema.tables).where(_LIVE)
        people = select(func.count(distinct(_seats.user_id))).where(_seats.live)
        return connection.scalars(tables).one(), connection.scalars(people).one()


def _assign_number(connection: Connection, table: Table) -> Table:
    guild = guild_key(table.guild_id)
    wait_turn(connection, guild)
    live = text(schema.LIVE_BY_ITSELF)
    taken = set(connection.scalars(select(_tables.number).where(live, _tables.guild_id == guild)))
    number = next(n for n in range(1, len(taken) + 2) if n not in taken)
    return replace(table, place=replace(table.known_place, number=number))


def _require_unique(connection: Connection, table: Table, unique: UniqueResources) -> None:
    """Raise Conflict if another table holds a resource that must be unique.

    Processes that take the same resource wait for each other's commit.
    """
    place = () if unique.channel_id is None else (unique.channel_id,)
    for key in (*sorted(unique.people), *place):  # in one order, against deadlocks
        wait_turn(connection, key)
    others: list[Table] = []
    for user_id in unique.people:
        theirs = _load_where(connection, _LIVE, _is_of(user_id))
        others += [each for each in theirs if is_live_seat(each, user_id)]
    if unique.channel_id is not None:
        others += _load_where(connection, _LIVE, _tables.channel_id == unique.channel_id)
    if any(other.table_id != table.table_id for other in others):
        raise Conflict(f"table {table.table_id} lost the race for {unique}")


def _write_seats(connection: Connection, change: Change) -> None:
    """Save the seats that changed; all of them when the table closes."""
    table = change.table
    if change.resized:
        connection.execute(delete(schema.seats).where(_seats.table_id == table.table_id))
        _insert_seats(connection, table)
        return
    if table.status is Status.CLOSED:
        numbers: Sequence[int] = range(len(table.seats))
    else:
        numbers = change.seats
    for number in numbers:
        statement = update(schema.seats).where(
            _seats.table_id == table.table_id, _seats.seat == number
        )
        connection.execute(statement.values(seat_row(table, number)))


def _insert_seats(connection: Connection, table: Table) -> None:
    rows = [seat_row(table, number) for number in range(len(table.seats))]
    connection.execute(insert(schema.seats), rows)


def _log_seats(connection: Connection, table_id: str, seat_log: Sequence[SeatChange]) -> None:
    """Append to a table's seat log; only the writer of the next version may."""
    if not seat_log:
        return
    written = select(func.coalesce(func.max(_log.number), 0)).where(_log.table_id == table_id)
    first = connection.execute(written).scalar_one() + 1
    rows = [
        row_of(schema.seat_log, change, table_id=table_id, number=number)
        for number, change in enumerate(seat_log, first)
    ]
    connection.execute(insert(schema.seat_log), rows)


def _put_secrets(
    connection: Connection, table_id: str, shakes: Sequence[StoredShake], draw: StoredDraw | None
) -> None:
    """Insert shakes and a draw, or replace those that were not used."""
    for shake in shakes:
        _put_secret(connection, schema.shakes, table_id, shake, "dealt")
    if draw is not None:
        _put_secret(connection, schema.draws, table_id, draw, "drawn")


def _put_secret(
    connection: Connection, secrets: sa.Table, table_id: str, secret: object, done: str
) -> None:
    """Insert a shake or a draw, or replace one that was not used; a used one has `done` set."""
    row = row_of(secrets, secret, table_id=table_id)
    if upsert(connection, secrets, [row], only_if=secrets.c[done].is_(False)) != 1:
        keys = sorted(column.name for column in secrets.primary_key)
        raise Conflict(f"{secrets.name}: {[row[key] for key in keys]} is in use")


def _find_secret(
    connection: Connection, kind: type[Secret], secrets: sa.Table, **key: object
) -> Secret | None:
    """Load a shake or a draw by its key."""
    this = (secrets.c[name] == value for name, value in key.items())
    row = connection.execute(select(secrets).where(*this)).mappings().one_or_none()
    return None if row is None else value_of(kind, row)


def _is_of(user_id: int) -> ColumnElement[bool]:
    """Return the condition for the tables where a person has a seat, or a reservation."""
    sits = select(_seats.table_id).where(_seats.user_id == user_id, _seats.live)
    waits = select(_seats.table_id).where(_seats.reserved_by == user_id)
    return _tables.table_id.in_(sits.union(waits))


def _load_where(
    connection: Connection, *where: ColumnElement[bool] | TextClause
) -> Sequence[Table]:
    """Return the tables that meet all conditions, with their seats, oldest first."""
    found = select(schema.tables).where(*where).order_by(_tables.created_at, _tables.table_id)
    rows = connection.execute(found).mappings().all()
    seated = select(schema.seats).join(schema.tables).where(*where).order_by(_seats.seat)
    seats: dict[str, list[Seat]] = {row["table_id"]: [] for row in rows}
    for row in connection.execute(seated).mappings() if rows else ():
        seats[row["table_id"]].append(seat_from(row))
    return [table_from(row, seats[row["table_id"]]) for row in rows]
