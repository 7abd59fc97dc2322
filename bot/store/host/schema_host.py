"""The tables that a host works with: reports, blocks, tables to close, running processes."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
)

from ..columns import partial, required
from ..schema import metadata

WAITING = "told_at IS NULL"

reports = Table(  # reports to the host; `told_at`: when it was delivered
    "reports",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("name", String, nullable=False),
    *required(BigInteger, "guild_id", "channel_id"),
    Column("text", String, nullable=False),
    Column("at", Float, nullable=False),
    Column("told_at", Float),
)

Index("reports_user", reports.c.user_id, reports.c.at)
partial("reports_waiting", WAITING, reports.c.number)

report_people = Table(  # the people a report mentions
    "report_people",
    metadata,
    Column("number", Integer, ForeignKey("reports.number"), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

Index("report_people_user", report_people.c.user_id)

blocks = Table(  # blocked people and servers; Discord's ids never coincide
    "blocks",
    metadata,
    Column("blocked_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
)

close_orders = Table(  # tables that the host has ordered closed
    "close_orders",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("at", Float, nullable=False),
)

heartbeats = Table(  # running processes; `wrong`: the failed checks of /readyz
    "heartbeats",
    metadata,
    Column("process", String, primary_key=True),
    Column("pid", Integer, nullable=False),
    *required(String, "machine", "version"),
    *required(Float, "started_at", "at"),
    Column("wrong", JSON, nullable=False),
)

refusals = Table(  # requests that Discord has refused; `minute`: since 1970
    "refusals",
    metadata,
    Column("process", String, primary_key=True),
    Column("minute", BigInteger, primary_key=True, autoincrement=False),
    Column("refused", Integer, nullable=False),
    sqlite_with_rowid=False,
)

run_times = Table(  # when at least one process ran; the newest row is renewed by heartbeats
    "run_times",
    metadata,
    Column("began_at", Float, primary_key=True),
    Column("ended_at", Float, nullable=False),
)

session_starts = Table(  # what Discord said last of its limit: one row, of that name
    "session_starts",
    metadata,
    Column("row", Integer, primary_key=True, autoincrement=False),
    *required(Integer, "total", "left"),
    Column("resets_at", Float, nullable=False),
    Column("concurrency", Integer, nullable=False),
)

gateway_turns = Table(  # when a shard of a bucket may next identify; empty in SQLite
    "gateway_turns",
    metadata,
    Column("bucket", Integer, primary_key=True, autoincrement=False),
    Column("free_at", Float, nullable=False),  # by the database's clock
)
