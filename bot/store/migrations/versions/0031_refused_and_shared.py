"""Messages that Discord refused, messages that people shared, and what a vote's message shows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import required

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    """Bring the schema forward."""
    op.add_column("votes", sa.Column("shown", sa.String(), nullable=False, server_default=""))
    op.create_table(
        "undelivered",
        sa.Column("kind", sa.String(), primary_key=True),
        sa.Column("key", sa.String(), primary_key=True),
        *required(sa.BigInteger, "guild_id", "channel_id"),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("code", sa.Integer(), nullable=False),
        sa.Column("rights", sa.String(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("undelivered_guild", "undelivered", ["guild_id"])
    op.create_index("undelivered_user", "undelivered", ["user_id"])
    op.create_index("undelivered_at", "undelivered", ["at"])
    op.create_table(
        "shared_messages",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("message_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("shared_messages_guild", "shared_messages", ["guild_id"])
    op.create_index("shared_messages_at", "shared_messages", ["at"])
