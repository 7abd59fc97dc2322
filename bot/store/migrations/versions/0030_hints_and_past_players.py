"""Hints that a table's host switches off."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0028"


def upgrade() -> None:
    """Bring the schema forward."""
    hints = sa.Column("hints", sa.Boolean(), nullable=False, server_default=sa.true())
    op.add_column("tables", hints)
