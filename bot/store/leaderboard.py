"""Leaderboards, from the running totals that `standings` keeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Float, Subquery, and_, cast, func, or_, select

from bot.stats.ports import Ranked
from bot.stats.views import Asked, Board, Order, Standing

from . import schema
from .schema_totals import EVERYWHERE, partners, ratings, standings

TOTALS = tuple(column.name for column in standings.c)[6:]  # behind the key and `since`
_people = schema.people.c


def board_key(guild_id: int | None) -> int:
    """Return what stands in the `guild_id` column of totals; None is all servers together."""
    return EVERYWHERE if guild_id is None else guild_id


def _listed(guild_id: int | None, asked: Asked, now: float) -> Subquery:
    """Return the lines of a leaderboard, each with its `value`, the highest first."""
    if asked.order is Order.PARTNERS:
        return _pairs(guild_id, asked, now)
    totals, order = standings.c, asked.order
    value = _value(order)
    people = select(standings, _people.name, value.label("value")).join_from(
        standings, schema.people, totals.user_id == _people.user_id
    )
    if order is Order.RATING:
        rating = ratings.c
        same = (rating.guild_id == totals.guild_id, rating.game == totals.game)
        people = people.add_columns(rating.rating, rating.games.label("rated")).join(
            ratings, and_(rating.user_id == totals.user_id, *same)
        )
    return people.where(
        totals.guild_id == board_key(guild_id),
        totals.board == order.board.value,
        totals.span == asked.span.value,
        totals.game == asked.game,
        totals.since == asked.span.start(now),
        totals.games >= order.minimum_games,
        _people.on_boards,
        *(() if order.board is Board.PEOPLE else (value.is_not(None),)),
    ).subquery()


def _value(order: Order) -> ColumnElement[Any]:
    """Return the value that a leaderboard is sorted by, NULL for who is not on it."""
    totals = standings.c
    match order:
        case Order.RATING:
            return ratings.c.rating
        case Order.WIN_RATE:
            return cast(totals.wins, Float) / totals.games
        case Order.BIDS_MADE:
            return _share(totals.bids_made, totals.bids)
        case Order.AVERAGE_BID:
            return _share(totals.bid_points, totals.bids)
        case Order.SUFFERED:
            return -_share(totals.suffered, totals.hands)
        case Order.RUN:
            return func.nullif(totals.best_run, 0)
        case Order.FASTEST:
            return -totals.fastest
        case Order.SHUTOUTS:
            return func.nullif(totals.shutouts, 0)
        case Order.ALONE_WINS:
            return totals.wins
        case _:
            return totals[order.value]


def _share(part: ColumnElement[int], whole: ColumnElement[int]) -> ColumnElement[float]:
    return func.coalesce(cast(part, Float) / func.nullif(whole, 0), 0.0)


def _pairs(guild_id: int | None, asked: Asked, now: float) -> Subquery:
    """Return the lines of partners, each pair once, by the share of games won."""
    pairs = partners.c
    other = schema.people.alias("other")
    return (
        select(
            partners,
            _people.name,
            other.c.name.label("partner_name"),
            (cast(pairs.wins, Float) / pairs.games).label("value"),
        )
        .join_from(partners, schema.people, pairs.user_id == _people.user_id)
        .join(other, pairs.partner_id == other.c.user_id)
        .where(
            pairs.guild_id == board_key(guild_id),
            pairs.span == asked.span.value,
            pairs.game == asked.game,
            pairs.since == asked.span.start(now),
            pairs.games >= asked.order.minimum_games,
            pairs.user_id < pairs.partner_id,
            _people.on_boards,
            other.c.on_boards,
        )
        .subquery()
    )


def ranking(
    connection: Connection,
    guild_id: int | None,
    asked: Asked,
    now: float,
    after: int,
    count: int,
    me: int | None,
) -> Sequence[Ranked]:
    """Return lines of a leaderboard, and the best line of `me` if it is not among them.

    Equals share a rank; the one with more games comes first.
    """
    people = _listed(guild_id, asked, now)
    value = people.c.value.desc()
    ties = [people.c.games.desc(), people.c.user_id]
    if asked.order is Order.PARTNERS:
        ties.append(people.c.partner_id)
    lines = select(
        people,
        func.rank().over(order_by=value).label("rank"),
        func.count().over().label("lines"),
        func.row_number().over(order_by=[value, *ties]).label("position"),
    ).subquery()
    wanted: ColumnElement[bool] = lines.c.position.between(after + 1, after + count)
    if me is not None:
        mine = lines.c.user_id == me
        if asked.order is Order.PARTNERS:
            mine = or_(mine, lines.c.partner_id == me)
        wanted = or_(wanted, mine)
    statement = select(lines).where(wanted).order_by(lines.c.position)
    rows = connection.execute(statement).mappings()
    if asked.order is Order.PARTNERS:
        return [_ranked(row, _pair(row)) for row in rows]
    return [_ranked(row, _standing(row)) for row in rows]


def _ranked(row: Any, standing: Standing) -> Ranked:
    return Ranked(row["position"], row["rank"], standing, row["lines"])


def _standing(row: Any) -> Standing:
    shown = (*TOTALS, *(name for name in ("rating", "rated") if name in row))
    return Standing(row["user_id"], row["name"], **{name: row[name] for name in shown})


def _pair(row: Any) -> Standing:
    return Standing(
        row["user_id"],
        row["name"],
        games=row["games"],
        wins=row["wins"],
        partner=row["partner_id"],
        partner_name=row["partner_name"],
    )


def standing(
    connection: Connection, guild_id: int | None, user_id: int, board: Board, game: str = ""
) -> Standing:
    """Return one person's totals of all time in one server, or everywhere (None)."""
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
