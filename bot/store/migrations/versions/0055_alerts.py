"""Invitations by DM, calls for players, and who is told when a table needs one more."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0054"


def upgrade() -> None:
    """Add the columns, and create the tables."""
    op.add_column(
        "people",
        sa.Column("invited_by_dm", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.add_column("server_settings", sa.Column("players_role", sa.BigInteger()))
    op.create_table(
        "player_calls",
        sa.Column("guild_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_table(
        "seat_alerts",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.Float()),
        sqlite_with_rowid=False,
    )
    op.create_index("seat_alerts_channel", "seat_alerts", ["channel_id"])
    op.create_index("seat_alerts_guild", "seat_alerts", ["guild_id"])
    op.create_table(
        "alerted",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
