"""Where a table's hand comes from: its own shake, or a deal that many tables share.

The secret of the lesson hand is no longer stored with each table. And leaderboards are no boards.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"

IN_LESSON = """
    UPDATE tables SET deals = 'lesson:1' WHERE EXISTS (
        SELECT 1 FROM shakes WHERE shakes.table_id = tables.table_id
        AND shakes.hand_no = tables.hand_no AND shakes.public = 'lesson:1:'
    )
"""


RENAMED = (
    "DROP INDEX people_off_boards",
    "ALTER TABLE people RENAME COLUMN on_boards TO on_leaderboards",
    "CREATE INDEX people_off_leaderboards ON people (user_id) WHERE NOT on_leaderboards",
    "ALTER TABLE server_settings RENAME COLUMN boards TO leaderboards",
)


def upgrade() -> None:
    """Add the column, fill it, drop the shakes of lesson hands, and rename columns."""
    op.add_column("tables", sa.Column("deals", sa.String()))
    connection = op.get_bind()
    connection.exec_driver_sql(IN_LESSON)
    connection.exec_driver_sql("DELETE FROM shakes WHERE public = 'lesson:1:'")
    for statement in RENAMED:
        connection.exec_driver_sql(statement)
