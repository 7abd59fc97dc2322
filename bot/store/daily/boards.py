"""Each server's boards of the daily hand: the people on them, and their messages."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date

from sqlalchemy import ColumnElement, Connection, Select, delete, exists, select

from bot.daily.model import DayOutcome, Finisher, StoredBoard
from bot.stats.views import GameKind

from .. import schema
from ..database import upsert
from ..rows import row_of, value_of
from ..stats.schema_totals import standings
from .schema_daily import daily_boards, daily_hands

_hands, _boards, _servers = daily_hands.c, daily_boards.c, schema.server_settings.c


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


def drop_daily_boards(connection: Connection, before: date) -> None:
    """Delete the boards of days before this one; their messages stay as they are."""
    connection.execute(delete(daily_boards).where(_boards.day < before.isoformat()))
