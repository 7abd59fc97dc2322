"""Adds finished hands and games to the running totals of players and partners."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import permutations
from typing import Any

from sqlalchemy import Connection, Integer, Table, case, cast, func, null, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.stats.views import ANY_GAME, GameKind, Span
from bot.store import schema
from bot.store.rows import Row
from bot.tables.rated import UnratedReason
from bot.tables.results import GameRow, HandRow, side_of

from .schema_totals import COUNTS, EVERYWHERE, partners, standings

OF_HANDS = ("bids", "bids_made", "bid_points", "sets", "suffered")
SEVEN_MARKS = 7
STRONGEST = "expert"
"""The level of the computer players that count for a streak, careful and bold ones included."""


@dataclass(frozen=True, slots=True)
class Slice:
    """One leaderboard that a result is added to."""

    guild_id: int
    board: GameKind
    span: Span
    game: str


@dataclass(frozen=True, slots=True)
class Scope:
    """Where and for which people a result counts; `people` None means everyone.

    `places`: servers, and `EVERYWHERE` for all of them together.
    """

    places: Sequence[int]
    people: Collection[int] | None = None

    def counts(self, user_id: int | None) -> bool:
        """Return True if a result counts for a user; it never does for a computer."""
        return user_id is not None and (self.people is None or user_id in self.people)


def at_server(guild: int) -> Scope:
    """Return the scope of a new result: its server, and all together; 0: it is of no server."""
    return Scope((EVERYWHERE, guild) if guild else (EVERYWHERE,))


def count_hand(connection: Connection, scope: Scope, hand: HandRow) -> None:
    """Count a finished hand for everyone who played at its end, unless it was a lesson."""
    if hand.is_lesson:
        return
    counted = {
        user_id: {"hands": 1} | asdict(hand.tally(seat))
        for seat, user_id in enumerate(hand.players)
        if user_id is not None and scope.counts(user_id)
    }
    _add(connection, _everything(scope), counted, hand.at)


def count_game(connection: Connection, table_id: str, scope: Scope, game: GameRow) -> None:
    """Count a finished game, and its hands if it counts for leaderboards.

    A game between people in which anybody took a hint is on none.
    """
    people = ((seat, user) for seat, user in enumerate(game.players) if scope.counts(user))
    seats = {user_id: seat for seat, user_id in people if user_id is not None}
    counted = {user_id: _of_game(game, seat) for user_id, seat in seats.items()}
    _add(connection, _everything(scope), counted, game.at)
    if not game.contested and not game.alone:
        return
    if game.contested and _took_hint(connection, table_id, game.game_no):
        return
    board = GameKind.PEOPLE if game.contested else GameKind.ALONE
    played = _hands_of(connection, table_id, game.game_no)
    of_hands = {user: sums for user, sums in played.items() if scope.counts(user)}
    everybody = counted.keys() | (of_hands.keys() if game.contested else set())
    both = {user: {**counted.get(user, {}), **of_hands.get(user, {})} for user in everybody}
    slices = list(_slices(scope, board, game.game))
    if game.contested:
        winners = {user: both.pop(user) for user in both.keys() - counted.keys()}
        _add(connection, slices, winners, game.at)  # a player who left has hands but no game
        _add(connection, slices, both, game.at, runs=True)
        _count_partners(connection, scope, game)
        return
    for user_id, seat in seats.items():
        both[user_id]["fastest"] = _fastest(connection, table_id, game, seat)
    _add(connection, slices, both, game.at, runs=_is_against_experts(game))


def _took_hint(connection: Connection, table_id: str, game_no: int) -> bool:
    """Return True if a game is unrated because somebody took a hint."""
    games = schema.games.c
    this_game = (games.table_id == table_id, games.game_no == game_no)
    unrated = connection.scalar(select(games.unrated).where(*this_game))
    return bool(unrated == UnratedReason.HINT)


def _everything(scope: Scope) -> Sequence[Slice]:
    """Return the scope of a profile: all games of all time."""
    return [Slice(where, GameKind.ALL, Span.ALL, ANY_GAME) for where in scope.places]


def _slices(scope: Scope, board: GameKind, game: str) -> Iterator[Slice]:
    for where in scope.places:
        for span in Span:
            for kind in (ANY_GAME, game):
                yield Slice(where, board, span, kind)


def _of_game(game: GameRow, seat: int) -> dict[str, int | None]:
    """Return the totals that a game adds for a seat."""
    won = game.won_by(seat)
    return {
        "games": 1,
        "wins": int(won),
        "marks": game.marks_of(seat),
        "shutouts": int(game.shut_out_by(seat)),
        "run": int(won),
        "best_run": int(won),
    }


def _is_against_experts(game: GameRow) -> bool:
    seated = zip(game.players, game.levels, strict=False)
    strengths = {level.partition("-")[0] for user_id, level in seated if user_id is None}
    return strengths == {STRONGEST}


def _fastest(connection: Connection, table_id: str, game: GameRow, seat: int) -> int | None:
    """Return in how many hands a seat won to seven marks; None if it did not."""
    if game.target != SEVEN_MARKS or not game.won_by(seat):
        return None
    hands = schema.hands.c
    this_game = (hands.table_id == table_id, hands.game_no == game.game_no)
    return connection.scalar(select(func.count()).where(*this_game)) or None


def _hands_of(connection: Connection, table_id: str, game_no: int) -> dict[int, dict[str, Any]]:
    """Return each person's sums over the hands of a game."""
    seats = schema.hand_players.c
    sums = [cast(func.sum(seats[name]), Integer).label(name) for name in OF_HANDS]
    statement = (
        select(seats.user_id, func.count().label("hands"), *sums)
        .where(seats.table_id == table_id, seats.game_no == game_no, seats.user_id.is_not(None))
        .group_by(seats.user_id)
    )
    rows = connection.execute(statement).mappings()
    return {row["user_id"]: {n: row[n] for n in ("hands", *OF_HANDS)} for row in rows}


def _add(
    connection: Connection,
    slices: Sequence[Slice],
    counted: Mapping[int, Mapping[str, int | None]],
    at: float,
    *,
    runs: bool = False,
) -> None:
    """Add to running totals in key order, so that two writers can't deadlock.

    `runs`: the games count for winning streaks.
    """
    nothing = dict.fromkeys((*COUNTS, "run", "best_run"), 0)
    rows: list[Row] = []
    for each in slices:
        key = {"guild_id": each.guild_id, "board": each.board.value, "span": each.span.value}
        key |= {"game": each.game, "since": each.span.start(at)}
        for user_id in sorted(counted):
            figures = nothing | {"fastest": None} | dict(counted[user_id])
            if not runs:
                figures |= {"run": 0, "best_run": 0}
            rows.append(key | {"user_id": user_id} | figures)
    if rows:
        connection.execute(_adding(connection.dialect.name, runs), rows)


@lru_cache
def _adding(dialect: str, runs: bool) -> Any:
    """Build the statement that adds to the totals; a later span resets them."""
    statement, fresh, same = _upsert(dialect, standings)
    old = standings.c

    def keep_if_same(name: str) -> Any:
        return case((same, old[name]), else_=0)

    run = case((fresh.run == 1, keep_if_same("run") + 1), else_=0) if runs else keep_if_same("run")
    best = keep_if_same("best_run")
    fastest = case((same, old.fastest), else_=null())
    values = {name: keep_if_same(name) + fresh[name] for name in COUNTS} | {
        "since": fresh.since,
        "run": run,
        "best_run": case((run > best, run), else_=best),
        "fastest": case(
            (fastest.is_(None), fresh.fastest),
            (fresh.fastest.is_(None), fastest),
            (fresh.fastest < fastest, fresh.fastest),
            else_=fastest,
        ),
    }
    return statement(values)


def _count_partners(connection: Connection, scope: Scope, game: GameRow) -> None:
    """Count a game for each two people on the same side."""
    people = [(seat, user) for seat, user in enumerate(game.players) if user is not None]
    pairs = [
        (user_id, partner_id, int(game.won_by(seat)))
        for (seat, user_id), (other, partner_id) in permutations(people, 2)
        if scope.counts(user_id) and side_of(seat, game.total) == side_of(other, game.total)
    ]
    rows: list[Row] = [
        {
            "guild_id": each.guild_id,
            "span": each.span.value,
            "game": each.game,
            "user_id": user_id,
            "partner_id": partner_id,
            "since": each.span.start(game.at),
            "games": 1,
            "wins": won,
        }
        for each in _slices(scope, GameKind.PEOPLE, game.game)
        for user_id, partner_id, won in sorted(pairs)
    ]
    if rows:
        connection.execute(_adding_partners(connection.dialect.name), rows)


@lru_cache
def _adding_partners(dialect: str) -> Any:
    statement, fresh, same = _upsert(dialect, partners)
    counts = {
        name: case((same, partners.c[name]), else_=0) + fresh[name] for name in ("games", "wins")
    }
    return statement({"since": fresh.since} | counts)


def _upsert(dialect: str, table: Table) -> tuple[Any, Any, Any]:
    """Build an upsert for a span's row: the statement, its new values, and the same-span condition.

    Results from a span earlier than the stored one are dropped.
    """
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    statement = insert(table)
    fresh = statement.excluded
    since = table.c.since

    def changing(values: Mapping[str, Any]) -> Any:
        return statement.on_conflict_do_update(
            index_elements=list(table.primary_key), set_=values, where=since <= fresh.since
        )

    return changing, fresh, since == fresh.since
