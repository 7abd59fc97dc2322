"""The tables of refused messages, and of pings."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, String, Table

from ..columns import required
from ..schema import metadata

undelivered = Table(  # messages that Discord refused for good; `user_id` is whom to tell
    "undelivered",
    metadata,
    Column("kind", String, primary_key=True),
    Column("key", String, primary_key=True),
    *required(BigInteger, "guild_id", "channel_id"),
    Column("user_id", BigInteger),
    Column("reason", String, nullable=False),
    Column("code", Integer, nullable=False),
    Column("rights", String, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("told", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

Index("undelivered_guild", undelivered.c.guild_id)
Index("undelivered_user", undelivered.c.user_id)
Index("undelivered_at", undelivered.c.at)

pings = Table(  # whom somebody has pinged through the bot in the last hour, and about what
    "pings",
    metadata,
    Column("about", String, primary_key=True),
    Column("host_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)

Index("pings_of", pings.c.host_id, pings.c.user_id)
Index("pings_user", pings.c.user_id)
Index("pings_at", pings.c.at)
