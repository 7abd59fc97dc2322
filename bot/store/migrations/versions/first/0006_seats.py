"""Seats as rows, the seat log, each table's own clock, and indexes for every lookup of live tables.

The retention of a finished table counts from `closed_at`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

from bot.store.columns import required
from bot.store.upgrade import partial_index

revision = "0006"
down_revision = "0005"

BATCH = 500
LIVE = sa.text("status != 'closed'")
LIVE_OF_EVENT = sa.text("status != 'closed' AND event_id IS NOT NULL")
CLOSED = sa.text("closed_at IS NOT NULL")
RESERVED = sa.text("reserved_by IS NOT NULL")


def upgrade() -> None:
    """Upgrade the schema."""
    _seats()
    _seat_log()
    _copy_seats()
    op.add_column("tables", sa.Column("clock", sa.JSON(none_as_null=True)))
    op.add_column("tables", sa.Column("closed_at", sa.Float()))
    op.drop_column("tables", "seats")
    op.drop_column("tables", "people")
    _date_closed_tables()
    _indexes()


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("occupant", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        *required(sa.String, "name", "level"),
        sa.Column("away", sa.Boolean(), nullable=False),
        sa.Column("absences", sa.Integer(), nullable=False),
        sa.Column("ready", sa.Boolean(), nullable=False),
        sa.Column("dealt_to", sa.BigInteger()),
        sa.Column("reserved_by", sa.BigInteger()),
        sa.Column("reserved_name", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"]),
        sa.PrimaryKeyConstraint("table_id", "seat"),
        sqlite_with_rowid=False,
    )


def _seat_log() -> None:
    op.create_table(
        "seat_log",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("event", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("hand_no", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"]),
        sa.PrimaryKeyConstraint("table_id", "number"),
        sqlite_with_rowid=False,
    )
    op.create_index("seat_log_user", "seat_log", ["user_id"])


def _copy_seats() -> None:
    """Make a row for each seat; a person seated in an unfinished hand was dealt its tiles."""
    seats = sa.table("seats", *(sa.column(name) for name in (*_FRESH, *_COPIED)))
    for tables in _tables():
        rows = [
            _row(table, number, seat)
            for table in tables
            for number, seat in enumerate(table["seats"])
        ]
        if rows:
            op.bulk_insert(seats, rows)


_COPIED = ("occupant", "user_id", "name", "level", "away", "absences", "ready")
_FRESH = ("table_id", "seat", "live", "dealt_to", "reserved_by", "reserved_name")


def _tables() -> Iterator[list[Mapping[str, Any]]]:
    """Yield the rows of all tables in batches."""
    tables = sa.table(
        "tables",
        sa.column("table_id", sa.String()),
        sa.column("seats", sa.JSON()),
        sa.column("status", sa.String()),
        sa.column("paused_from", sa.String()),
    )
    last = ""
    while True:
        batch = sa.select(tables).where(tables.c.table_id > last).order_by(tables.c.table_id)
        rows = list(op.get_bind().execute(batch.limit(BATCH)).mappings())
        if not rows:
            return
        yield rows  # type: ignore[misc]
        last = rows[-1]["table_id"]


def _row(table: Mapping[str, Any], number: int, seat: Mapping[str, Any]) -> dict[str, Any]:
    mid_hand = "playing" in (table["status"], table["paused_from"])
    live = table["status"] != "closed"
    return {name: seat[name] for name in _COPIED} | {
        "table_id": table["table_id"],
        "seat": number,
        "live": live,
        "dealt_to": seat["user_id"] if live and mid_hand else None,
        "reserved_by": None,
        "reserved_name": "",
    }


def _date_closed_tables() -> None:
    """Set the end of closed tables to the time of their last change."""
    op.execute("UPDATE tables SET closed_at = turn_since WHERE status = 'closed'")


def _indexes() -> None:
    op.create_index("seats_user", "seats", ["user_id", "live"])
    partial_index("seats_reserved", "seats", ["reserved_by"], RESERVED)
    partial_index("tables_live_guild", "tables", ["guild_id"], LIVE)
    partial_index("tables_live_channel", "tables", ["channel_id"], LIVE)
    partial_index("tables_live_event", "tables", ["event_id"], LIVE_OF_EVENT)
    partial_index("tables_closed", "tables", ["closed_at"], CLOSED)
    partial_index("events_live_guild", "events", ["guild_id"], LIVE)
