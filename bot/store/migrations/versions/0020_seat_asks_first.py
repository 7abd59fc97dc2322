"""A flag on each seat: its person confirms each domino."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Bring the schema forward; seats of people who chose it already get it."""
    op.add_column(
        "seats", sa.Column("asks_first", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    people = sa.table("people", sa.column("user_id"), sa.column("asks_first"))
    seats = sa.table("seats", sa.column("user_id"), sa.column("asks_first"))
    asking = sa.select(people.c.user_id).where(people.c.asks_first)
    op.execute(sa.update(seats).where(seats.c.user_id.in_(asking)).values(asks_first=sa.true()))
