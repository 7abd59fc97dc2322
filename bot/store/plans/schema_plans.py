"""The tables of plans."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
)

from ..columns import required
from ..schema import metadata

plans = Table(  # deleted a day after the last date
    "plans",
    metadata,
    Column("plan_id", String, primary_key=True),
    *required(BigInteger, "guild_id", "channel_id"),
    Column("host_id", BigInteger),
    *required(String, "host_name", "game"),
    Column("rules", JSON, nullable=False),
    Column("best_of", Integer),
    *required(String, "first", "zone"),
    *required(Boolean, "weekly", "named"),
    Column("seats", Integer, nullable=False),
    *required(Float, "made_at", "at"),
    Column("date_no", Integer, nullable=False),
    Column("called", Boolean, nullable=False),
    Column("idle", Integer, nullable=False),
    Column("outcome", String),
    Column("channel_of_last", BigInteger),
    Column("over", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
    Column("due_at", Float, nullable=False),  # 0: at once
)

Index("plans_host", plans.c.host_id)
Index("plans_guild", plans.c.guild_id)
Index("plans_channel", plans.c.channel_id)
Index("plans_due", plans.c.due_at, plans.c.plan_id)

plan_people = Table(  # whom a plan names, and who has answered to its date
    "plan_people",
    metadata,
    Column("plan_id", String, ForeignKey("plans.plan_id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    *required(String, "name", "said"),
    Column("number", Integer, nullable=False),
    sqlite_with_rowid=False,
)

Index("plan_people_user", plan_people.c.user_id)
