"""The word in which a table's marks are chalked."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema forward."""
    word = sa.Column("score_word", sa.String(), nullable=False, server_default="ALL")
    op.add_column("tables", word)
