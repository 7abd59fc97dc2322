"""The database schema. `migrations` builds it; a test compares the two.

A deleted user becomes NULL in every `user_id` column whose row others need. Discord's ids are
64 bits wide. A table outside of a server has `guild_id` 0, one without a channel `channel_id` 0.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    false,
    true,
)

from .columns import partial, required

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    *required(BigInteger, "channel_id", "home_channel_id", "host_id"),
    Column("game", String, nullable=False),
    Column("rules", JSON, nullable=False),
    Column("status", String, nullable=False),
    Column("paused_from", String),
    *required(Integer, "seq", "version", "game_no", "hand_no"),
    *required(JSON, "total", "wins"),
    Column("best_of", Integer),
    Column("draws_partners", Boolean, nullable=False, server_default=false()),
    Column("changes_partners", Boolean, nullable=False, server_default=false()),
    Column("next_game", JSON(none_as_null=True)),
    Column("score_word", String, nullable=False, server_default="ALL"),
    Column("hints", Boolean, nullable=False, server_default=true()),
    Column("shaker", Integer),
    Column("deals_played", Integer, nullable=False),
    Column("winner", Integer),
    *required(Float, "created_at", "turn_since"),
    *required(Boolean, "nudged", "offered"),
    Column("wake_at", Float),
    Column("event_id", String),  # its tables are numbered from 1 in each event
    Column("claim", JSON(none_as_null=True)),
    Column("laid_down", JSON(none_as_null=True)),
    Column("advised", JSON(none_as_null=True)),
    Column("clock", JSON(none_as_null=True)),
    Column("closed_at", Float),
    Column("usual_rules", JSON(none_as_null=True)),
    Column("swept", Boolean, nullable=False, default=False, server_default=false()),
    Column("turn_asks", JSON(none_as_null=True)),
    Column("plan", String),  # the plan that opened it, and its date
    Column("deals", String),  # a deal that many tables share; NULL: a shake of its own
    Column("code", String),  # seats whoever types it; gone when the table closes
    Column("private", Boolean, nullable=False, server_default=false()),
    Column("keeps_hands", Boolean, nullable=False, server_default=false()),
)
# Conditions of partial indexes. Queries repeat one literally; a bound parameter would not match.
LIVE = "status != 'closed'"
LIVE_BY_ITSELF = f"{LIVE} AND event_id IS NULL AND channel_id != 0"
LIVE_OF_EVENT = f"{LIVE} AND event_id IS NOT NULL"
UNSWEPT = "closed_at IS NOT NULL AND NOT swept"
CODED = "code IS NOT NULL"
OFF_LEADERBOARDS = "NOT on_leaderboards"


partial("tables_live", LIVE_BY_ITSELF, tables.c.guild_id, tables.c.number, unique=True)
partial("tables_live_guild", LIVE, tables.c.guild_id)
partial("tables_live_channel", LIVE, tables.c.channel_id)
partial("tables_live_event", LIVE_OF_EVENT, tables.c.event_id)
partial("tables_waking", "wake_at IS NOT NULL", tables.c.wake_at)
partial("tables_unswept", UNSWEPT, tables.c.closed_at)
partial("tables_code", CODED, tables.c.code, unique=True)
partial("tables_plan", "plan IS NOT NULL", tables.c.plan)
Index("tables_host", tables.c.host_id)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String, ForeignKey("tables.table_id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("live", Boolean, nullable=False),  # copied from its table: a person's seats are many
    Column("occupant", String, nullable=False),
    Column("user_id", BigInteger),
    *required(String, "name", "level"),
    Column("away", Boolean, nullable=False),
    Column("absences", Integer, nullable=False),
    Column("ready", Boolean, nullable=False),
    Column("dealt_to", BigInteger),
    Column("reserved_by", BigInteger),
    Column("reserved_name", String, nullable=False),
    Column("plays_forced", Boolean, nullable=False, server_default=false()),
    Column("asks_first", Boolean, nullable=False, server_default=false()),
    Column("played", String),  # who had the seat as the hand ended, if that was another
    Column("played_by", BigInteger),
    Column("played_name", String, nullable=False, server_default=""),
    sqlite_with_rowid=False,
)

Index("seats_user", seats.c.user_id, seats.c.live)
partial("seats_reserved", "reserved_by IS NOT NULL", seats.c.reserved_by)
partial("seats_played", "played_by IS NOT NULL", seats.c.played_by)
partial("seats_dealt", "dealt_to IS NOT NULL", seats.c.dealt_to)

seat_log = Table(  # joins and leaves; numbered separately from the acts
    "seat_log",
    metadata,
    Column("table_id", String, ForeignKey("tables.table_id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("event", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger),
    Column("hand_no", Integer, nullable=False),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)

Index("seat_log_user", seat_log.c.user_id)

acts = Table(
    "acts",
    metadata,
    Column("table_id", String, ForeignKey("tables.table_id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    *required(Integer, "hand_no", "seat"),
    *required(String, "phase", "text"),
    Column("user_id", BigInteger),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)

partial("acts_user", "user_id IS NOT NULL", acts.c.user_id)

shakes = Table(  # the secrets of the shake of each hand
    "shakes",
    metadata,
    Column("table_id", String, ForeignKey("tables.table_id"), primary_key=True),
    Column("hand_no", Integer, primary_key=True, autoincrement=False),
    *required(String, "public", "commitment"),
    Column("secret", LargeBinary, nullable=False),
    Column("dealt", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

draws = Table(  # the secrets of draws before games; `drawers` is empty until they are drawn
    "draws",
    metadata,
    Column("table_id", String, ForeignKey("tables.table_id"), primary_key=True),
    Column("game_no", Integer, primary_key=True, autoincrement=False),
    Column("commitment", String, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("drawers", JSON, nullable=False),
    *required(Boolean, "for_partners", "drawn"),
    Column("from_one_deal", Boolean, nullable=False, server_default=false()),
    sqlite_with_rowid=False,
)

hands = Table(
    "hands",
    metadata,
    Column("table_id", String, ForeignKey("tables.table_id"), primary_key=True),
    Column("hand_no", Integer, primary_key=True, autoincrement=False),
    Column("game_no", Integer, nullable=False),
    Column("bidder", Integer),
    Column("bid", String),
    Column("contract", String),
    Column("made", Boolean),
    Column("ended", String, nullable=False),
    *required(JSON, "points", "score", "record"),
    Column("at", Float, nullable=False),
    Column("bid_points", Integer),
    Column("bid_marks", Integer, nullable=False),
    Column("swept_by", Integer),
    *(Column(name, JSON, nullable=False, server_default="[]") for name in ("stood_in", "advised")),
)

hand_players = Table(  # one row per seat; `user_id` is NULL for a computer, or if `forgotten`
    "hand_players",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("hand_no", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger),
    *required(Integer, "game_no", "bids", "bids_made", "bid_points", "sets", "suffered"),
    Column("forgotten", Boolean, nullable=False, server_default=false()),
    Column("at", Float, nullable=False),  # copied from its hand, so that an index sorts by it
    ForeignKeyConstraint(["table_id", "hand_no"], ["hands.table_id", "hands.hand_no"]),
    sqlite_with_rowid=False,
)
Index("hand_players_user", hand_players.c.user_id, hand_players.c.at)

games = Table(
    "games",
    metadata,
    Column("table_id", String, ForeignKey("tables.table_id"), primary_key=True),
    Column("game_no", Integer, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("rules", JSON, nullable=False),
    Column("winner", Integer, nullable=False),
    *required(JSON, "total", "marks"),
    Column("contested", Boolean, nullable=False),  # people on every side, so leaderboards count it
    Column("at", Float, nullable=False),
    Column("target", Integer),
    Column("unrated", String),  # why it is unrated
)

game_players = Table(  # one row per seat; `user_id` is NULL for a computer of `level`
    "game_players",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("game_no", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger),
    Column("name", String, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("marks", Integer, nullable=False),
    Column("guild_id", BigInteger, nullable=False),  # copied from its game,
    Column("at", Float, nullable=False),  # so that an index sorts by it
    Column("level", String, nullable=False),
    ForeignKeyConstraint(["table_id", "game_no"], ["games.table_id", "games.game_no"]),
    sqlite_with_rowid=False,
)

Index("game_players_user", game_players.c.user_id, game_players.c.at)

servers = Table(  # servers that the bot is in, or was in until `left_at`
    "servers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("left_at", Float),
)

server_settings = Table(  # settings chosen by a server's managers
    "server_settings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channels", JSON, nullable=False),
    Column("threads", Boolean, nullable=False),
    Column("game", String, nullable=False),
    Column("preset", String),
    Column("host_role", BigInteger),
    *required(Boolean, "leaderboards", "pictures"),
    Column("event_hosts", String, nullable=False, server_default="tables"),
    Column("event_role", BigInteger),
    Column("daily_channel", BigInteger),
    Column("welcome_channel", BigInteger),
    Column("players_role", BigInteger),
    Column("time_zone", String),
)

partial("server_settings_daily", "daily_channel IS NOT NULL", server_settings.c.guild_id)

people = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String, nullable=False),
    *required(Boolean, "dms", "dm_closed"),
    Column("dm_later", Boolean, nullable=False, server_default=false()),
    Column("locale", String),
    Column("on_leaderboards", Boolean, nullable=False),
    Column("pictures", Boolean, nullable=False, server_default=true()),
    Column("knows", JSON, nullable=False, server_default="[]"),
    Column("asks_first", Boolean, nullable=False, server_default=false()),
    Column("plays_forced", Boolean, nullable=False, server_default=false()),
    Column("pings", String, nullable=False, server_default="late"),
    Column("time_zone", String),
    Column("quiet_from", Integer),
    Column("quiet_until", Integer, nullable=False, server_default="7"),
    Column("safe_colors", Boolean, nullable=False, server_default=false()),
    Column("pace", String),
    Column("opponents", String),
    Column("invited_by_dm", Boolean, nullable=False, server_default=false()),
)

partial("people_off_leaderboards", OFF_LEADERBOARDS, people.c.user_id)

deletions = Table(  # people whose data is being deleted
    "deletions", metadata, Column("user_id", BigInteger, primary_key=True, autoincrement=False)
)

redraws = Table(  # messages that still show a deleted person
    "redraws",
    metadata,
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", String),  # whose board it is; without it and an event, it is deleted
    Column("hand_no", Integer, nullable=False),
    Column("due_at", Float, nullable=False),
    Column("event_id", String),  # whose board it is
    Column("user_id", BigInteger),  # whose deletion it waits for
    sqlite_with_rowid=False,
)
Index("redraws_due", redraws.c.due_at)
partial("redraws_user", "user_id IS NOT NULL", redraws.c.user_id)

dm_channels = Table(  # DM channels between the bot and a person
    "dm_channels",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
)

dm_openings = Table(  # new DM channels of the last day, without user ids
    "dm_openings",
    metadata,
    Column("opening_id", String, primary_key=True),
    Column("at", Float, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("event_id", String, primary_key=True),
    *required(BigInteger, "guild_id", "channel_id", "host_id"),
    Column("game", String, nullable=False),
    Column("rules", JSON, nullable=False),
    Column("partners", String, nullable=False),
    Column("table_count", Integer),
    Column("best_of", Integer),
    Column("status", String, nullable=False),
    *required(Integer, "round_no", "version"),
    *required(Float, "created_at", "since"),
)

partial("events_live", LIVE, events.c.channel_id, unique=True)
partial("events_live_guild", LIVE, events.c.guild_id)
Index("events_host", events.c.host_id)

event_players = Table(  # the seats of an event; `user_id` is NULL for a computer
    "event_players",
    metadata,
    Column("event_id", String, ForeignKey("events.event_id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger),
    Column("name", String, nullable=False),
    Column("wish", BigInteger),
    Column("away", Boolean, nullable=False),
    Column("counts_from", Integer, nullable=False, server_default="1"),
    sqlite_with_rowid=False,
)
Index("event_players_user", event_players.c.user_id)
partial("event_players_wish", "wish IS NOT NULL", event_players.c.wish)

event_games = Table(  # `total` is NULL if the game was broken off
    "event_games",
    metadata,
    Column("event_id", String, ForeignKey("events.event_id"), primary_key=True),
    Column("round_no", Integer, primary_key=True, autoincrement=False),
    Column("table_no", Integer, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("entries", JSON, nullable=False),
    Column("table_id", String, ForeignKey("tables.table_id")),
    Column("first_game", Integer, nullable=False),
    Column("winner", Integer),
    Column("total", JSON(none_as_null=True)),
    Column("played", JSON(none_as_null=True)),
    sqlite_with_rowid=False,
)

leases = Table(  # which process serves a shard's tables; empty in SQLite
    "leases",
    metadata,
    Column("shards", Integer, primary_key=True, autoincrement=False),  # SHARD_COUNT
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("holder", String, nullable=False),
    Column("home", Boolean, nullable=False),  # holder receives the shard's events
    Column("until", Float, nullable=False),  # by the database's clock
)
