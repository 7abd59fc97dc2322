"""The tables of votes on a hand."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Boolean, Column, Float, ForeignKey, Index, String, Table

from ..columns import required
from ..schema import metadata

votes = Table(  # deleted once the answer is shown; `counts` is empty until the vote closes
    "votes",
    metadata,
    Column("vote_id", String, primary_key=True),
    *required(BigInteger, "guild_id", "channel_id"),
    Column("host_id", BigInteger),
    Column("question", JSON, nullable=False),
    Column("closes_at", Float, nullable=False),
    Column("closed", Boolean, nullable=False),
    Column("counts", JSON, nullable=False),
    Column("shown", String, nullable=False, server_default=""),  # the votes on its message
    Column("due_at", Float, nullable=False, server_default="0"),  # 0: at once
)

Index("votes_host", votes.c.host_id)
Index("votes_due", votes.c.due_at, votes.c.vote_id)

vote_picks = Table(  # who chose what, until the vote is closed
    "vote_picks",
    metadata,
    Column("vote_id", String, ForeignKey("votes.vote_id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("choice", String, nullable=False),
    sqlite_with_rowid=False,
)

Index("vote_picks_user", vote_picks.c.user_id)
