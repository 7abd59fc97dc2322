"""The acts of a finished hand that a computer made for a person; none for old hands."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Upgrade the schema."""
    op.add_column("hands", sa.Column("stood_in", sa.JSON(), nullable=False, server_default="[]"))
