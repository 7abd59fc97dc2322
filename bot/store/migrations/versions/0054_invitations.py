"""Invitations to tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0054"
down_revision = "0053"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.String(), sa.ForeignKey("tables.table_id"), primary_key=True),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("invited_by", sa.BigInteger()),
        sa.Column("at", sa.Float(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("invitations_user", "invitations", ["user_id"])
    op.create_index("invitations_by", "invitations", ["invited_by"])
