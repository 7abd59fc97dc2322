"""People who read words in place of pictures."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Upgrade the schema."""
    op.add_column(
        "people",
        sa.Column("pictures", sa.Boolean(), nullable=False, server_default=sa.true()),
    )
