"""Which boards of the daily hand are due: at first those of the last two weeks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"

NEWEST = "SELECT day FROM daily_days ORDER BY day DESC LIMIT 16"
# boards that are there
POSTED = """
    INSERT INTO due_boards (day, guild_id, week, due_at, tries, mark)
    SELECT about, part, kind = 'week board', 0.0, 0, '' FROM posted
    WHERE kind IN ('day board', 'week board') AND message_id <> 0
    AND about >= (SELECT min(day) FROM ({newest}) AS newest)
    GROUP BY about, part, kind
"""
# those to be posted on open days, and of every server's last weeks
FIRST = """
    INSERT INTO due_boards (day, guild_id, week, due_at, tries, mark)
    SELECT DISTINCT daily_hands.day, daily_hands.guild_id, false, 0.0, 0, ''
    FROM daily_hands JOIN daily_days ON daily_days.day = daily_hands.day
    WHERE daily_days.closed_at IS NULL AND daily_hands.finished_at IS NOT NULL
    AND daily_hands.guild_id IS NOT NULL
    ON CONFLICT DO NOTHING
"""
SUNDAY = {
    "sqlite": "date(day, 'weekday 0')",
    "postgresql": "to_char(date_trunc('week', day::date) + interval '6 days', 'YYYY-MM-DD')",
}
WEEKS = """
    INSERT INTO due_boards (day, guild_id, week, due_at, tries, mark)
    SELECT DISTINCT {sunday}, 0, true, 0.0, 0, '' FROM ({newest}) AS newest
"""


def upgrade() -> None:
    """Create the table and the index of a server's hands, and mark boards."""
    op.create_table(
        "due_boards",
        sa.Column("day", sa.String(), primary_key=True),
        sa.Column("guild_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("week", sa.Boolean(), primary_key=True),
        sa.Column("due_at", sa.Float(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("due_boards_due", "due_boards", ["due_at", "day", "guild_id", "week"])
    _create_partial("due_boards_every_server", "due_boards", "guild_id = 0", "due_at")
    _create_partial(
        "daily_hands_guild",
        "daily_hands",
        "finished_at IS NOT NULL AND guild_id IS NOT NULL",
        *("guild_id", "day", "finished_at", "user_id"),
    )
    _create_partial(
        "server_settings_daily", "server_settings", "daily_channel IS NOT NULL", "guild_id"
    )
    connection = op.get_bind()
    sunday = SUNDAY[connection.dialect.name]
    for statement in (POSTED, FIRST, WEEKS):
        connection.exec_driver_sql(statement.format(newest=NEWEST, sunday=sunday))


def _create_partial(name: str, table: str, where: str, *columns: str) -> None:
    condition = sa.text(where)
    op.create_index(name, table, columns, sqlite_where=condition, postgresql_where=condition)
