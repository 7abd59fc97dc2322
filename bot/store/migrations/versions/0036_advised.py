"""What the guide and hints advised, with the hand; nothing for old hands."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    """Upgrade the schema."""
    op.add_column("tables", sa.Column("advised", sa.JSON(none_as_null=True)))
    op.add_column("hands", sa.Column("advised", sa.JSON(), nullable=False, server_default="[]"))
