"""The time zone of a server, people without one of their own, and the matches of events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0057"
down_revision = "0056"

CHOSEN = """
    UPDATE people SET time_zone = old_zone
    WHERE old_zone != 'America/Chicago' OR quiet_from IS NOT NULL
"""
"""Nobody can tell the default from a choice of the same zone, which only quiet hours showed."""


def upgrade() -> None:
    """Add the columns; a person's time zone stays if they chose or saw it."""
    op.add_column("server_settings", sa.Column("time_zone", sa.String()))
    op.add_column("events", sa.Column("best_of", sa.Integer()))
    connection = op.get_bind()
    connection.exec_driver_sql("ALTER TABLE people RENAME COLUMN time_zone TO old_zone")
    op.add_column("people", sa.Column("time_zone", sa.String()))
    connection.exec_driver_sql(CHOSEN)
    connection.exec_driver_sql("ALTER TABLE people DROP COLUMN old_zone")
