"""The number of games in a table's match; NULL if the preset decides it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Upgrade the schema."""
    op.add_column("tables", sa.Column("best_of", sa.Integer()))
