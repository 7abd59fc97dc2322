"""Each server's boards of the daily hand: the people on them, and their messages."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, timedelta

from sqlalchemy import ColumnElement, Connection, Select, delete, exists, select, update

from bot.daily.model import DELETED, DayOutcome, Finisher, StoredBoard
from bot.stats.views import GameKind

from .. import schema
from ..database import upsert
from ..rows import row_of, value_of
from ..stats.schema_totals import standings
from .schema_daily import daily_boards, daily_hands

_hands = daily_hands.c
_boards = daily_boards.c
_servers = schema.server_settings.c


def daily_channels(connection: Connection) -> Sequence[tuple[int, int]]:
    """List the servers that have a channel for boards, each with that channel."""
    found = select(_servers.guild_id, _servers.daily_channel)
    mine = found.where(_servers.daily_channel.is_not(None), _servers.boards.is_(True))
    return [(row.guild_id, row.daily_channel) for row in connection.execute(mine)]


def finishers(
    connection: Connection, guilds: Collection[int], first: date, last: date
) -> Sequence[Finisher]:
    """List people on these servers' leaderboards who finished a hand that they began there.

    Ordered by day, then by finishing time; both `first` and `last` are included.
    """
    found = _finished_hands().where(
        _hands.guild_id.in_(guilds),
        _hands.day.between(first.isoformat(), last.isoformat()),
        _hands.finished_at.is_not(None),
    )
    rows = connection.execute(found.order_by(_hands.day, _hands.finished_at)).mappings()
    return [
        value_of(
            Finisher, row, date=date.fromisoformat(row["day"]), outcome=value_of(DayOutcome, row)
        )
        for row in rows
    ]


def _finished_hands() -> Select[tuple[object, ...]]:
    people = schema.people.c
    hidden = exists().where(people.user_id == _hands.user_id, people.on_boards.is_(False))
    return select(daily_hands).where(_played_here(), ~hidden)


def _played_here() -> ColumnElement[bool]:
    """Return the condition that a hand's player has finished a game on the hand's server."""
    total = standings.c
    return exists().where(
        total.guild_id == _hands.guild_id,
        total.user_id == _hands.user_id,
        total.board == GameKind.ALL.value,
        total.games > 0,
    )


def daily_boards_since(connection: Connection, first: date) -> Sequence[StoredBoard]:
    """List the boards from a day on."""
    found = select(daily_boards).where(_boards.day >= first.isoformat())
    return [
        value_of(StoredBoard, row, date=date.fromisoformat(row["day"]))
        for row in connection.execute(found).mappings()
    ]


def save_daily_board(connection: Connection, board: StoredBoard) -> None:
    """Save a board, replacing the one of the same server and day."""
    row = row_of(daily_boards, board, day=board.date.isoformat())
    upsert(connection, daily_boards, [row])


def has_outdated_boards(connection: Connection) -> bool:
    """Return True if a board may show a person who deleted their data."""
    outdated = select(_boards.day).where(_boards.shown == "").limit(1)
    return connection.execute(outdated).first() is not None


def outdate_boards(connection: Connection, user_id: int, days: Collection[str]) -> None:
    """Have the boards drawn again that show a person's hands of these days, and of their weeks."""
    theirs = select(_hands.guild_id, _hands.day).where(
        _hands.user_id == user_id, _hands.day.in_(days), _hands.guild_id.is_not(None)
    )
    for row in connection.execute(theirs):
        day = date.fromisoformat(row.day)
        sunday = day + timedelta(days=6 - day.weekday())
        of_week = _boards.week.is_(True) & (_boards.day == sunday.isoformat())
        of_day = _boards.week.is_(False) & (_boards.day == row.day)
        shown = _boards.guild_id == row.guild_id, _boards.shown != DELETED, of_day | of_week
        connection.execute(update(daily_boards).where(*shown).values(shown=""))


def drop_daily_boards(connection: Connection, before: date) -> None:
    """Delete the boards of days before this one; their messages stay as they are."""
    connection.execute(delete(daily_boards).where(_boards.day < before.isoformat()))
