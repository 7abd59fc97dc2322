"""Tables, their acts and their shakes: the jobs behind the store port."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection, bindparam, func, insert, select, update

from bot.tables.model import Change, Shake, Status, Stored, Table
from bot.tables.ports import Conflict

from . import schema
from .results import write_game, write_hand
from .rows import (
    act_from,
    act_row,
    guild_key,
    shake_from,
    shake_row,
    table_changes,
    table_from,
    table_row,
)
from .upsert import upsert

_tables = schema.tables.c
_LIVE = _tables.status != Status.CLOSED.value
_NEXT_VERSION = update(schema.tables).where(
    _tables.table_id == bindparam("key"), _tables.version == bindparam("before")
)


def create(connection: Connection, table: Table, shake: Shake) -> Table:
    """Insert a table under the lowest number that no live table of its server has.

    One of an event has its number already.
    """
    numbered = table if table.event_id is not None else _numbered(connection, table)
    connection.execute(insert(schema.tables), table_row(numbered))
    connection.execute(insert(schema.shakes), shake_row(table.table_id, shake))
    return numbered


def _numbered(connection: Connection, table: Table) -> Table:
    guild = guild_key(table.guild_id)
    if connection.dialect.name == "postgresql":  # one at a time in a server; SQLite always is
        connection.execute(select(func.pg_advisory_xact_lock(guild)))
    by_itself = (_LIVE, _tables.event_id.is_(None), _tables.guild_id == guild)
    taken = set(connection.scalars(select(_tables.number).where(*by_itself)))
    number = next(n for n in range(1, len(taken) + 2) if n not in taken)
    return replace(table, number=number)


def commit(connection: Connection, change: Change) -> None:
    """Write a change; raise Conflict where the stored version is not the one before."""
    table = change.table
    key = {"key": table.table_id, "before": table.version - 1}
    if connection.execute(_NEXT_VERSION, table_changes(table) | key).rowcount != 1:
        raise Conflict(f"table {table.table_id} is not at version {table.version - 1}")
    if change.acts:
        rows = [act_row(table.table_id, act) for act in change.acts]
        connection.execute(insert(schema.acts), rows if len(rows) > 1 else rows[0])
    for shake in change.shakes:
        _put_shake(connection, table.table_id, shake)
    if change.hand is not None:
        write_hand(connection, table, change.hand)
    if change.game is not None:
        write_game(connection, table, change.game)


def _put_shake(connection: Connection, table_id: str, shake: Shake) -> None:
    """Insert a shake, or replace it while its tiles do not lie with the players."""
    row = shake_row(table_id, shake)
    written = upsert(
        connection,
        schema.shakes,
        [row],
        lambda fresh: {name: fresh[name] for name in row if name not in {"table_id", "hand_no"}},
        only_if=schema.shakes.c.dealt.is_(False),
    )
    if written != 1:
        raise Conflict(f"hand {shake.hand_no} of table {table_id} has been dealt")


def load(connection: Connection, table_id: str) -> Stored | None:
    """Return a table with the shake and the acts of its current hand."""
    row = connection.execute(select(schema.tables).where(_tables.table_id == table_id)).mappings()
    found = row.one_or_none()
    if found is None:
        return None
    table = table_from(found)
    acts = schema.acts.c
    statement = (
        select(schema.acts)
        .where(acts.table_id == table_id, acts.hand_no == table.hand_no)
        .order_by(acts.seq)
    )
    return Stored(
        table=table,
        shake=shake_of(connection, table_id, table.hand_no),
        acts=tuple(act_from(act) for act in connection.execute(statement).mappings()),
    )


def shake_of(connection: Connection, table_id: str, hand_no: int) -> Shake | None:
    """Return the shake of a hand."""
    shakes = schema.shakes.c
    statement = select(schema.shakes).where(shakes.table_id == table_id, shakes.hand_no == hand_no)
    row = connection.execute(statement).mappings().one_or_none()
    return None if row is None else shake_from(row)


def live_tables(
    connection: Connection, guild_id: int | None, channel_id: int | None
) -> Sequence[Table]:
    """Return the tables that are not closed, oldest first."""
    statement = select(schema.tables).where(_LIVE).order_by(_tables.created_at, _tables.table_id)
    if guild_id is not None:
        statement = statement.where(_tables.guild_id == guild_id)
    if channel_id is not None:
        statement = statement.where(_tables.channel_id == channel_id)
    return [table_from(row) for row in connection.execute(statement).mappings()]


def tables_of(connection: Connection, user_id: int) -> Sequence[Table]:
    """Return the tables that are not closed and at which this person sits, oldest first."""
    statement = (
        select(schema.tables)
        .where(_LIVE, _tables.people.like(f"% {user_id} %"))
        .order_by(_tables.created_at, _tables.table_id)
    )
    return [table_from(row) for row in connection.execute(statement).mappings()]


def wakes(connection: Connection) -> Sequence[tuple[str, float]]:
    """Return when each table wants to be looked at, the soonest first."""
    statement = (
        select(_tables.table_id, _tables.wake_at)
        .where(_tables.wake_at.is_not(None))
        .order_by(_tables.wake_at)
    )
    return [(table_id, at) for table_id, at in connection.execute(statement)]
