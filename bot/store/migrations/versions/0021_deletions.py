"""Deletions that survive a restart, and an index for each column with a person's id."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.upgrade import partial_index

revision = "0021"
down_revision = "0020"

_INDEXES = (
    ("tables_host", "tables", "host_id"),
    ("surfaces_user", "surfaces", "user_id"),
    ("events_host", "events", "host_id"),
)
_PARTIAL = (
    ("seats_dealt", "seats", "dealt_to"),
    ("acts_user", "acts", "user_id"),
    ("event_players_wish", "event_players", "wish"),
)


def upgrade() -> None:
    """Upgrade the schema."""
    for name, table, column in _INDEXES:
        op.create_index(name, table, [column])
    for name, table, column in _PARTIAL:
        known = sa.text(f"{column} IS NOT NULL")
        partial_index(name, table, [column], known)
    op.create_table(
        "deletions",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
    )
    op.create_table(
        "redraws",
        sa.Column("channel_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("message_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String()),
        sa.Column("hand_no", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.Float(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("redraws_due", "redraws", ["due_at"])
