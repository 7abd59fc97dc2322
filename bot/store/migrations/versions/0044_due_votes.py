"""When a vote is due: at first all of them, so that each is looked at once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"


def upgrade() -> None:
    """Add the column and its index, and the index of the messages that show votes."""
    op.add_column("votes", sa.Column("due_at", sa.Float(), nullable=False, server_default="0"))
    op.create_index("votes_due", "votes", ["due_at", "vote_id"])
    condition = sa.text("kind = 'vote'")
    op.create_index(
        "posted_votes",
        "posted",
        ["message_id"],
        sqlite_where=condition,
        postgresql_where=condition,
    )
