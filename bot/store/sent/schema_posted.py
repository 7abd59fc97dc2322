"""The table of the messages that the bot has posted, except what it answers in private."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Index, Integer, String, Table

from bot.values.posted import PostedKind, PostedState

from ..columns import partial, required
from ..schema import metadata

# Conditions of partial indexes. Queries repeat one literally; a bound parameter would not match.
LEAVING = f"state IN ('{PostedState.RETIRING}', '{PostedState.DELETING}')"
IS_SHARED = f"kind = '{PostedKind.SHARED}'"
IS_VOTE = f"kind = '{PostedKind.VOTE}'"

posted = Table(  # message id 0: the message is gone, and the row only counts the occasions
    "posted",
    metadata,
    Column("kind", String, primary_key=True),
    Column("about", String, primary_key=True),
    Column("part", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),  # 0: everybody
    Column("occasion", Integer, primary_key=True, autoincrement=False),
    *required(BigInteger, "guild_id", "channel_id", "message_id"),
    *required(String, "digest", "state"),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)

Index("posted_user", posted.c.user_id)
Index("posted_guild", posted.c.guild_id)
partial("posted_leaving", LEAVING, posted.c.at)
partial("posted_votes", IS_VOTE, posted.c.message_id)
partial("posted_shared", IS_SHARED, posted.c.kind, posted.c.at)
