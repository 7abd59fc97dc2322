"""Claims that wait for the opponents' answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Upgrade the schema."""
    op.add_column("tables", sa.Column("claim", sa.JSON(none_as_null=True)))
