"""Tables, their acts and their shakes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import required
from bot.store.upgrade import partial_index

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Upgrade the schema."""
    _tables()
    _acts()
    _shakes()


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        *required(sa.BigInteger, "channel_id", "home_channel_id", "host_id"),
        sa.Column("game", sa.String(), nullable=False),
        *required(sa.JSON, "rules", "seats"),
        *required(sa.String, "people", "status"),
        sa.Column("paused_from", sa.String()),
        *required(sa.Integer, "seq", "version", "game_no", "hand_no"),
        *required(sa.JSON, "total", "wins"),
        sa.Column("shaker", sa.Integer()),
        sa.Column("deals_played", sa.Integer(), nullable=False),
        sa.Column("winner", sa.Integer()),
        *required(sa.Float, "created_at", "turn_since"),
        *required(sa.Boolean, "nudged", "offered"),
        sa.Column("wake_at", sa.Float()),
        sa.PrimaryKeyConstraint("table_id"),
    )
    partial_index(
        "tables_live", "tables", ["guild_id", "number"], sa.text("status != 'closed'"), unique=True
    )
    partial_index("tables_waking", "tables", ["wake_at"], sa.text("wake_at IS NOT NULL"))


def _acts() -> None:
    op.create_table(
        "acts",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        *required(sa.Integer, "hand_no", "seat"),
        *required(sa.String, "phase", "text"),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"]),
        sa.PrimaryKeyConstraint("table_id", "seq"),
        sqlite_with_rowid=False,
    )


def _shakes() -> None:
    op.create_table(
        "shakes",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("hand_no", sa.Integer(), autoincrement=False, nullable=False),
        *required(sa.String, "public", "commitment"),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("dealt", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"]),
        sa.PrimaryKeyConstraint("table_id", "hand_no"),
        sqlite_with_rowid=False,
    )
