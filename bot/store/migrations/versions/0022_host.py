"""Tables for the host: reports, blocks, tables to close, and running processes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import required
from bot.store.upgrade import partial_index

revision = "0022"
down_revision = "0021"

WAITING = sa.text("told_at IS NULL")


def upgrade() -> None:
    """Upgrade the schema."""
    _reports()
    op.create_table(
        "blocks",
        sa.Column("blocked_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_table(
        "close_orders",
        sa.Column("table_id", sa.String(), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_table(
        "heartbeats",
        sa.Column("process", sa.String(), primary_key=True),
        sa.Column("pid", sa.Integer(), nullable=False),
        *required(sa.String, "machine", "version"),
        *required(sa.Float, "started_at", "at"),
        sa.Column("wrong", sa.JSON(), nullable=False),
    )


def _reports() -> None:
    op.create_table(
        "reports",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        *required(sa.BigInteger, "guild_id", "channel_id"),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("told_at", sa.Float()),
    )
    op.create_index("reports_user", "reports", ["user_id", "at"])
    partial_index("reports_waiting", "reports", ["number"], WAITING)
    op.create_table(
        "report_people",
        sa.Column(
            "number",
            sa.Integer(),
            sa.ForeignKey("reports.number"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.create_index("report_people_user", "report_people", ["user_id"])
    op.create_table(
        "report_messages",
        sa.Column("first", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("last", sa.Integer(), nullable=False),
        *required(sa.BigInteger, "host_id", "channel_id", "message_id"),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("report_messages_host", "report_messages", ["host_id", "first"])
