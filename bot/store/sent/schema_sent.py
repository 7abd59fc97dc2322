"""The tables of refused and of shared messages, and of welcomes."""

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

shared_messages = Table(  # results that a person shared with a channel
    "shared_messages",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)

welcomes = Table(  # the welcome at the end of a channel of each server that wants one
    "welcomes",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    *required(BigInteger, "channel_id", "message_id"),
    Column("occasion", Integer, nullable=False),
    Column("posted_at", Float, nullable=False),
    *required(BigInteger, "old_channel_id", "old_message_id"),
    sqlite_with_rowid=False,
)

Index("shared_messages_guild", shared_messages.c.guild_id)
Index("shared_messages_at", shared_messages.c.at)
