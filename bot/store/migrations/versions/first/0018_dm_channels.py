"""Known DM channels, and when the bot opened new ones.

People who have received a hand by DM already have a channel.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

KNOWN = """
INSERT INTO dm_channels (user_id, channel_id)
SELECT user_id, max(channel_id) FROM surfaces WHERE kind = 'hand' AND user_id <> 0 GROUP BY user_id
"""


def upgrade() -> None:
    """Upgrade the schema."""
    op.create_table(
        "dm_channels",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "dm_openings",
        sa.Column("opening_id", sa.String(), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.execute(KNOWN)
