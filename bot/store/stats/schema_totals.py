"""The tables of totals: all of them can be rebuilt from finished hands and games.

Each row of a person's totals is about them alone, and is deleted with them.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, String, Table

from bot.store.columns import required
from bot.store.schema import metadata

EVERYWHERE = -1  # `guild_id` for all servers together
ANEW = -2  # the same while a person's totals are being counted anew

COUNTS = (
    "games",
    "wins",
    "marks",
    "hands",
    "bids",
    "bids_made",
    "bid_points",
    "sets",
    "suffered",
    "shutouts",
)

# Running totals; `bot.stats.views` defines them. A row counts from the start of its time span,
# `since`; a result from a later span resets it. `game` is empty for all games together.
standings = Table(
    "standings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("board", String, primary_key=True),
    Column("span", String, primary_key=True),
    Column("game", String, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("since", BigInteger, nullable=False),
    *required(Integer, *COUNTS, "run", "best_run"),
    Column("fastest", Integer),
    sqlite_with_rowid=False,
)

Index("standings_user", standings.c.user_id)

partners = Table(  # the totals of two partners, one row for each of them
    "partners",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("span", String, primary_key=True),
    Column("game", String, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("partner_id", BigInteger, primary_key=True, autoincrement=False),
    Column("since", BigInteger, nullable=False),
    *required(Integer, "games", "wins"),
    sqlite_with_rowid=False,
)

Index("partners_user", partners.c.user_id)
Index("partners_partner", partners.c.partner_id)

ratings = Table(  # OpenSkill's parameters; `game` is empty for all games together
    "ratings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    *required(Float, "mu", "sigma"),
    *required(Integer, "rating", "games"),
    sqlite_with_rowid=False,
)

Index("ratings_user", ratings.c.user_id)

# Each game's effect on ratings; a row per seat. The user may be deleted while the others' ratings
# still depend on the row. `place`: of the side; 0 if the game did not count for the seat.
rating_changes = Table(
    "rating_changes",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("game_no", Integer, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger),
    Column("at", Float, nullable=False),
    Column("place", Integer, nullable=False),
    *required(Float, "mu_before", "sigma_before"),
    *required(Integer, "before", "after", "games"),
    Column("departed", Boolean, nullable=False),  # they left, which counts as a loss
    sqlite_with_rowid=False,
)

Index(
    "rating_changes_user",
    rating_changes.c.user_id,
    rating_changes.c.guild_id,
    rating_changes.c.game,
    rating_changes.c.at,
)
