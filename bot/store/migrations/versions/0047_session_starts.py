"""The turns of shards to identify, and how many starts of a session Discord still allows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"


def upgrade() -> None:
    """Create a table for each."""
    op.create_table(
        "gateway_turns",
        sa.Column("bucket", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("free_at", sa.Float(), nullable=False),
    )
    op.create_table(
        "session_starts",
        sa.Column("row", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("left", sa.Integer(), nullable=False),
        sa.Column("resets_at", sa.Float(), nullable=False),
        sa.Column("concurrency", sa.Integer(), nullable=False),
    )
