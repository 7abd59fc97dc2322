"""Leaderboards, read from the running totals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    CTE,
    ColumnElement,
    Connection,
    Float,
    FromClause,
    ScalarSelect,
    Select,
    and_,
    case,
    cast,
    func,
    or_,
    select,
    text,
    tuple_,
    union,
)

from bot.stats.views import LeaderboardQuery, LeaderboardRow, Ranked, Ranking, Standing
from bot.store import schema
from bot.store.topic import Topic, reads

from .schema_totals import EVERYWHERE, partners, ratings, standings

TOTALS = tuple(column.name for column in standings.c)[6:]  # the columns after the key and `since`
_people = schema.people.c


def board_key(guild_id: int | None) -> int:
    """Return the `guild_id` value of totals; None means all servers together."""
    return EVERYWHERE if guild_id is None else guild_id


class LeaderboardStore(Topic):
    """Ranks people and partners."""

    @reads
    def ranking(
        self,
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

        Past the end, those of the last page of `count` lines. Ties share a rank; the one with more
        games is listed first.
        """
        lines = _lines(guild_id, asked, now)
        size = select(func.count().label("lines")).select_from(lines).cte("size")
        last_page = (size.c.lines - 1) // count * count
        first = select(case((after < size.c.lines, after), else_=last_page)).scalar_subquery()
        page = _page(lines, first, count)
        listed = (page if me is None else union(page, _best(lines, me))).subquery()
        shown = _standings(guild_id, asked, listed)
        fields = shown.selected_columns.keys()
        total = select(size.c.lines).scalar_subquery()
        ranked = shown.add_columns(listed.c.position, listed.c.rank, total.label("lines"))
        rows = connection.execute(ranked.order_by(listed.c.position)).mappings()
        return [
            LeaderboardRow(
                row["position"],
                row["rank"],
                Standing(**{name: row[name] for name in fields}),
                row["lines"],
            )
            for row in rows
        ]


def _lines(guild_id: int | None, asked: LeaderboardQuery, now: float) -> CTE:
    """Select a leaderboard's ids, games, and sort value only.

    Sorting full rows of thousands of people would dominate the query.
    """
    by = asked.order.ranking
    totals = _totals(by)
    ids = _ids(totals)
    found = select(*ids, totals.c.games, _value(by).label("value")).where(
        *_key(guild_id, asked),
        totals.c.since == asked.span.start(now),
        totals.c.games >= by.minimum_games,
        *(_is_shown(each) for each in ids),
    )
    if by.ranked is Ranked.RATED:
        found = found.join_from(standings, ratings, _is_rating_of_line())
    if by.ranked is Ranked.PAIRS:
        found = found.where(partners.c.user_id < partners.c.partner_id)  # each pair once
    if by.positive_only:
        found = found.where(_figures(by).c[by.figure] > 0)
    return found.cte("lines")


def _totals(by: Ranking) -> FromClause:
    """Return the totals behind a leaderboard's lines."""
    return partners if by.ranked is Ranked.PAIRS else standings


def _figures(by: Ranking) -> FromClause:
    """Return the table of the figure that lines are ranked by."""
    return ratings if by.ranked is Ranked.RATED else _totals(by)


def _ids(lines: FromClause) -> list[ColumnElement[int]]:
    """Return the columns of a line's person, or of both partners."""
    return [lines.c[name] for name in ("user_id", "partner_id") if name in lines.c]


def _key(guild_id: int | None, asked: LeaderboardQuery) -> list[ColumnElement[bool]]:
    """Build the conditions for the totals that a leaderboard shows, for any person."""
    ranked = asked.order.ranking.ranked
    totals = _totals(asked.order.ranking).c
    key = [
        totals.guild_id == board_key(guild_id),
        totals.span == asked.span.value,
        totals.game == asked.game,
    ]
    return key if ranked is Ranked.PAIRS else [*key, totals.board == ranked.game_kind.value]


def _is_rating_of_line() -> ColumnElement[bool]:
    totals = standings.c
    rating = ratings.c
    return and_(
        rating.user_id == totals.user_id,
        rating.guild_id == totals.guild_id,
        rating.game == totals.game,
    )


def _is_shown(user_id: ColumnElement[int]) -> ColumnElement[bool]:
    """Build the condition that a person is shown on leaderboards."""
    return user_id.not_in(select(_people.user_id).where(text(schema.OFF_LEADERBOARDS)))


def _value(by: Ranking) -> ColumnElement[Any]:
    """Build a leaderboard's sort value, the best highest."""
    columns = _figures(by).c
    value: ColumnElement[Any] = columns[by.figure]
    if by.out_of is not None:
        share = cast(value, Float) / func.nullif(columns[by.out_of], 0)
        value = func.coalesce(share, 0.0)
    return -value if by.lowest_first else value


def _place(lines: FromClause) -> list[ColumnElement[Any]]:
    """Build what lines are sorted by, lowest first."""
    return [-lines.c.value, -lines.c.games, *_ids(lines)]


def _better(lines: CTE, value: ColumnElement[Any]) -> ScalarSelect[int]:
    """Count the lines with a higher value."""
    return select(func.count()).select_from(lines).where(lines.c.value > value).scalar_subquery()


def _page(lines: CTE, after: ColumnElement[int], count: int) -> Select[Any]:
    """Select up to `count` lines after a position, each with its position and rank."""
    page = select(lines).order_by(*_place(lines)).limit(count).offset(after).cte("page")
    position = after + func.row_number().over(order_by=_place(page))
    rank = after + func.rank().over(order_by=-page.c.value)
    highest = select(func.max(page.c.value)).scalar_subquery()
    # the first lines may tie with lines before the page
    rank = case((page.c.value == highest, 1 + _better(lines, highest)), else_=rank)
    return select(page, position.label("position"), rank.label("rank"))


def _best(lines: CTE, user_id: int) -> Select[Any]:
    """Select a person's best line, with its position and rank."""
    is_theirs = or_(*(each == user_id for each in _ids(lines)))
    best = select(lines).where(is_theirs).order_by(*_place(lines)).limit(1).subquery()
    is_before = tuple_(*_place(lines)) < tuple_(*_place(best))
    before = select(func.count()).select_from(lines).where(is_before).scalar_subquery()
    rank = 1 + _better(lines, best.c.value)
    return select(best, (1 + before).label("position"), rank.label("rank"))


def _standings(guild_id: int | None, asked: LeaderboardQuery, listed: FromClause) -> Select[Any]:
    """Select the fields of `Standing` that each listed line shows.

    Outer joins, because SQLite would begin inner ones with the totals of everybody.
    """
    by = asked.order.ranking
    totals = _totals(by)
    ids = zip(_ids(totals), _ids(listed), strict=True)
    is_same = and_(*_key(guild_id, asked), *(one == other for one, other in ids))
    whole = listed.outerjoin(totals, is_same)
    whole = whole.outerjoin(schema.people, _people.user_id == listed.c.user_id)
    fields = [listed.c.user_id, _people.name]
    if by.ranked is Ranked.PAIRS:
        partner = schema.people.alias()
        whole = whole.outerjoin(partner, partner.c.user_id == listed.c.partner_id)
        fields += [partners.c.games, partners.c.wins, partners.c.partner_id.label("partner")]
        fields += [partner.c.name.label("partner_name")]
    else:
        fields += [totals.c[name] for name in TOTALS]
    if by.ranked is Ranked.RATED:
        whole = whole.outerjoin(ratings, _is_rating_of_line())
        fields += [ratings.c.rating, ratings.c.games.label("rated")]
    return select(*fields).select_from(whole)
