"""Redraws of event boards and redraws that wait for a deletion, and seats of forgotten players."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.upgrade import partial_index

revision = "0023"
down_revision = "0022"

# Before this, a deleted player could be told from a computer only in a seat that nobody had taken.
_FORGOTTEN = """
UPDATE hand_players SET forgotten = true
WHERE user_id IS NULL AND EXISTS (
    SELECT 1 FROM seats
    WHERE seats.table_id = hand_players.table_id AND seats.seat = hand_players.seat
    AND seats.occupant = 'person' AND seats.user_id IS NULL
)
"""


def upgrade() -> None:
    """Upgrade the schema."""
    op.add_column("redraws", sa.Column("event_id", sa.String()))
    op.add_column("redraws", sa.Column("user_id", sa.BigInteger()))
    known = sa.text("user_id IS NOT NULL")
    partial_index("redraws_user", "redraws", ["user_id"], known)
    op.add_column(
        "hand_players",
        sa.Column("forgotten", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.execute(_FORGOTTEN)
