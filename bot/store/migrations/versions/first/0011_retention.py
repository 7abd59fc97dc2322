"""Retention: tables reduced to their results, and servers that removed the bot."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.upgrade import partial_index

revision = "0011"
down_revision = "0009"

UNSWEPT = "closed_at IS NOT NULL AND NOT swept"


def upgrade() -> None:
    """Upgrade the schema."""
    swept: sa.Column[bool] = sa.Column(
        "swept", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("tables", swept)
    op.drop_index("tables_closed", "tables")
    condition = sa.text(UNSWEPT)
    partial_index("tables_unswept", "tables", ["closed_at"], condition)
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("left_at", sa.Float()),
        sa.PrimaryKeyConstraint("guild_id"),
    )
