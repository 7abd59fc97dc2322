"""Whether a person was told that their first direct message has to wait."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    """Bring the schema forward."""
    op.add_column(
        "people",
        sa.Column("dm_later", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
