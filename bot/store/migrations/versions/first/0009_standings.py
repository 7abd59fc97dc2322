"""Totals by game and time, partners, and what they are counted from.

The next start recomputes the totals from the stored hands and games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

from bot.store.columns import required

revision = "0009"
down_revision = "0008"

BATCH = 500
# The total of a hand in points, or in tricks if those are bid, for the games of this version.
POINTS = {"42": 42, "88": 88, "80": 80, "79": 79, "84x6": 88, "84x8": 84, "big-game": 66}
TRICKS = {"moon": 7, "moon4": 7}


def upgrade() -> None:
    """Upgrade the schema."""
    for table, column in _added():
        op.add_column(table, column)
    _standings()
    _partners()
    _ratings()
    op.execute("UPDATE games SET unrated = 'before'")
    _date_seats()
    for batch in _bids():
        _measure(batch)
    op.drop_index("game_players_user", "game_players")
    op.create_index("game_players_user", "game_players", ["user_id", "at"])


def _added() -> Iterator[tuple[str, sa.Column[Any]]]:
    zero, no_text = sa.text("0"), sa.text("''")
    yield "hands", sa.Column("bid_points", sa.Integer())
    yield "hands", sa.Column("bid_marks", sa.Integer(), nullable=False, server_default=zero)
    yield "hands", sa.Column("swept_by", sa.Integer())
    yield "hand_players", sa.Column("bid_points", sa.Integer(), nullable=False, server_default=zero)
    yield "hand_players", sa.Column("suffered", sa.Integer(), nullable=False, server_default=zero)
    yield "games", sa.Column("target", sa.Integer())
    yield "games", sa.Column("unrated", sa.String())
    yield (
        "game_players",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, server_default=zero),
    )
    yield "game_players", sa.Column("at", sa.Float(), nullable=False, server_default=zero)
    yield "game_players", sa.Column("level", sa.String(), nullable=False, server_default=no_text)
    yield (
        "people",
        sa.Column("on_boards", sa.Boolean(), nullable=False, server_default=sa.true()),
    )


def _standings() -> None:
    op.drop_table("standings")
    counts = "games wins marks hands bids bids_made bid_points sets suffered shutouts run best_run"
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        *required(sa.String, "board", "span", "game"),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in counts.split()),
        sa.Column("fastest", sa.Integer()),
        sa.PrimaryKeyConstraint("guild_id", "board", "span", "game", "user_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("standings_user", "standings", ["user_id"])


def _partners() -> None:
    op.create_table(
        "partners",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        *required(sa.String, "span", "game"),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("partner_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        *required(sa.Integer, "games", "wins"),
        sa.PrimaryKeyConstraint("guild_id", "span", "game", "user_id", "partner_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("partners_user", "partners", ["user_id"])
    op.create_index("partners_partner", "partners", ["partner_id"])


def _ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        *required(sa.Float, "mu", "sigma"),
        *required(sa.Integer, "rating", "games"),
        sa.PrimaryKeyConstraint("guild_id", "game", "user_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ratings_user", "ratings", ["user_id"])
    op.create_table(
        "rating_changes",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("game_no", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        *required(sa.Float, "mu_before", "sigma_before"),
        *required(sa.Integer, "before", "after", "games"),
        sa.Column("departed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "game_no", "guild_id", "game", "seat"),
        sqlite_with_rowid=False,
    )
    columns = ["user_id", "guild_id", "game", "at"]
    op.create_index("rating_changes_user", "rating_changes", columns)


def _date_seats() -> None:
    """Copy each game's server and time to the rows of its players."""
    of_game = "(SELECT {} FROM games WHERE games.table_id = game_players.table_id"
    of_game += " AND games.game_no = game_players.game_no)"
    guild, at = of_game.format("guild_id"), of_game.format("at")
    op.execute(f"UPDATE game_players SET guild_id = {guild}, at = {at}")  # noqa: S608


def _bids() -> Iterator[list[Mapping[str, Any]]]:
    """Yield the hands with a bid, with their table's game, in batches."""
    tables = sa.table("tables", sa.column("table_id"), sa.column("game"))
    hands = sa.table(
        "hands",
        *(sa.column(name) for name in ("table_id", "hand_no", "bidder", "bid", "made")),
        sa.column("score", sa.JSON()),
    )
    wanted = (
        sa.select(hands, tables.c.game)
        .join(tables, tables.c.table_id == hands.c.table_id)
        .where(hands.c.bid.is_not(None))
        .order_by(hands.c.table_id, hands.c.hand_no)
        .limit(BATCH)
    )
    last: tuple[str, int] = ("", 0)
    while True:
        after = sa.tuple_(hands.c.table_id, hands.c.hand_no) > sa.tuple_(*map(sa.literal, last))
        rows = list(op.get_bind().execute(wanted.where(after)).mappings())
        if not rows:
            return
        yield rows  # type: ignore[misc]
        last = rows[-1]["table_id"], rows[-1]["hand_no"]


def _measure(batch: list[Mapping[str, Any]]) -> None:
    """Save the size of each bid, and whose side got set."""
    hands = sa.table("hands", *map(sa.column, ("table_id", "hand_no", "bid_points", "bid_marks")))
    seats = sa.table(
        "hand_players",
        *map(sa.column, ("table_id", "hand_no", "seat", "bids", "bid_points", "suffered")),
    )
    for row in batch:
        points, marks = _worth(row["bid"], row["game"])
        key = {"table_id": row["table_id"], "hand_no": row["hand_no"]}
        this = [hands.c[name] == value for name, value in key.items()]
        worth = {"bid_points": points, "bid_marks": marks}
        op.execute(sa.update(hands).where(*this).values(worth))
        those = [seats.c[name] == value for name, value in key.items()]
        op.execute(sa.update(seats).where(*those, seats.c.bids == 1).values(bid_points=points))
        if row["made"] is False and row["bidder"] is not None:
            sides = len(row["score"])
            own = seats.c.seat % sides == row["bidder"] % sides
            op.execute(sa.update(seats).where(*those, own).values(suffered=1))


def _worth(bid: str, game: str) -> tuple[int, int]:
    """Return a bid in points or tricks, and the multiple of a hand's points that it stakes."""
    if game in TRICKS:
        return min(int(bid), TRICKS[game]), 0
    total = POINTS.get(game, 42)
    found = re.search(r"(\d+)(m?)", bid)
    if found is None:  # a bid of the whole game
        return total, 7
    number = int(found[1])
    if found[2]:
        return total, number
    return (total, number // total) if number % total == 0 else (number, 0)
