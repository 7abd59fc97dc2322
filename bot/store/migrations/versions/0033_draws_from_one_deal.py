"""Whether a draw's ties were drawn from its own deal; those of older draws had new deals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    """Bring the schema forward."""
    op.add_column(
        "draws",
        sa.Column("from_one_deal", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
