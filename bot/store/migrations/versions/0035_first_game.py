"""The games that a person knows, the level of their opponents, and the rules after a first game.

Whoever was taken to know 42, also by having finished a hand of any game, still knows it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"

PEOPLE = sa.table(
    "people",
    sa.column("user_id", sa.BigInteger()),
    sa.column("knows", sa.JSON()),
    sa.column("knows_42", sa.Boolean()),
)
HAND = ("table_id", "hand_no")
HANDS = sa.table("hands", *(sa.column(name) for name in (*HAND, "contract")))
PLAYERS = sa.table("hand_players", *(sa.column(name) for name in (*HAND, "user_id")))


def upgrade() -> None:
    """Bring the schema forward."""
    op.add_column("people", sa.Column("knows", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("people", sa.Column("opponents", sa.String()))
    op.add_column("tables", sa.Column("usual_rules", sa.JSON(none_as_null=True)))
    same_hand = sa.and_(
        PLAYERS.c.table_id == HANDS.c.table_id, PLAYERS.c.hand_no == HANDS.c.hand_no
    )
    played = sa.select(PLAYERS.c.user_id).join(HANDS, same_hand)
    played = played.where(HANDS.c.contract.is_not(None), PLAYERS.c.user_id.is_not(None))
    known = sa.or_(PEOPLE.c.knows_42, PEOPLE.c.user_id.in_(played))
    op.execute(sa.update(PEOPLE).where(known).values(knows=["42"]))
    op.drop_column("people", "knows_42")
