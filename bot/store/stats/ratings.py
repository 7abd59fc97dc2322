"""Ratings: update them after a rated game, and explain the change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from sqlalchemy import Connection, func, insert, select, update

from bot.stats.ratings import Rating, update_ratings
from bot.stats.views import ANY_GAME
from bot.store import schema
from bot.store.database import upsert
from bot.store.finishing import seat_log
from bot.store.rows import Row, guild_key
from bot.tables.model import Table
from bot.tables.rated import (
    Verdict,
    judge_game,
)
from bot.tables.results import GameRow, side_of

from .schema_totals import rating_changes, ratings
from .standings import at_server

Ratings = Mapping[int, Rating]
WINNER = 1
LAST = 99


def settle(connection: Connection, table: Table, game: GameRow | None, at: float) -> None:
    """Rate a finished or (None) abandoned game, if it qualifies.

    A person who left a game among people for good loses it; it is unrated for the others.
    """
    first_hand = _first_hand(connection, table)
    started = _start_time(connection, table, first_hand)
    if started is None:
        return
    log = seat_log(connection, table.table_id)
    verdict = judge_game(
        log,
        seats=len(table.seats),
        sides=len(table.total),
        started=started,
        ended=at,
        finished=game is not None,
        first_hand=first_hand,
        contested=game is not None and game.contested,
    )
    if game is not None and verdict.unrated is not None:
        games = schema.games.c
        this = (games.table_id == table.table_id, games.game_no == game.game_no)
        connection.execute(update(schema.games).where(*this).values(unrated=verdict.unrated.value))
    if verdict.left or (game is not None and verdict.unrated is None):
        places = at_server(guild_key(table.guild_id)).places
        for guild, kind in product(places, (ANY_GAME, table.game)):
            _rate(connection, table, game, verdict, at, guild, kind)


def _first_hand(connection: Connection, table: Table) -> int:
    """Return the number of the game's first hand."""
    hands = schema.hands.c
    this_game = (hands.table_id == table.table_id, hands.game_no == table.game_no)
    finished: int | None = connection.scalar(select(func.min(hands.hand_no)).where(*this_game))
    return finished or table.hand_no


def _start_time(connection: Connection, table: Table, first_hand: int) -> float | None:
    """Return the time of the game's first call; None before it."""
    acts = schema.acts.c
    called = (
        select(acts.at)
        .where(acts.table_id == table.table_id, acts.hand_no == first_hand)
        .order_by(acts.seq)
        .limit(1)
    )
    return connection.scalar(called)


def _rate(
    connection: Connection,
    table: Table,
    game: GameRow | None,
    verdict: Verdict,
    at: float,
    guild: int,
    kind: str,
) -> None:
    """Update the ratings of one server and one game, and log the changes."""
    lineup = [user for user in verdict.lineup if user is not None]
    before = _ratings_of(connection, guild, kind, sorted(lineup))
    after = dict(before)
    places: dict[int, int] = {}
    if game is not None and not verdict.left:
        of_sides = places_of(game)
        places = {user: of_sides[side_of(s, of_sides)] for s, user in enumerate(lineup)}
        after = _after(before, lineup, of_sides)
    for user in verdict.left:
        lost = side_of(lineup.index(user), table.total)
        of_sides = [LAST if side == lost else WINNER for side in range(len(table.total))]
        places[user] = LAST
        after[user] = _after(before, lineup, of_sides)[user]
    key = {"guild_id": guild, "game": kind}
    connection.execute(
        insert(rating_changes),
        [
            key
            | {
                "table_id": table.table_id,
                "game_no": table.game_no,
                "seat": seat,
                "user_id": user,
                "at": at,
                "place": places.get(user, 0),
                "mu_before": before[user].mu,
                "sigma_before": before[user].sigma,
                "before": before[user].shown,
                "after": after[user].shown,
                "games": after[user].games,
                "departed": user in verdict.left,
            }
            for seat, user in enumerate(lineup)
        ],
    )
    rows: list[Row] = [
        key
        | {"user_id": user, "mu": after[user].mu, "sigma": after[user].sigma}
        | {"rating": after[user].shown, "games": after[user].games}
        for user in sorted(places)
    ]
    upsert(connection, ratings, rows)


def places_of(game: GameRow) -> list[int]:
    """Return each side's place in a finished game; the losers are ordered by their totals."""
    lost = {total for side, total in enumerate(game.total) if side != game.winner}
    better = sorted(lost, reverse=True)
    return [
        WINNER if side == game.winner else WINNER + 1 + better.index(total)
        for side, total in enumerate(game.total)
    ]


def _after(before: Ratings, lineup: Sequence[int], places: Sequence[int]) -> dict[int, Rating]:
    """Compute everyone's new rating, by seat."""
    sides = [
        [user for seat, user in enumerate(lineup) if side_of(seat, places) == side]
        for side in range(len(places))
    ]
    new = update_ratings([[before[user] for user in side] for side in sides], places)
    return {
        user: rating
        for side, after in zip(sides, new, strict=True)
        for user, rating in zip(side, after, strict=True)
    }


def _ratings_of(
    connection: Connection, guild: int, kind: str, people: Sequence[int]
) -> dict[int, Rating]:
    """Read ratings and lock them until the transaction ends."""
    columns = ratings.c
    statement = (
        select(columns.user_id, columns.mu, columns.sigma, columns.games)
        .where(columns.guild_id == guild, columns.game == kind, columns.user_id.in_(people))
        .order_by(columns.user_id)
        .with_for_update()
    )
    known = {
        row.user_id: Rating(row.mu, row.sigma, row.games) for row in connection.execute(statement)
    }
    return {user: known.get(user, Rating()) for user in people}
