"""What a host has changed after a game, for the next one at the table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    """Bring the schema forward."""
    op.add_column("tables", sa.Column("next_game", sa.JSON(none_as_null=True)))
