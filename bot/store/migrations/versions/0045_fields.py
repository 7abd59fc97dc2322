"""What everybody scored on a closed day, as counts; earlier days are counted after the start."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"


def upgrade() -> None:
    """Create the table, and the column for the days that are still to be counted."""
    op.create_table(
        "daily_fields",
        sa.Column("day", sa.String(), sa.ForeignKey("daily_days.day"), primary_key=True),
        sa.Column("version", sa.String(), primary_key=True),
        sa.Column("lowest", sa.Integer(), nullable=False),
        sa.Column("scores", sa.JSON(), nullable=False),
        sa.Column("bids", sa.JSON(), nullable=False),
        sa.Column("leads", sa.JSON(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.add_column(
        "daily_days", sa.Column("settled", sa.Boolean(), nullable=False, server_default=sa.true())
    )
    op.execute("UPDATE daily_days SET settled = false WHERE closed_at IS NOT NULL")
    condition = sa.text("NOT settled")
    op.create_index(
        "daily_days_unsettled",
        "daily_days",
        ["day"],
        sqlite_where=condition,
        postgresql_where=condition,
    )
