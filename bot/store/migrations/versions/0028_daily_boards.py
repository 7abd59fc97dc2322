"""Servers' boards of the daily hand: their channel, where a hand was begun, and what is posted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import required

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Bring the schema forward."""
    op.add_column("server_settings", sa.Column("daily_channel", sa.BigInteger()))
    op.add_column("daily_hands", sa.Column("guild_id", sa.BigInteger()))
    op.create_table(
        "daily_boards",
        sa.Column("day", sa.String(), primary_key=True),
        sa.Column("guild_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("week", sa.Boolean(), primary_key=True),
        *required(sa.BigInteger, "channel_id", "message_id"),
        sa.Column("shown", sa.String(), nullable=False),
        sqlite_with_rowid=False,
    )
