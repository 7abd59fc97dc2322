"""A flag on each person: they know the game and need no guide through their first hand."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0011"


def upgrade() -> None:
    """Upgrade the schema."""
    knows: sa.Column[bool] = sa.Column(
        "knows_42", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("people", knows)
