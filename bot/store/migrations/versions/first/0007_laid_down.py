"""Hands that lie face up after a claim."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Upgrade the schema."""
    op.add_column("tables", sa.Column("laid_down", sa.JSON(none_as_null=True)))
