"""The channel of a server with a welcome at its end, and the posted welcomes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import required

revision = "0037"
down_revision = "0034"


def upgrade() -> None:
    """Bring the schema forward."""
    op.add_column("server_settings", sa.Column("welcome_channel", sa.BigInteger()))
    op.create_table(
        "welcomes",
        sa.Column("guild_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        *required(sa.BigInteger, "channel_id", "message_id"),
        sa.Column("occasion", sa.Integer(), nullable=False),
        sa.Column("posted_at", sa.Float(), nullable=False),
        *required(sa.BigInteger, "old_channel_id", "old_message_id"),
        sqlite_with_rowid=False,
    )
