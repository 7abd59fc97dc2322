"""How often people have typed a wrong code lately."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0056"
down_revision = "0055"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "wrong_codes",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("wrong_codes_at", "wrong_codes", ["at"])
