"""Draws before games, choices of a table about partners and marks, and when hands ended.

Tables without a row in `draws` commit to their next draw as they begin the game. The time beside
each player of a hand lets an index find somebody's newest hands.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import required

revision = "0026"
down_revision = "0025"

DATE_PLAYERS = """
UPDATE hand_players SET at = (
    SELECT hands.at FROM hands
    WHERE hands.table_id = hand_players.table_id AND hands.hand_no = hand_players.hand_no
)
"""


def upgrade() -> None:
    """Bring the schema forward."""
    op.create_table(
        "draws",
        sa.Column("table_id", sa.String(), sa.ForeignKey("tables.table_id"), primary_key=True),
        sa.Column("game_no", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("drawers", sa.JSON(), nullable=False),
        *required(sa.Boolean, "for_partners", "drawn"),
        sqlite_with_rowid=False,
    )
    for name in ("draws_partners", "changes_partners"):
        op.add_column(
            "tables", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false())
        )
    word = sa.Column("score_word", sa.String(), nullable=False, server_default="ALL")
    op.add_column("tables", word)
    zero = sa.text("0")
    op.add_column("hand_players", sa.Column("at", sa.Float(), nullable=False, server_default=zero))
    op.execute(DATE_PLAYERS)
    op.drop_index("hand_players_user", "hand_players")
    op.create_index("hand_players_user", "hand_players", ["user_id", "at"])
