"""Events: their places, rounds and messages; and the tables that belong to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import required
from bot.store.upgrade import partial_index

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Upgrade the schema."""
    _tables_of_events()
    _events()
    _players()
    _games()
    _surfaces()


def _tables_of_events() -> None:
    op.add_column("tables", sa.Column("event_id", sa.String()))
    op.drop_index("tables_live", "tables")
    partial_index(
        "tables_live",
        "tables",
        ["guild_id", "number"],
        sa.text("status != 'closed' AND event_id IS NULL"),
        unique=True,
    )


def _events() -> None:
    op.create_table(
        "events",
        sa.Column("event_id", sa.String(), nullable=False),
        *required(sa.BigInteger, "guild_id", "channel_id", "host_id"),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("partners", sa.String(), nullable=False),
        sa.Column("table_count", sa.Integer()),
        sa.Column("status", sa.String(), nullable=False),
        *required(sa.Integer, "round_no", "version"),
        *required(sa.Float, "created_at", "since"),
        sa.PrimaryKeyConstraint("event_id"),
    )
    partial_index(
        "events_live", "events", ["channel_id"], sa.text("status != 'closed'"), unique=True
    )


def _players() -> None:
    op.create_table(
        "event_players",
        sa.Column("event_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("wish", sa.BigInteger()),
        sa.Column("away", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.event_id"]),
        sa.PrimaryKeyConstraint("event_id", "number"),
        sqlite_with_rowid=False,
    )
    op.create_index("event_players_user", "event_players", ["user_id"])


def _games() -> None:
    op.create_table(
        "event_games",
        sa.Column("event_id", sa.String(), nullable=False),
        sa.Column("round_no", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table_no", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("entries", sa.JSON(), nullable=False),
        sa.Column("table_id", sa.String()),
        sa.Column("first_game", sa.Integer(), nullable=False),
        sa.Column("winner", sa.Integer()),
        sa.Column("total", sa.JSON(none_as_null=True)),
        sa.ForeignKeyConstraint(["event_id"], ["events.event_id"]),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"]),
        sa.PrimaryKeyConstraint("event_id", "round_no", "table_no"),
        sqlite_with_rowid=False,
    )


def _surfaces() -> None:
    op.create_table(
        "event_surfaces",
        sa.Column("event_id", sa.String(), nullable=False),
        sa.Column("round_no", sa.Integer(), nullable=False),
        *required(sa.BigInteger, "channel_id", "message_id"),
        sa.Column("digest", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.event_id"]),
        sa.PrimaryKeyConstraint("event_id"),
        sqlite_with_rowid=False,
    )
