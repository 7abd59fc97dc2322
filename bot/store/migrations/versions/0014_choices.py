"""What people choose about their plays."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema forward."""
    asks: sa.Column[bool] = sa.Column(
        "asks_first", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("people", asks)
