"""One table for all posted messages, in place of those that each kind of message had.

A message's id is a snowflake, which tells when it was posted.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"

FORMER = (
    *("surfaces", "event_surfaces", "daily_boards", "report_messages"),
    *("shared_messages", "welcomes"),
)
COLUMNS = (
    "kind, about, part, user_id, occasion, guild_id, channel_id, message_id, digest, state, at"
)
POSTED_AT = (
    "CASE WHEN {0} = 0 THEN 0.0 "
    "ELSE CAST({0} >> 22 AS DOUBLE PRECISION) / 1000.0 + 1420070400.0 END"
)
# of a table's boards, and of a player's direct messages at a table, the newest that exists is live
OF_TABLES = """
    SELECT it.kind, it.table_id, it.hand_no, it.user_id, it.occasion,
        CASE WHEN it.kind = 'hand' THEN 0 ELSE tables.guild_id END,
        it.channel_id, it.message_id, it.digest,
        CASE
            WHEN it.message_id = 0 THEN 'over'
            WHEN it.kind = 'ping' OR NOT EXISTS (
                SELECT 1 FROM surfaces AS newer
                WHERE newer.table_id = it.table_id AND newer.kind = it.kind
                AND newer.user_id = it.user_id AND newer.hand_no > it.hand_no
                AND newer.message_id <> 0
            ) THEN 'live'
            WHEN it.kind = 'board' THEN 'over'
            ELSE 'deleting'
        END,
        {at}
    FROM surfaces AS it JOIN tables ON tables.table_id = it.table_id
"""
OF_EVENTS = """
    SELECT 'event', it.event_id, it.round_no, 0, it.occasion,
        events.guild_id, it.channel_id, it.message_id, it.digest, 'live', {at}
    FROM event_surfaces AS it JOIN events ON events.event_id = it.event_id
"""
# the message with a hand is forgotten with the hand's plays, some time after the day
OF_DAYS = """
    SELECT 'day', it.day, 0, it.user_id, 1,
        0, it.channel_id, it.message_id, '', 'live', {at}
    FROM daily_hands AS it JOIN daily_days ON daily_days.day = it.day
    WHERE it.message_id IS NOT NULL AND NOT daily_days.swept
"""
BOARDS_OF_DAYS = """
    SELECT CASE WHEN it.week THEN 'week board' ELSE 'day board' END, it.day, it.guild_id, 0, 1,
        it.guild_id, it.channel_id, it.message_id, it.shown, 'live', {at}
    FROM daily_boards AS it WHERE it.shown <> 'deleted' AND it.message_id <> 0
    UNION ALL
    SELECT CASE WHEN it.week THEN 'week board' ELSE 'day board' END, it.day, it.guild_id, 0, 1,
        it.guild_id, it.channel_id, 0, '', 'over', 0.0
    FROM daily_boards AS it WHERE it.shown = 'deleted'
"""
OF_VOTES = """
    SELECT 'vote', it.vote_id, 0, 0, 1,
        it.guild_id, it.channel_id, it.message_id, '', 'live', {at}
    FROM votes AS it WHERE it.message_id <> 0
"""
OF_REPORTS = """
    SELECT 'reports', '', it.first, it.host_id, 1,
        0, it.channel_id, it.message_id, it.digest, 'live', it.at
    FROM report_messages AS it WHERE it.message_id <> 0
"""
WELCOMES = """
    SELECT 'welcome', '', it.guild_id, 0, it.occasion,
        it.guild_id, it.channel_id, it.message_id, '',
        CASE WHEN it.message_id = 0 THEN 'over' ELSE 'live' END, it.posted_at
    FROM welcomes AS it WHERE it.occasion > 0
"""
FORMER_WELCOMES = """
    SELECT 'welcome', '', it.guild_id, 0, it.occasion - 1,
        it.guild_id, it.old_channel_id, it.old_message_id, '', 'deleting', {at}
    FROM welcomes AS it WHERE it.old_message_id <> 0
"""
SHARED = """
    SELECT 'shared', coalesce(it.about, ''), it.channel_id, it.user_id,
        row_number() OVER (
            PARTITION BY coalesce(it.about, ''), it.channel_id, it.user_id ORDER BY it.message_id
        ),
        it.guild_id, it.channel_id, it.message_id, '', 'live', it.at
    FROM shared_messages AS it
"""
MOVED = (OF_TABLES, OF_EVENTS, OF_DAYS, BOARDS_OF_DAYS, OF_VOTES, OF_REPORTS, WELCOMES, SHARED)


def upgrade() -> None:
    """Create the table, fill it, and drop what it replaces."""
    _create()
    connection = op.get_bind()
    at = POSTED_AT.format("it.message_id")
    old_at = POSTED_AT.format("it.old_message_id")
    found = [query.format(at=at) for query in MOVED]
    for query in (*found, FORMER_WELCOMES.format(at=old_at)):
        connection.exec_driver_sql(f"INSERT INTO posted ({COLUMNS}) {query}")
    for name in FORMER:
        op.drop_table(name)
    op.drop_column("votes", "message_id")
    op.drop_column("daily_hands", "channel_id")
    op.drop_column("daily_hands", "message_id")


def _create() -> None:
    op.create_table(
        "posted",
        sa.Column("kind", sa.String(), primary_key=True),
        sa.Column("about", sa.String(), primary_key=True),
        sa.Column("part", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("occasion", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("posted_user", "posted", ["user_id"])
    op.create_index("posted_guild", "posted", ["guild_id"])
    _create_partial("posted_leaving", "state IN ('retiring', 'deleting')", "at")
    _create_partial("posted_shared", "kind = 'shared'", "kind", "at")


def _create_partial(name: str, where: str, *columns: str) -> None:
    condition = sa.text(where)
    op.create_index(name, "posted", columns, sqlite_where=condition, postgresql_where=condition)
