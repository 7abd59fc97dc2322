"""Codes of tables, private tables, kept hands, and tables without a channel."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"


def upgrade() -> None:
    """Add the columns. Tables without a channel have no number, so several may have number 0."""
    op.add_column("tables", sa.Column("code", sa.String()))
    op.add_column(
        "tables", sa.Column("private", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column(
        "tables", sa.Column("keeps_hands", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    coded = sa.text("code IS NOT NULL")
    op.create_index(
        "tables_code", "tables", ["code"], unique=True, sqlite_where=coded, postgresql_where=coded
    )
    op.drop_index("tables_live", "tables")
    numbered = sa.text("status != 'closed' AND event_id IS NULL AND channel_id != 0")
    op.create_index(
        "tables_live",
        "tables",
        ["guild_id", "number"],
        unique=True,
        sqlite_where=numbered,
        postgresql_where=numbered,
    )
