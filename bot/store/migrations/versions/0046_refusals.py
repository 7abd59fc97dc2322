"""Requests that Discord has refused, by process and minute."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "refusals",
        sa.Column("process", sa.String(), primary_key=True),
        sa.Column("minute", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("refused", sa.Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
