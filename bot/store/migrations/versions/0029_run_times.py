"""When a process ran, and what an outage changes about a day of the daily hand."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Bring the schema forward."""
    op.create_table(
        "run_times",
        sa.Column("began_at", sa.Float(), primary_key=True),
        sa.Column("ended_at", sa.Float(), nullable=False),
    )
    op.add_column("daily_days", sa.Column("closes_at", sa.Float()))
    op.add_column(
        "daily_days",
        sa.Column("excused", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
