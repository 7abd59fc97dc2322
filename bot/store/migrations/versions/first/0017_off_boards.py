"""An index of the few people who are hidden from leaderboards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    off = sa.text("NOT on_boards")
    op.create_index(
        "people_off_boards", "people", ["user_id"], sqlite_where=off, postgresql_where=off
    )
