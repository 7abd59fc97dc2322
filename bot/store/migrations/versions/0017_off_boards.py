"""An index of the people who are not on leaderboards, of whom there are few."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema forward."""
    off = sa.text("NOT on_boards")
    op.create_index(
        "people_off_boards", "people", ["user_id"], sqlite_where=off, postgresql_where=off
    )
