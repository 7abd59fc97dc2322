"""Who asks for a computer to play an absent person's turn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"


def upgrade() -> None:
    """Add the column."""
    op.add_column("tables", sa.Column("turn_asks", sa.JSON()))
