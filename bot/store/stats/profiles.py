"""The details of a profile beside its totals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Float, Integer, cast, func, select

from bot.stats.views import (
    ANY_GAME,
    MINIMUM_FOR_RATES,
    BidSize,
    Details,
    GameKind,
    Span,
    Standing,
)
from bot.store import schema
from bot.store.topic import Topic, reads

from .badges import badges
from .leaderboard import TOTALS, board_key
from .schema_totals import partners, rating_changes, ratings, standings

FORM = 10
RIVALS = 3
CHARTED = 30
_people = schema.people.c
RECENT = 500  # how many recent games are searched for opponents


class ProfileStore(Topic):
    """Reads people's totals, and the other details of their profiles."""

    @reads
    def details(self, connection: Connection, guild_id: int | None, user_id: int) -> Details:
        """Return the details of a profile, in one server or (None) everywhere."""
        columns = ratings.c
        rating = connection.execute(
            select(columns.rating, columns.games).where(
                columns.guild_id == board_key(guild_id),
                columns.game == ANY_GAME,
                columns.user_id == user_id,
            )
        ).one_or_none()
        return Details(
            rating=None if rating is None else rating.rating,
            rated=0 if rating is None else rating.games,
            ratings=tuple(_ratings(connection, guild_id, user_id)),
            form=tuple(_form(connection, guild_id, user_id)),
            partner=_best_partner(connection, guild_id, user_id),
            rivals=tuple(_rivals(connection, guild_id, user_id)),
            bids=tuple(_bids(connection, guild_id, user_id)),
            alone=_standing(connection, guild_id, user_id, GameKind.ALONE),
            badges=tuple(badges(connection, guild_id, user_id)),
        )

    @reads
    def standing(
        self,
        connection: Connection,
        guild_id: int | None,
        user_id: int,
        board: GameKind,
        game: str = "",
    ) -> Standing:
        """Return a person's all-time totals in one server, or (None) everywhere."""
        return _standing(connection, guild_id, user_id, board, game)


def _standing(
    connection: Connection, guild_id: int | None, user_id: int, board: GameKind, game: str = ""
) -> Standing:
    totals = standings.c
    statement = select(*(totals[name] for name in TOTALS)).where(
        totals.guild_id == board_key(guild_id),
        totals.board == board.value,
        totals.span == "all",
        totals.game == game,
        totals.user_id == user_id,
    )
    row = connection.execute(statement).mappings().one_or_none()
    name = connection.scalar(select(_people.name).where(_people.user_id == user_id))
    return Standing(user_id, name or "", **(dict(row) if row else {}))


def _ratings(connection: Connection, guild_id: int | None, user_id: int) -> Sequence[int]:
    """Return a person's rating before their recent rated games and after each, oldest first."""
    changes = rating_changes.c
    newest = (
        select(changes.before, changes.after)
        .where(
            changes.user_id == user_id,
            changes.guild_id == board_key(guild_id),
            changes.game == ANY_GAME,
            changes.place > 0,
        )
        .order_by(changes.at.desc(), changes.table_id.desc(), changes.game_no.desc())
        .limit(CHARTED)
    )
    rows = connection.execute(newest).all()[::-1]
    return [*(row.before for row in rows[:1]), *(row.after for row in rows)]


def _own_games(guild_id: int | None, user_id: int) -> list[ColumnElement[bool]]:
    seats = schema.game_players.c
    conditions = [seats.user_id == user_id]
    return conditions if guild_id is None else [*conditions, seats.guild_id == guild_id]


def _form(connection: Connection, guild_id: int | None, user_id: int) -> Sequence[bool]:
    """Return whether a person won each of their last games, newest first."""
    seats = schema.game_players.c
    newest = select(seats.won).where(*_own_games(guild_id, user_id)).order_by(seats.at.desc())
    return connection.scalars(newest.limit(FORM)).all()


def _best_partner(connection: Connection, guild_id: int | None, user_id: int) -> Standing | None:
    """Find the partner with whom a person won the largest share of enough games."""
    pairs = partners.c
    people = schema.people.c
    share = cast(pairs.wins, Float) / pairs.games
    statement = (
        select(pairs.partner_id, people.name, pairs.games, pairs.wins)
        .join(schema.people, people.user_id == pairs.partner_id)
        .where(
            pairs.guild_id == board_key(guild_id),
            pairs.span == Span.ALL.value,
            pairs.game == ANY_GAME,
            pairs.user_id == user_id,
            pairs.games >= MINIMUM_FOR_RATES,
        )
        .order_by(share.desc(), pairs.games.desc(), pairs.partner_id)
        .limit(1)
    )
    row = connection.execute(statement).one_or_none()
    if row is None:
        return None
    return Standing(row.partner_id, row.name, games=row.games, wins=row.wins)


def _rivals(connection: Connection, guild_id: int | None, user_id: int) -> list[Standing]:
    """Find the opponents a person met most in recent games."""
    seats = schema.game_players.c
    people = schema.people.c
    recent = (
        select(seats.table_id, seats.game_no, seats.seat, seats.won, schema.games.c.total)
        .join(schema.games)
        .where(*_own_games(guild_id, user_id))
        .order_by(seats.at.desc())
        .limit(RECENT)
        .subquery()
    )
    sides = func.json_array_length(recent.c.total)
    played = func.count().label("games")
    statement = (
        select(
            seats.user_id,
            people.name,
            played,
            cast(func.sum(cast(recent.c.won, Integer)), Integer).label("wins"),
        )
        .join_from(
            recent,
            schema.game_players,
            (seats.table_id == recent.c.table_id) & (seats.game_no == recent.c.game_no),
        )
        .join(schema.people, people.user_id == seats.user_id)
        .where(seats.seat % sides != recent.c.seat % sides)
        .group_by(seats.user_id, people.name)
        .order_by(played.desc(), seats.user_id)
        .limit(RIVALS)
    )
    rows = connection.execute(statement)
    return [Standing(row.user_id, row.name, games=row.games, wins=row.wins) for row in rows]


def _bids(connection: Connection, guild_id: int | None, user_id: int) -> list[BidSize]:
    """Count how often a person made each size of bid."""
    seats = schema.hand_players.c
    hands = schema.hands.c
    key = (hands.bid_points, hands.bid_marks)
    statement: Any = (
        select(*key, func.count().label("bids"), cast(func.sum(seats.bids_made), Integer))
        .join_from(schema.hand_players, schema.hands)
        .where(seats.user_id == user_id, seats.bids == 1, hands.bid_points.is_not(None))
        .group_by(*key)
        .order_by(hands.bid_marks, hands.bid_points)
    )
    if guild_id is not None:
        tables = schema.tables.c
        statement = statement.join_from(schema.hands, schema.tables)
        statement = statement.where(tables.guild_id == guild_id)
    return [BidSize(*row) for row in connection.execute(statement)]
