"""Leaderboards, read from the running totals in `standings`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Float,
    RowMapping,
    Subquery,
    Table,
    and_,
    cast,
    func,
    or_,
    select,
    text,
    tuple_,
)

from bot.stats.ports import LeaderboardRow
from bot.stats.views import GameKind, LeaderboardQuery, Ranked, Ranking, Standing
from bot.store import schema
from bot.store.results import names_of

from .schema_totals import EVERYWHERE, partners, ratings, standings

TOTALS = tuple(column.name for column in standings.c)[6:]  # the columns after the key and `since`
_people = schema.people.c


def board_key(guild_id: int | None) -> int:
    """Return the `guild_id` value of totals; None means all servers together."""
    return EVERYWHERE if guild_id is None else guild_id


def _lines(guild_id: int | None, asked: LeaderboardQuery, now: float) -> Subquery:
    """Select a leaderboard's ids, games, and sort value only.

    Sorting full rows of thousands of people would dominate the query.
    """
    by = asked.order.ranking
    if by.ranked is Ranked.PAIRS:
        return _pairs(guild_id, asked, now)
    totals = standings.c
    found = select(totals.user_id, totals.games, _value(by).label("value"))
    if by.ranked is Ranked.RATED:
        found = found.join(ratings, _rating_of_line())
    if by.positive_only:
        found = found.where(_figures(by).c[by.figure] > 0)
    return found.where(
        *_key(guild_id, asked),
        totals.since == asked.span.start(now),
        totals.games >= by.minimum_games,
        _is_shown(totals.user_id),
    ).subquery()


def _figures(by: Ranking) -> Table:
    """Return the table of the figure that lines are ranked by."""
    if by.ranked is Ranked.RATED:
        return ratings
    return partners if by.ranked is Ranked.PAIRS else standings


def _key(guild_id: int | None, asked: LeaderboardQuery) -> tuple[ColumnElement[bool], ...]:
    """Build the conditions for the totals that a leaderboard shows, for any person."""
    totals = standings.c
    return (
        totals.guild_id == board_key(guild_id),
        totals.board == asked.order.ranking.ranked.game_kind.value,
        totals.span == asked.span.value,
        totals.game == asked.game,
    )


def _rating_of_line() -> ColumnElement[bool]:
    totals = standings.c
    rating = ratings.c
    return and_(
        rating.user_id == totals.user_id,
        rating.guild_id == totals.guild_id,
        rating.game == totals.game,
    )


def _is_shown(user_id: ColumnElement[int]) -> ColumnElement[bool]:
    """Build the condition that a person is shown on leaderboards."""
    return user_id.not_in(select(_people.user_id).where(text(schema.OFF_BOARDS)))


def _value(by: Ranking) -> ColumnElement[Any]:
    """Build a leaderboard's sort value, the best highest."""
    columns = _figures(by).c
    value: ColumnElement[Any] = columns[by.figure]
    if by.out_of is not None:
        share = cast(value, Float) / func.nullif(columns[by.out_of], 0)
        value = func.coalesce(share, 0.0)
    return -value if by.lowest_first else value


def _pairs(guild_id: int | None, asked: LeaderboardQuery, now: float) -> Subquery:
    """Select each pair of partners once, with their share of games won."""
    pairs = partners.c
    value = _value(asked.order.ranking).label("value")
    return (
        select(pairs.user_id, pairs.partner_id, pairs.games, pairs.wins, value)
        .where(
            pairs.guild_id == board_key(guild_id),
            pairs.span == asked.span.value,
            pairs.game == asked.game,
            pairs.since == asked.span.start(now),
            pairs.games >= asked.order.ranking.minimum_games,
            pairs.user_id < pairs.partner_id,
            _is_shown(pairs.user_id),
            _is_shown(pairs.partner_id),
        )
        .subquery()
    )


def ranking(
    connection: Connection,
    guild_id: int | None,
    asked: LeaderboardQuery,
    *,
    now: float,
    after: int,
    count: int,
    me: int | None,
) -> Sequence[LeaderboardRow]:
    """Return up to `count` lines after position `after`, and the best line of `me`.

    Ties share a rank; the one with more games is listed first.
    """
    lines = _lines(guild_id, asked, now)
    ids = [lines.c[name] for name in ("user_id", "partner_id") if name in lines.c]
    place = (-lines.c.value, -lines.c.games, *ids)  # lowest first
    sorted_lines = select(lines).order_by(*place)
    page = connection.execute(sorted_lines.limit(count).offset(after)).mappings().all()
    found = list(enumerate(page, after + 1))
    if me is not None and not any(me in _ids(row) for row in page):
        is_mine = or_(*(each == me for each in ids))
        mine = connection.execute(sorted_lines.where(is_mine).limit(1)).mappings().one_or_none()
        if mine is not None:
            values = (-mine["value"], -mine["games"], *_ids(mine))
            found.append((1 + _count(connection, lines, tuple_(*place) < tuple_(*values)), mine))
    if not found:
        return []
    total = _count(connection, lines)
    told = _standings(connection, guild_id, asked, [row for _, row in found])
    ranks: dict[float, int] = {}
    for index, (position, row) in enumerate(found):
        if (value := row["value"]) in ranks:
            continue
        if 0 < index < len(page):  # it follows another line on this page, so no tie comes before it
            ranks[value] = position
        else:
            ranks[value] = 1 + _count(connection, lines, lines.c.value > value)
    by_position = sorted(zip(found, told, strict=True), key=lambda each: each[0][0])
    return [
        LeaderboardRow(position, ranks[row["value"]], line, total)
        for (position, row), line in by_position
    ]


def _ids(row: RowMapping) -> list[int]:
    """Return the person of a line, or both partners."""
    return [row[name] for name in ("user_id", "partner_id") if name in row]


def _count(connection: Connection, lines: Subquery, *conditions: ColumnElement[bool]) -> int:
    counted = select(func.count()).select_from(lines).where(*conditions)
    return connection.execute(counted).scalar_one()


def _standings(
    connection: Connection,
    guild_id: int | None,
    asked: LeaderboardQuery,
    lines: Sequence[RowMapping],
) -> list[Standing]:
    """Return the totals that each line shows, in order."""
    people = {user_id for row in lines for user_id in _ids(row)}
    known = names_of(connection, people)
    if asked.order.ranking.ranked is Ranked.PAIRS:
        return [_pair(row, known) for row in lines]
    totals = standings.c
    shown = [totals[name] for name in TOTALS]
    found = select(totals.user_id, *shown)
    if asked.order.ranking.ranked is Ranked.RATED:
        found = found.add_columns(ratings.c.rating, ratings.c.games.label("rated"))
        found = found.join(ratings, _rating_of_line())
    found = found.where(*_key(guild_id, asked), totals.user_id.in_(people))
    whole = {row["user_id"]: dict(row) for row in connection.execute(found).mappings()}
    return [Standing(name=known[user], **whole[user]) for user in (r["user_id"] for r in lines)]


def _pair(row: RowMapping, known: Mapping[int, str]) -> Standing:
    return Standing(
        row["user_id"],
        known[row["user_id"]],
        games=row["games"],
        wins=row["wins"],
        partner=row["partner_id"],
        partner_name=known[row["partner_id"]],
    )


def standing(
    connection: Connection, guild_id: int | None, user_id: int, board: GameKind, game: str = ""
) -> Standing:
    """Return a person's all-time totals in one server, or (None) everywhere."""
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
