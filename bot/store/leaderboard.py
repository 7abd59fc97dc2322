"""Leaderboards and profiles, from the running totals that `results` keeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Float,
    Integer,
    Subquery,
    cast,
    func,
    literal,
    or_,
    select,
)

from bot.stats.ports import Ranked
from bot.stats.views import Order, Standing

from . import schema
from .results import TOTALS

_totals = schema.standings.c


def _people(guild_id: int | None, minimum_games: int) -> Subquery:
    """Return the people on a leaderboard, of one server or of all together."""
    listed = _totals.listed.is_(True)
    if guild_id is not None:
        return (
            select(_totals.user_id, *(_totals[name] for name in TOTALS))
            .where(listed, _totals.guild_id == guild_id, _totals.games >= minimum_games)
            .subquery()
        )
    return (
        select(_totals.user_id, *_sums())
        .where(listed)
        .group_by(_totals.user_id)
        .having(func.sum(_totals.games) >= minimum_games)
        .subquery()
    )


def _sums() -> list[ColumnElement[int]]:
    """Return each total summed over servers."""
    return [cast(func.sum(_totals[name]), Integer).label(name) for name in TOTALS]


def _value(order: Order, people: Subquery) -> ColumnElement[Any]:
    """Return the value that a leaderboard is sorted by."""
    columns = people.c
    match order:
        case Order.WIN_RATE:
            return cast(columns.wins, Float) / columns.games
        case Order.BIDS_MADE:
            rate = cast(columns.bids_made, Float) / func.nullif(columns.bids, 0)
            return func.coalesce(rate, literal(0.0))
        case Order.WINS | Order.MARKS | Order.SETS | Order.GAMES:
            return columns[order.value]


def listed(connection: Connection, guild_id: int | None, minimum_games: int) -> int:
    """Count the people on a leaderboard."""
    people = _people(guild_id, minimum_games)
    return connection.execute(select(func.count()).select_from(people)).scalar_one()


def ranking(
    connection: Connection,
    guild_id: int | None,
    order: Order,
    minimum_games: int,
    after: int,
    count: int,
    me: int | None,
) -> Sequence[Ranked]:
    """Return lines of a leaderboard, and the line of `me` if it is not among them.

    Equals share a rank; the one with more games comes first.
    """
    people = _people(guild_id, minimum_games)
    value = _value(order, people).desc()
    lines = select(
        people,
        func.rank().over(order_by=value).label("rank"),
        func.row_number()
        .over(order_by=[value, people.c.games.desc(), people.c.user_id])
        .label("position"),
    ).subquery()
    wanted: ColumnElement[bool] = lines.c.position.between(after + 1, after + count)
    if me is not None:
        wanted = or_(wanted, lines.c.user_id == me)
    statement = (
        select(lines, schema.people.c.name)
        .join_from(lines, schema.people, lines.c.user_id == schema.people.c.user_id, isouter=True)
        .where(wanted)
        .order_by(lines.c.position)
    )
    return [
        Ranked(
            row["position"],
            row["rank"],
            Standing(row["user_id"], row["name"] or "", **{name: row[name] for name in TOTALS}),
        )
        for row in connection.execute(statement).mappings()
    ]


def standing(
    connection: Connection, guild_id: int | None, user_id: int, *, only_listed: bool
) -> Standing:
    """Return one person's totals in one server, or everywhere (None)."""
    statement = select(*_sums()).where(_totals.user_id == user_id, _totals.listed.is_(only_listed))
    if guild_id is not None:
        statement = statement.where(_totals.guild_id == guild_id)
    row = connection.execute(statement).mappings().one()
    name = connection.execute(
        select(schema.people.c.name).where(schema.people.c.user_id == user_id)
    ).scalar_one_or_none()
    return Standing(user_id, name or "", **{total: row[total] or 0 for total in TOTALS})
