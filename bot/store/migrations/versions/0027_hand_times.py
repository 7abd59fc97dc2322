"""When a hand ended, beside each of its players, so that an index finds somebody's newest hands."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

DATE_PLAYERS = """
UPDATE hand_players SET at = (
    SELECT hands.at FROM hands
    WHERE hands.table_id = hand_players.table_id AND hands.hand_no = hand_players.hand_no
)
"""


def upgrade() -> None:
    """Bring the schema forward."""
    zero = sa.text("0")
    op.add_column("hand_players", sa.Column("at", sa.Float(), nullable=False, server_default=zero))
    op.execute(DATE_PLAYERS)
    op.drop_index("hand_players_user", "hand_players")
    op.create_index("hand_players_user", "hand_players", ["user_id", "at"])
