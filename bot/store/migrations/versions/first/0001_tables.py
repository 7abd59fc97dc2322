"""Tables, their acts and their shakes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


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
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("home_channel_id", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("people", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("paused_from", sa.String()),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("game_no", sa.Integer(), nullable=False),
        sa.Column("hand_no", sa.Integer(), nullable=False),
        sa.Column("total", sa.JSON(), nullable=False),
        sa.Column("wins", sa.JSON(), nullable=False),
        sa.Column("shaker", sa.Integer()),
        sa.Column("deals_played", sa.Integer(), nullable=False),
        sa.Column("winner", sa.Integer()),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("turn_since", sa.Float(), nullable=False),
        sa.Column("nudged", sa.Boolean(), nullable=False),
        sa.Column("offered", sa.Boolean(), nullable=False),
        sa.Column("wake_at", sa.Float()),
        sa.PrimaryKeyConstraint("table_id"),
    )
    op.create_index(
        "tables_live",
        "tables",
        ["guild_id", "number"],
        unique=True,
        sqlite_where=sa.text("status != 'closed'"),
        postgresql_where=sa.text("status != 'closed'"),
    )
    op.create_index(
        "tables_waking",
        "tables",
        ["wake_at"],
        sqlite_where=sa.text("wake_at IS NOT NULL"),
        postgresql_where=sa.text("wake_at IS NOT NULL"),
    )


def _acts() -> None:
    op.create_table(
        "acts",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hand_no", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
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
        sa.Column("public", sa.String(), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("dealt", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"]),
        sa.PrimaryKeyConstraint("table_id", "hand_no"),
        sqlite_with_rowid=False,
    )
