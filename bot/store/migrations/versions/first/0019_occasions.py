"""A count of the messages of each kind, so that a new one gets a new nonce."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Upgrade the schema."""
    for table in ("surfaces", "event_surfaces"):
        counter = sa.Column("occasion", sa.Integer(), nullable=False, server_default="1")
        op.add_column(table, counter)
