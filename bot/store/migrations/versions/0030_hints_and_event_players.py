"""Hints that a table's host switches off, and for whom the games of events count."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0028"


def upgrade() -> None:
    """Bring the schema forward."""
    hints = sa.Column("hints", sa.Boolean(), nullable=False, server_default=sa.true())
    op.add_column("tables", hints)
    counts_from = sa.Column("counts_from", sa.Integer(), nullable=False, server_default="1")
    op.add_column("event_players", counts_from)
    op.add_column("event_games", sa.Column("played", sa.JSON(none_as_null=True)))
