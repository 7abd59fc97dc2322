"""Votes on a hand, and who chose what while they are open."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema forward."""
    op.create_table(
        "votes",
        sa.Column("vote_id", sa.String(), primary_key=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.BigInteger()),
        sa.Column("question", sa.JSON(), nullable=False),
        sa.Column("closes_at", sa.Float(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.Column("counts", sa.JSON(), nullable=False),
    )
    op.create_index("votes_host", "votes", ["host_id"])
    op.create_table(
        "vote_picks",
        sa.Column(
            "vote_id",
            sa.String(),
            sa.ForeignKey("votes.vote_id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("choice", sa.String(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("vote_picks_user", "vote_picks", ["user_id"])
