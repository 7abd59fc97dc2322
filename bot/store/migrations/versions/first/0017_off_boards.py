"""An index of the few people who are hidden from leaderboards."""

from __future__ import annotations

import sqlalchemy as sa

from bot.store.upgrade import partial_index

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Upgrade the schema."""
    off = sa.text("NOT on_boards")
    partial_index("people_off_boards", "people", ["user_id"], off)
