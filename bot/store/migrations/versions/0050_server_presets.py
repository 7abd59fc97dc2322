"""House rules that a server's managers saved under a name."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "server_presets",
        sa.Column("guild_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("preset_id", sa.String(), primary_key=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("best_of", sa.Integer()),
        sa.Column("saved_at", sa.Float(), nullable=False),
        sqlite_with_rowid=False,
    )
