"""The tables of who is told when a table needs one more, and of calls for players."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Index, String, Table

from ..columns import required
from ..schema import metadata

seat_alerts = Table(  # who is told when a table in a channel or its threads needs one more
    "seat_alerts",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("until", Float),  # NULL: until they stop it
    sqlite_with_rowid=False,
)

Index("seat_alerts_channel", seat_alerts.c.channel_id)
Index("seat_alerts_guild", seat_alerts.c.guild_id)

alerted = Table(  # of which table somebody was told within the last hour
    "alerted",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", String, nullable=False),
    Column("at", Float, nullable=False),
)

player_calls = Table(  # when a server's role for players was last mentioned
    "player_calls",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    *required(Float, "at"),
)
