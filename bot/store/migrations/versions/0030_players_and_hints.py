"""A table's switch of hints, who played a finished hand, and for whom an event's games count."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.upgrade import partial_index

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    """Bring the schema forward."""
    op.add_column(
        "tables", sa.Column("hints", sa.Boolean(), nullable=False, server_default=sa.true())
    )
    op.add_column("seats", sa.Column("played", sa.String()))
    op.add_column("seats", sa.Column("played_by", sa.BigInteger()))
    name = sa.Column("played_name", sa.String(), nullable=False, server_default="")
    op.add_column("seats", name)
    partial_index("seats_played", "seats", ["played_by"], sa.text("played_by IS NOT NULL"))
    counts_from = sa.Column("counts_from", sa.Integer(), nullable=False, server_default="1")
    op.add_column("event_players", counts_from)
    op.add_column("event_games", sa.Column("played", sa.JSON(none_as_null=True)))
