"""People and the messages that the bot keeps up to date."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import required

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Upgrade the schema."""
    _people()
    _surfaces()


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        *required(sa.Boolean, "dms", "dm_closed"),
        sa.Column("locale", sa.String()),
        sa.PrimaryKeyConstraint("user_id"),
    )


def _surfaces() -> None:
    op.create_table(
        "surfaces",
        *required(sa.String, "table_id", "kind"),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hand_no", sa.Integer(), autoincrement=False, nullable=False),
        *required(sa.BigInteger, "channel_id", "message_id"),
        sa.Column("digest", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"]),
        sa.PrimaryKeyConstraint("table_id", "kind", "user_id", "hand_no"),
        sqlite_with_rowid=False,
    )
