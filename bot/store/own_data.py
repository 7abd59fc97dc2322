"""Everything that the database holds about one person: found, and taken away.

A person stands in the columns of `PERSON`, with a name beside some of them. A test holds the
schema to that, so that a new table can't be forgotten here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import BigInteger, Column, Connection, Table, delete, or_, select, update

from bot.events.model import EventStatus
from bot.tables.model import Status
from bot.values.surfaces import Surface, SurfaceKind

from . import schema
from .host.reports import forget_in_reports
from .rows import Row

# each column with a person's id: the column that has their name, where there is one
PERSON: Mapping[str, str | None] = {
    "user_id": "name",
    "host_id": None,
    "dealt_to": None,
    "reserved_by": "reserved_name",
    "partner_id": None,
    "wish": None,
}
# a column with a person's id that deletion leaves alone: the host has shut them out
STAYS = ("blocked_id",)
_tables, _seats, _events = schema.tables.c, schema.seats.c, schema.events.c
_players = schema.event_players.c


def about(connection: Connection, user_id: int) -> Mapping[str, Sequence[Row]]:
    """Return each row with a person's id, by table, without what is about somebody else."""
    found: dict[str, Sequence[Row]] = {}
    for table in schema.metadata.sorted_tables:
        columns = [table.c[name] for name in (*PERSON, *STAYS) if name in table.c]
        if not columns:
            continue
        mine = or_(*(column == user_id for column in columns))
        rows = connection.execute(select(table).where(mine)).mappings()
        if own := [_own(table, dict(row), user_id) for row in rows]:
            found[table.name] = own
    return found


def _own(table: Table, row: Mapping[str, Any], user_id: int) -> Row:
    """Return a row without the ids and names of others; ids as text, as Discord writes them."""
    others = set[str]()
    for person, name in PERSON.items():
        if row.get(person) not in (None, user_id):
            others |= {person, name or person}
    return {
        column.name: str(row[column.name])
        if isinstance(column.type, BigInteger) and row[column.name] is not None
        else row[column.name]
        for column in table.c
        if column.name not in others
    }


def delete_user(connection: Connection, user_id: int) -> None:
    """Take a person out of every row: what is theirs alone goes, what they played is nobody's.

    Seats and places that the person holds at live tables and events are left alone: have them
    leave first. Whoever has such a table or event in memory reads it again, by its version.
    """
    _renew(connection, schema.tables, _tables.table_id, tables_naming(connection, user_id))
    _renew(connection, schema.events, _events.event_id, events_naming(connection, user_id))
    forget_in_reports(connection, user_id)
    for table in reversed(schema.metadata.sorted_tables):
        for person in PERSON:
            if person in table.primary_key.columns:
                connection.execute(delete(table).where(table.c[person] == user_id))
            elif person in table.c:
                _blank(connection, table, person, user_id)


def _blank(connection: Connection, table: Table, person: str, user_id: int) -> None:
    """Put nobody in a person's place, in rows that no service holds."""
    column, name = table.c[person], PERSON[person]
    values: Row = {person: None if column.nullable else 0}
    if name is not None and name in table.c:
        values[name] = ""
    statement = update(table).where(column == user_id).values(values)
    if table is schema.seats and name is not None:
        statement = statement.where(_seats.live.is_(False))
    elif table is schema.event_players and name is not None:
        ended = select(_events.event_id).where(_events.status == EventStatus.CLOSED.value)
        statement = statement.where(_players.event_id.in_(ended))
    connection.execute(statement)


def _renew(connection: Connection, table: Table, key: Column[str], ids: Sequence[str]) -> None:
    """Give live tables or events their next version."""
    newer = update(table).where(key.in_(ids)).values(version=table.c.version + 1)
    connection.execute(newer)


def tables_naming(connection: Connection, user_id: int) -> Sequence[str]:
    """Return the live tables that know a person: as a player, as the host, or by what they saw."""
    there = (_seats.user_id, _seats.reserved_by, _seats.dealt_to)
    seated = select(_seats.table_id).where(or_(*(column == user_id for column in there)))
    known = or_(_tables.host_id == user_id, _tables.table_id.in_(seated))
    live = _tables.status != Status.CLOSED.value
    return list(connection.scalars(select(_tables.table_id).where(live, known)))


def events_naming(connection: Connection, user_id: int) -> Sequence[str]:
    """Return the live events that know a person: as a player, a wished partner or the host."""
    there = or_(_players.user_id == user_id, _players.wish == user_id)
    entered = select(_players.event_id).where(there)
    known = or_(_events.host_id == user_id, _events.event_id.in_(entered))
    live = _events.status != EventStatus.CLOSED.value
    return list(connection.scalars(select(_events.event_id).where(live, known)))


def ended_events_of(connection: Connection, user_id: int) -> Sequence[str]:
    """Return the events that have ended and know a person."""
    entered = select(_players.event_id).where(_players.user_id == user_id)
    known = or_(_events.host_id == user_id, _events.event_id.in_(entered))
    ended = _events.status == EventStatus.CLOSED.value
    return list(connection.scalars(select(_events.event_id).where(ended, known)))


def screens_naming(connection: Connection, user_id: int) -> Sequence[Surface]:
    """Return the messages to a person, and the last boards of tables that they played at."""
    surfaces = schema.surfaces.c
    played = [
        select(each.c.table_id).where(each.c.user_id == user_id)
        for each in (schema.hand_players, schema.seats, schema.seat_log)
    ]
    ended = select(_tables.table_id).where(_tables.status == Status.CLOSED.value)
    board = surfaces.kind == SurfaceKind.BOARD.value
    theirs = surfaces.table_id.in_(played[0].union(*played[1:])) & surfaces.table_id.in_(ended)
    found = select(schema.surfaces).where(
        surfaces.message_id != schema.FORGOTTEN, or_(surfaces.user_id == user_id, board & theirs)
    )
    return [
        Surface(**{**row, "kind": SurfaceKind(row["kind"])})
        for row in connection.execute(found).mappings()
    ]
