"""Each server's boards of the daily hand: the people on them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, timedelta

from sqlalchemy import ColumnElement, Connection, Select, exists, select, update

from bot.daily.model import DayOutcome, Finisher
from bot.stats.views import GameKind
from bot.values.posted import PostedKind

from .. import schema
from ..rows import value_of
from ..sent.schema_posted import posted
from ..stats.schema_totals import standings
from .schema_daily import daily_hands

_hands = daily_hands.c
_posted = posted.c
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


def outdate_boards(connection: Connection, user_id: int, days: Collection[str]) -> None:
    """Have the boards drawn again that show a person's hands of these days, and of their weeks."""
    theirs = select(_hands.guild_id, _hands.day).where(
        _hands.user_id == user_id, _hands.day.in_(days), _hands.guild_id.is_not(None)
    )
    for row in connection.execute(theirs):
        day = date.fromisoformat(row.day)
        sunday = day + timedelta(days=6 - day.weekday())
        for kind, about in ((PostedKind.DAY_BOARD, day), (PostedKind.WEEK_BOARD, sunday)):
            shown = update(posted).where(
                _posted.kind == kind.value,
                _posted.about == about.isoformat(),
                _posted.part == row.guild_id,
            )
            connection.execute(shown.values(digest=""))
