"""How many messages there were of each kind, so that a new one is not taken for an older one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema forward."""
    for table in ("surfaces", "event_surfaces"):
        counter = sa.Column("occasion", sa.Integer(), nullable=False, server_default="1")
        op.add_column(table, counter)
