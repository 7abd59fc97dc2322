"""Marks: which boards of the daily hand may show what is no longer so.

Whatever a board shows is changed together with its mark, in one transaction, so that a process that
was killed leaves no board behind. To wait for each other in one order, writers mark boards last.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable
from datetime import date, timedelta

from sqlalchemy import Connection, Select, select

from bot.daily.model import EVERY_SERVER
from bot.stats.views import ANY_GAME, GameKind, Span

from ..database import upsert
from ..stats.schema_totals import standings
from .schema_daily import daily_days, daily_hands, due_boards

NEWEST = 16
"""How many days back a board can be looked at: to the Monday of last week, and some more."""
_hands = daily_hands.c
_days = daily_days.c
Board = tuple[date, int, bool]
"""A day, a server, and whether it is the board of the week that ends with that day."""


def sunday_of(day: date) -> date:
    """Return the day whose close ends a day's week."""
    return day + timedelta(days=6 - day.weekday())


def mark_boards(connection: Connection, boards: Collection[Board]) -> None:
    """Have boards looked at as soon as possible."""
    mark = secrets.token_hex(8)
    rows = [
        {
            "day": day.isoformat(),
            "guild_id": guild_id,
            "week": week,
            "due_at": 0.0,
            "tries": 0,
            "mark": mark,
        }
        for day, guild_id, week in sorted(boards)
    ]
    upsert(connection, due_boards, rows)


def mark_every_server(connection: Connection, days: Iterable[date]) -> None:
    """Have all servers' boards of these days and of their weeks looked at."""
    mark_boards(connection, _with_weeks((day, EVERY_SERVER) for day in days))


def mark_server(connection: Connection, guild_id: int) -> None:
    """Have a server's boards of the newest days and weeks looked at."""
    newest = select(_days.day).order_by(_days.day.desc()).limit(NEWEST)
    days = [date.fromisoformat(day) for day in connection.scalars(newest)]
    mark_boards(connection, _with_weeks((day, guild_id) for day in days))


def mark_person(connection: Connection, user_id: int) -> None:
    """Have the boards looked at that may show a person's newest hands."""
    mark_boards(connection, _boards_in(connection, _newest_hands(user_id)))


def boards_with(connection: Connection, user_id: int, days: Collection[str]) -> Collection[Board]:
    """Return the boards that may show a person's hands of these days."""
    theirs = select(_hands.day, _hands.guild_id).where(
        _hands.user_id == user_id, _hands.day.in_(days), _hands.guild_id.is_not(None)
    )
    return _boards_in(connection, theirs)


def mark_first_games(connection: Connection, guild_id: int, people: Iterable[int | None]) -> None:
    """Mark the boards of people whose first game on a server was just counted.

    From now on they are on its leaderboards, and so on its boards.
    """
    total = standings.c
    first = select(total.user_id).where(
        total.guild_id == guild_id,
        total.board == GameKind.ALL.value,
        total.span == Span.ALL.value,
        total.game == ANY_GAME,
        total.user_id.in_([user_id for user_id in people if user_id is not None]),
        total.games == 1,
    )
    boards = set[Board]()
    for user_id in connection.scalars(first).all():
        here = _newest_hands(user_id).where(_hands.guild_id == guild_id)
        boards |= _boards_in(connection, here)
    mark_boards(connection, boards)


def _newest_hands(user_id: int) -> Select[str, int]:
    """Select where and on which days a person began their newest hands."""
    found = select(_hands.day, _hands.guild_id).where(
        _hands.user_id == user_id, _hands.guild_id.is_not(None)
    )
    return found.order_by(_hands.day.desc()).limit(NEWEST)


def _boards_in(connection: Connection, hands: Select[str, int]) -> set[Board]:
    """Return the boards that may show some hands."""
    rows = connection.execute(hands).all()
    return _with_weeks((date.fromisoformat(row.day), row.guild_id) for row in rows)


def _with_weeks(days: Iterable[tuple[date, int]]) -> set[Board]:
    """Return the boards of some servers' days, and of their weeks."""
    found = set[Board]()
    for day, guild_id in days:
        found |= {(day, guild_id, False), (sunday_of(day), guild_id, True)}
    return found
