"""Each server's boards of the daily hand: which are due, and what they show."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    delete,
    exists,
    func,
    select,
    text,
    tuple_,
    update,
)

from bot.daily.model import (
    DELETED,
    EVERY_SERVER,
    DayOutcome,
    DueBoard,
    Finisher,
    ServerDay,
    ServerWeek,
    StoredBoard,
    WeekPlayer,
)
from bot.stats.views import GameKind
from bot.values.posted import NO_MESSAGE, PostedKind

from .. import schema
from ..rows import value_of
from ..sent.posted import BOARDS_OF_DAYS
from ..sent.schema_posted import posted
from ..stats.schema_totals import standings
from ..topic import Topic, reads, writes
from .days import OUTCOME, find_day
from .due_boards import mark_boards, mark_server
from .schema_daily import OF_EVERY_SERVER, daily_hands, due_boards
from .scores import above_lowest, lowest_scores

_hands = daily_hands.c
_posted = posted.c
_settings = schema.server_settings.c
_due = due_boards.c
_ORDER = (_due.due_at, _due.day, _due.guild_id, _due.week)
# how many people are fetched at a time, so that the event loop serves others between the steps
_IN_STEPS = {"yield_per": 100}


class DayBoardStore(Topic):
    """Keeps which boards are due, and loads what they show."""

    @reads
    def due_boards(
        self, connection: Connection, now: float, after: DueBoard | None, limit: int
    ) -> Sequence[DueBoard]:
        """List some boards that are due, the earliest first. `after`: the last one known."""
        found = select(due_boards).where(_due.due_at <= now, _due.guild_id != EVERY_SERVER)
        found = found.order_by(*_ORDER).limit(limit)
        if after is not None:
            last = after.due_at, after.date.isoformat(), after.guild_id, after.week
            found = found.where(tuple_(*_ORDER) > tuple_(*last))
        return _due_boards(connection, found)

    @reads
    def due_everywhere(self, connection: Connection, now: float) -> Sequence[DueBoard]:
        """List the days and weeks whose boards are due in every server."""
        found = select(due_boards).where(_due.due_at <= now, text(OF_EVERY_SERVER))
        return _due_boards(connection, found.order_by(*_ORDER))

    @writes
    def note_looks(
        self, connection: Connection, looks: Sequence[tuple[DueBoard, float | None]]
    ) -> None:
        """Save when some boards are due again, None if they are up to date.

        A board that was marked since it was read stays due.
        """
        for board, again in looks:
            seen = _is(board)
            if again is None:
                connection.execute(delete(due_boards).where(seen))
            else:
                later = update(due_boards).where(seen)
                connection.execute(later.values(due_at=again, tries=board.tries + 1))

    @writes
    def mark_server_boards(self, connection: Connection, guild_id: int) -> None:
        """Have a server's boards of the newest days and weeks looked at."""
        mark_server(connection, guild_id)

    @writes
    def mark_boards_of_day(
        self, connection: Connection, day: date, after: int, limit: int
    ) -> int | None:
        """Have some servers' boards of a day looked at; return the last server, None at the end.

        `after`: the last server of the step before.
        """
        guilds: list[int] = [
            *connection.scalars(_with_board(PostedKind.DAY_BOARD, day, after, limit))
        ]
        mark_boards(connection, [(day, guild_id, False) for guild_id in guilds])
        return guilds[-1] if len(guilds) == limit else None

    @writes
    def mark_boards_of_week(
        self, connection: Connection, sunday: date, after: int, limit: int
    ) -> int | None:
        """Have some servers' boards of a week looked at, also if they are still to be posted.

        Returns the last server, None at the end.
        """
        wanting = select(_settings.guild_id).where(
            _settings.daily_channel.is_not(None),
            _settings.leaderboards.is_(True),
            _settings.guild_id > after,
        )
        wanting = wanting.order_by(_settings.guild_id).limit(limit)
        there = {*connection.scalars(_with_board(PostedKind.WEEK_BOARD, sunday, after, limit))}
        guilds = sorted({*there, *connection.scalars(wanting)})[:limit]
        played = {guild_id for guild_id in guilds if _has_played(connection, guild_id, sunday)}
        mark_boards(connection, [(sunday, each, True) for each in (there | played) & {*guilds}])
        return guilds[-1] if len(guilds) == limit else None

    @reads
    def is_open(self, connection: Connection, day: date) -> bool:
        """Return True if a day was opened and is not closed."""
        stored = find_day(connection, day)
        return stored is not None and not stored.is_closed

    @reads
    def server_day(self, connection: Connection, guild_id: int, day: date) -> ServerDay:
        """Load what a server's board of a day is built from."""
        board = _board(connection, PostedKind.DAY_BOARD, day, guild_id)
        channel_id = _channel_of(connection, guild_id)
        wanted = board is not None or channel_id is not None
        return ServerDay(
            board,
            channel_id,
            find_day(connection, day),
            _finishers(connection, guild_id, day) if wanted else (),
        )

    @reads
    def server_week(
        self, connection: Connection, guild_id: int, sunday: date, least: int
    ) -> ServerWeek:
        """Load what a server's board of a week is built from.

        `least`: how many hands a person must have finished.
        """
        board = _board(connection, PostedKind.WEEK_BOARD, sunday, guild_id)
        channel_id = _channel_of(connection, guild_id)
        wanted = board is not None or channel_id is not None
        return ServerWeek(
            board,
            channel_id,
            _had_board(connection, guild_id, sunday),
            _week_players(connection, guild_id, sunday, least) if wanted else (),
        )

    @writes
    def forget_boards_before(self, connection: Connection, day: date, limit: int) -> int:
        """Forget some boards of days before this one, which stay as they are; return how many."""
        place = (_posted.about, _posted.part)
        for kind in BOARDS_OF_DAYS:
            old = (_posted.kind == kind.value, _posted.about < day.isoformat())
            first = select(*place).where(*old).order_by(*place).limit(limit)
            rows = connection.execute(first).all()
            if rows:
                these = (*old, tuple_(*place) <= tuple_(*rows[-1]))
                return connection.execute(delete(posted).where(*these)).rowcount
        return 0


def _due_boards(connection: Connection, found: Select[Any]) -> Sequence[DueBoard]:
    rows = connection.execute(found).mappings()
    return [value_of(DueBoard, row, date=date.fromisoformat(row["day"])) for row in rows]


def _is(board: DueBoard) -> ColumnElement[bool]:
    """Return the condition for a due board as it was read."""
    return (
        (_due.day == board.date.isoformat())
        & (_due.guild_id == board.guild_id)
        & (_due.week == board.week)
        & (_due.mark == board.mark)
    )


def _with_board(kind: PostedKind, day: date, after: int, limit: int) -> Select[tuple[int]]:
    """Select some servers with a board of a day or week, in order."""
    found = select(_posted.part).where(
        _posted.kind == kind.value, _posted.about == day.isoformat(), _posted.part > after
    )
    return found.where(_posted.message_id != NO_MESSAGE).order_by(_posted.part).limit(limit)


def _has_played(connection: Connection, guild_id: int, sunday: date) -> bool:
    """Return True if anybody finished a hand of a week on a server."""
    here = (_hands.guild_id == guild_id, _in_week(sunday), _hands.finished_at.is_not(None))
    return connection.execute(select(_hands.day).where(*here).limit(1)).first() is not None


def _board(
    connection: Connection, kind: PostedKind, day: date, guild_id: int
) -> StoredBoard | None:
    """Load a board; one that was deleted only keeps it from being posted again."""
    found = select(posted).where(
        _posted.kind == kind.value, _posted.about == day.isoformat(), _posted.part == guild_id
    )
    row = connection.execute(found.order_by(_posted.occasion.desc()).limit(1)).one_or_none()
    if row is None:
        return None
    return StoredBoard(
        day,
        guild_id,
        week=kind is PostedKind.WEEK_BOARD,
        channel_id=row.channel_id,
        message_id=row.message_id,
        shown=row.digest if row.message_id else DELETED,
    )


def _had_board(connection: Connection, guild_id: int, sunday: date) -> bool:
    """Return True if a server had a board of one of the days of a week."""
    days = [(sunday - timedelta(days=back)).isoformat() for back in range(7)]
    found = select(_posted.part).where(
        _posted.kind == PostedKind.DAY_BOARD.value,
        _posted.about.in_(days),
        _posted.part == guild_id,
    )
    return connection.execute(found.limit(1)).first() is not None


def _channel_of(connection: Connection, guild_id: int) -> int | None:
    """Return the channel for a server's boards; None if it has no leaderboards or wants none."""
    found = select(_settings.daily_channel).where(
        _settings.guild_id == guild_id, _settings.leaderboards.is_(True)
    )
    return connection.scalar(found)


def _finishers(connection: Connection, guild_id: int, day: date) -> Sequence[Finisher]:
    """List people on a server's leaderboards who finished a day's hand that they began there."""
    columns = [_hands[name] for name in ("user_id", "name", "version", *OUTCOME)]
    found = select(*columns).where(
        _hands.guild_id == guild_id, _hands.day == day.isoformat(), *_listed()
    )
    ordered = found.order_by(_hands.finished_at, _hands.user_id)
    rows = connection.execute(ordered, execution_options=_IN_STEPS).mappings()
    return [value_of(Finisher, row, outcome=value_of(DayOutcome, row)) for row in rows]


def _week_players(
    connection: Connection, guild_id: int, sunday: date, least: int
) -> Sequence[WeekPlayer]:
    """List people on a server's leaderboards who finished so many of a week's hands there."""
    monday = sunday - timedelta(days=6)
    lowest = lowest_scores(connection, monday, sunday)
    played = select(
        _hands.user_id,
        func.count().label("days"),
        func.sum(above_lowest(lowest)).label("gained"),
        func.min(_hands.day).label("first"),
        func.max(_hands.day).label("last"),
    )
    played = played.where(_hands.guild_id == guild_id, _in_week(sunday), *_listed())
    week = played.group_by(_hands.user_id).having(func.count() >= least).subquery()
    first = daily_hands.alias()
    last = daily_hands.alias()
    found = (
        select(week.c.user_id, last.c.name, week.c.gained, week.c.days)
        .join(first, (first.c.day == week.c.first) & (first.c.user_id == week.c.user_id))
        .join(last, (last.c.day == week.c.last) & (last.c.user_id == week.c.user_id))
        .order_by(week.c.first, first.c.finished_at, week.c.user_id)
    )
    base = sum(lowest.values())
    rows = connection.execute(found, execution_options=_IN_STEPS)
    return [WeekPlayer(row.user_id, row.name, base + row.gained, row.days) for row in rows]


def _in_week(sunday: date) -> ColumnElement[bool]:
    monday = sunday - timedelta(days=6)
    return _hands.day.between(monday.isoformat(), sunday.isoformat())


def _listed() -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that a hand is finished and its player on the server's leaderboards.

    That is, they have finished a game there, and have not hidden.
    """
    people = schema.people.c
    total = standings.c
    hidden = exists().where(people.user_id == _hands.user_id, people.on_leaderboards.is_(False))
    played_here = exists().where(
        total.guild_id == _hands.guild_id,
        total.user_id == _hands.user_id,
        total.board == GameKind.ALL.value,
        total.games > 0,
    )
    return _hands.finished_at.is_not(None), played_here, ~hidden
