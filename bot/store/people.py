"""What the publisher remembers: messages and preferences; and how a person is forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace

from sqlalchemy import ColumnElement, Connection, and_, delete, select, update

from bot.publisher.ports import Preferences, Surface, SurfaceKind
from bot.tables.model import Status

from . import schema
from .events import forget_in_events
from .rows import Row, people_key, seats_from, seats_json
from .upsert import upsert

_surfaces = schema.surfaces.c


def surfaces(connection: Connection, table_id: str) -> Sequence[Surface]:
    """Return the messages of a table, those of the oldest hand first."""
    statement = (
        select(schema.surfaces)
        .where(_surfaces.table_id == table_id)
        .order_by(_surfaces.hand_no, _surfaces.kind, _surfaces.user_id)
    )
    return [
        Surface(**{**row, "kind": SurfaceKind(row["kind"])})
        for row in connection.execute(statement).mappings()
    ]


def put_surface(connection: Connection, surface: Surface) -> None:
    """Remember a message in place of the earlier one."""
    row: Row = asdict(surface) | {"kind": surface.kind.value}
    upsert(
        connection,
        schema.surfaces,
        [row],
        lambda fresh: {name: fresh[name] for name in ("channel_id", "message_id", "digest")},
    )


def drop_surface(connection: Connection, surface: Surface) -> None:
    """Forget a message."""
    connection.execute(delete(schema.surfaces).where(_same(surface)))


def _same(surface: Surface) -> ColumnElement[bool]:
    """Return the condition for the row of a message."""
    return and_(
        _surfaces.table_id == surface.table_id,
        _surfaces.kind == surface.kind.value,
        _surfaces.user_id == surface.user_id,
        _surfaces.hand_no == surface.hand_no,
    )


def preferences(connection: Connection, user_id: int) -> Preferences:
    """Return a person's choices, or the defaults."""
    statement = select(schema.people).where(schema.people.c.user_id == user_id)
    row = connection.execute(statement).mappings().one_or_none()
    return Preferences(user_id) if row is None else Preferences(**row)


def save_preferences(connection: Connection, chosen: Preferences) -> None:
    """Save a person's choices."""
    row: Row = asdict(chosen)
    upsert(
        connection,
        schema.people,
        [row],
        lambda fresh: {name: fresh[name] for name in row if name != "user_id"},
    )


def delete_user(connection: Connection, user_id: int) -> None:
    """Forget a person: his totals, choices and messages go, what he played becomes nobody's."""
    nobody: Row = {"user_id": None}
    for table in (schema.acts, schema.hand_players):
        connection.execute(update(table).where(table.c.user_id == user_id).values(nobody))
    seats = schema.game_players
    connection.execute(
        update(seats).where(seats.c.user_id == user_id).values({**nobody, "name": ""})
    )
    for table in (schema.standings, schema.people, schema.surfaces):
        connection.execute(delete(table).where(table.c.user_id == user_id))
    _leave_closed_tables(connection, user_id)
    forget_in_events(connection, user_id)


def _leave_closed_tables(connection: Connection, user_id: int) -> None:
    """Take a person out of the seats of tables that have ended."""
    tables = schema.tables.c
    closed = tables.status == Status.CLOSED.value
    connection.execute(
        update(schema.tables).where(closed, tables.host_id == user_id).values(host_id=0)
    )
    sat = select(tables.table_id, tables.seats).where(closed, tables.people.like(f"% {user_id} %"))
    for table_id, column in connection.execute(sat).all():
        seats = [
            replace(seat, user_id=None, name="") if seat.user_id == user_id else seat
            for seat in seats_from(column)
        ]
        connection.execute(
            update(schema.tables)
            .where(tables.table_id == table_id)
            .values(seats=seats_json(seats), people=people_key(seats))
        )
