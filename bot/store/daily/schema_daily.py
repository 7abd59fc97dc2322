"""The schema of the daily hand."""

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
    LargeBinary,
    String,
    Table,
    false,
    true,
)

from ..columns import partial, required
from ..schema import metadata

# Conditions of partial indexes. Queries repeat one literally; a bound parameter would not match.
UNSETTLED_DAYS = "NOT settled"
OF_EVERY_SERVER = "guild_id = 0"
UNSWEPT_DAYS = "closed_at IS NOT NULL AND NOT swept"

daily_days = Table(
    "daily_days",
    metadata,
    Column("day", String, primary_key=True),  # yyyy-mm-dd
    Column("secret", LargeBinary, nullable=False),
    Column("commitment", String, nullable=False),
    Column("key", LargeBinary),  # HMAC key of `daily_marks`; NULL once the day is closed
    Column("opened_at", Float, nullable=False),
    Column("closed_at", Float),
    Column("closes_at", Float),  # NULL: at the usual time
    Column("offered", Boolean, nullable=False, server_default=true()),
    Column("excused", Boolean, nullable=False, server_default=false()),
    Column("swept", Boolean, nullable=False, server_default=false()),
    Column("settled", Boolean, nullable=False, server_default=true()),  # false: closed, not counted
)
partial("daily_days_unsettled", UNSETTLED_DAYS, daily_days.c.day)
partial("daily_days_open", "closed_at IS NULL", daily_days.c.day)
partial("daily_days_unswept", UNSWEPT_DAYS, daily_days.c.closed_at)

daily_hands = Table(  # the columns from `score` to `par` are NULL until the hand is finished
    "daily_hands",
    metadata,
    Column("day", String, ForeignKey("daily_days.day"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    *required(String, "name", "version"),
    Column("begun_at", Float, nullable=False),
    Column("acts", JSON, nullable=False),
    Column("act_count", Integer, nullable=False),
    Column("finished_at", Float),
    Column("score", Integer),
    Column("taken", Integer),
    Column("bid", String),
    Column("ours", Boolean),
    Column("made", Boolean),
    Column("tricks", String),
    Column("lead", String),
    Column("par", Integer),
    Column("guild_id", BigInteger),  # the server where the hand was begun
    Column("wake_at", Float),  # when an expert is due; NULL in the person's turn, and at the end
    sqlite_with_rowid=False,
)
Index("daily_hands_user", daily_hands.c.user_id, daily_hands.c.day)
Index(  # covers the counts of `day_field`
    "daily_hands_field",
    *(daily_hands.c[name] for name in ("day", "version", "score", "bid", "ours", "made", "lead")),
)

partial("daily_hands_waking", "wake_at IS NOT NULL", daily_hands.c.wake_at)
partial(
    "daily_hands_guild",
    "finished_at IS NOT NULL AND guild_id IS NOT NULL",
    *(daily_hands.c[name] for name in ("guild_id", "day", "finished_at", "user_id")),
)

due_boards = Table(  # boards that may show what is no longer so, until somebody has looked
    "due_boards",
    metadata,
    Column("day", String, primary_key=True),  # of a week's board, its Sunday
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),  # 0: every server
    Column("week", Boolean, primary_key=True),
    Column("due_at", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("mark", String, nullable=False),  # random: a look ends only what it has seen
    sqlite_with_rowid=False,
)
partial("due_boards_every_server", OF_EVERY_SERVER, due_boards.c.due_at)
Index("due_boards_due", *(due_boards.c[name] for name in ("due_at", "day", "guild_id", "week")))

daily_marks = Table(  # people who may not play a day again, by an HMAC of their id
    "daily_marks",
    metadata,
    Column("day", String, ForeignKey("daily_days.day"), primary_key=True),
    Column("mark", String, primary_key=True),
    sqlite_with_rowid=False,
)

daily_experts = Table(  # the score of an expert in the person's seat
    "daily_experts",
    metadata,
    Column("day", String, ForeignKey("daily_days.day"), primary_key=True),
    Column("version", String, primary_key=True),
    Column("score", Integer, nullable=False),
    sqlite_with_rowid=False,
)

daily_fields = Table(  # everybody's results of a closed day, as counts without ids
    "daily_fields",
    metadata,
    Column("day", String, ForeignKey("daily_days.day"), primary_key=True),
    Column("version", String, primary_key=True),
    Column("lowest", Integer, nullable=False),
    Column("scores", JSON, nullable=False),  # how many people have each score
    Column("bids", JSON, nullable=False),  # bid, whether ours, how many hands, how many made it
    Column("leads", JSON, nullable=False),  # first lead, how many hands
    sqlite_with_rowid=False,
)

daily_reminders = Table(  # people whose daily reminder is on, or who must be told that it ended
    "daily_reminders",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("reminded_on", String),  # the day of the newest reminder; NULL: Discord refused it
)
