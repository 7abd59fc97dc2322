"""When an expert is due in a person's hand of a day, and notices of changed hands on PostgreSQL.

Hands under way before are looked at once: an expert may be due in any of them.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"

# A hand is told of as a table without a server: its id, the number of its next act, and 0.
FUNCTION = """
CREATE FUNCTION hand_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify(
        'fortytwo',
        'table daily' || replace(NEW.day, '-', '') || '@' || NEW.user_id || ' '
            || NEW.act_count + 1 || ' 0'
    );
    RETURN NULL;
END $$
"""
BEGUN = """
CREATE TRIGGER hand_begun AFTER INSERT ON daily_hands
FOR EACH ROW EXECUTE FUNCTION hand_changed()
"""
CHANGED = """
CREATE TRIGGER hand_changed AFTER UPDATE OF act_count ON daily_hands
FOR EACH ROW WHEN (NEW.act_count <> OLD.act_count) EXECUTE FUNCTION hand_changed()
"""


def upgrade() -> None:
    """Add the column and its index, and the triggers."""
    op.add_column("daily_hands", sa.Column("wake_at", sa.Float()))
    connection = op.get_bind()
    connection.exec_driver_sql(
        "UPDATE daily_hands SET wake_at = begun_at WHERE finished_at IS NULL"
    )
    connection.exec_driver_sql(
        "CREATE INDEX daily_hands_waking ON daily_hands (wake_at) WHERE wake_at IS NOT NULL"
    )
    if connection.dialect.name == "postgresql":
        for statement in (FUNCTION, BEGUN, CHANGED):
            connection.exec_driver_sql(statement)
