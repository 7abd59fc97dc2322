"""Remember what a shared message is about, so that a day's hand is shared once in a channel."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    """Upgrade the schema."""
    op.add_column("shared_messages", sa.Column("about", sa.String()))
    once = ["user_id", "channel_id", "about"]
    op.create_index("shared_messages_once", "shared_messages", once, unique=True)
