"""Whom people have pinged through the bot in the last hour."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "pings",
        sa.Column("about", sa.String(), primary_key=True),
        sa.Column("host_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("pings_of", "pings", ["host_id", "user_id"])
    op.create_index("pings_user", "pings", ["user_id"])
    op.create_index("pings_at", "pings", ["at"])
