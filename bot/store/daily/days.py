"""The days of the daily hand, and people's hands."""

from __future__ import annotations

import hmac
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from datetime import date
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    delete,
    exists,
    insert,
    select,
    update,
)

from bot.daily.model import (
    DayOutcome,
    StoredDay,
    StoredHand,
)
from bot.values.posted import NO_MESSAGE, PostedKind, PostedState

from ..database import upsert
from ..errors import Conflict
from ..rows import Row, row_of, value_of
from ..sent.schema_posted import posted
from ..topic import Topic, reads, writes
from .due_boards import mark_boards, mark_every_server
from .schema_daily import daily_days, daily_hands, daily_marks

_days = daily_days.c
_hands = daily_hands.c
_marks = daily_marks.c
OUTCOME = tuple(each.name for each in fields(DayOutcome))


class DayStore(Topic):
    """Keeps the days of the daily hand, and people's hands."""

    @writes
    def open_day(self, connection: Connection, day: StoredDay) -> StoredDay:
        """Save a day unless it is there already; return the stored one."""
        row = row_of(daily_days, day, day=day.date.isoformat())
        upsert(connection, daily_days, [row], columns=())
        stored = find_day(connection, day.date)
        if stored is None:
            raise ValueError("the day was not saved")
        return stored

    @writes
    def extend_day(self, connection: Connection, day: date, closes_at: float) -> None:
        """Let an open day close later than usual."""
        still_open = update(daily_days).where(
            _days.day == day.isoformat(), _days.closed_at.is_(None)
        )
        if connection.execute(still_open.values(closes_at=closes_at)).rowcount:
            mark_every_server(connection, [day])

    @writes
    def close_day(
        self, connection: Connection, day: date, at: float, *, excused: bool = False
    ) -> None:
        """Close a day and drop its key; what follows is done in steps, by `ClosingStore`.

        `excused`: whoever missed the day keeps their streak.
        """
        closed = update(daily_days).where(_days.day == day.isoformat(), _days.closed_at.is_(None))
        values = {"closed_at": at, "key": None, "excused": excused, "settled": False}
        connection.execute(closed.values(values))
        mark_every_server(connection, [day])

    @writes
    def withdraw_day(self, connection: Connection, day: date) -> None:
        """Record that a day could not be offered, unless somebody has begun its hand."""
        key = day.isoformat()
        begun = exists().where(_hands.day == key)
        connection.execute(update(daily_days).where(_days.day == key, ~begun).values(offered=False))

    @writes
    def begin_hand(self, connection: Connection, hand: StoredHand) -> None:
        """Save a new hand, or restart an unfinished one of another version.

        Raises Conflict if the day is closed, the person has a hand of this version, or they deleted
        their data today.
        """
        day = find_day(connection, hand.date)
        if day is None or day.is_closed or _is_marked(connection, hand.date, hand.user_id):
            raise Conflict
        void = _hands.finished_at.is_(None) & (_hands.version != hand.version)
        gone = delete(daily_hands).where(_this(hand.date, hand.user_id), void)
        if connection.execute(gone).rowcount:
            _leave_messages(connection, hand.date, hand.user_id)
        if _find_hand(connection, hand.date, hand.user_id) is not None:
            raise Conflict
        connection.execute(insert(daily_hands), _hand_row(hand))

    @writes
    def save_acts(self, connection: Connection, hand: StoredHand, added: int) -> None:
        """Save a hand with its newest acts; `added`: the number of new ones.

        A finished hand is due on its server's board. Raises Conflict if another process has added
        acts, or the day is closed.
        """
        day_is_open = exists().where(_days.day == _hands.day, _days.closed_at.is_(None))
        before = (_hands.act_count == len(hand.acts) - added) & (_hands.version == hand.version)
        row = _hand_row(hand)
        written = ("acts", "act_count", "finished_at", "wake_at", *OUTCOME)
        changed = {name: row[name] for name in written}
        this = update(daily_hands).where(_this(hand.date, hand.user_id), before, day_is_open)
        if connection.execute(this.values(changed)).rowcount != 1:
            raise Conflict
        if hand.is_finished and hand.guild_id is not None:
            mark_boards(connection, [(hand.date, hand.guild_id, False)])

    @writes
    def save_par(self, connection: Connection, day: date, user_id: int, par: int) -> None:
        """Save the par of a finished hand."""
        connection.execute(update(daily_hands).where(_this(day, user_id)).values(par=par))

    @reads
    def has_unfinished(self, connection: Connection, day: date, version: str) -> bool:
        """Return True if a hand of an open day with experts of a version is not finished."""
        of_day = (_hands.day == day.isoformat(), _hands.version == version)
        found = select(_hands.user_id).where(*of_day, _hands.finished_at.is_(None)).limit(1)
        return connection.execute(found).first() is not None

    @reads
    def waking(self, connection: Connection, version: str) -> Sequence[tuple[date, int, float]]:
        """List the hands that wait for an expert of a version: day, person and `wake_at`."""
        found = select(_hands.day, _hands.user_id, _hands.wake_at).where(
            _hands.wake_at.is_not(None), _hands.version == version
        )
        rows = connection.execute(found.order_by(_hands.wake_at))
        return [(date.fromisoformat(row.day), row.user_id, row.wake_at) for row in rows]

    @reads
    def load_day(self, connection: Connection, day: date) -> StoredDay | None:
        """Load a day; None if it was never opened."""
        return find_day(connection, day)

    @reads
    def open_days(self, connection: Connection) -> Sequence[StoredDay]:
        """List the days that are not closed, the oldest first."""
        return find_open_days(connection)

    @reads
    def load_hand(self, connection: Connection, day: date, user_id: int) -> StoredHand | None:
        """Load a person's hand of a day; None if they have not begun it."""
        return _find_hand(connection, day, user_id)

    @reads
    def is_marked(self, connection: Connection, day: date, user_id: int) -> bool:
        """Return True if the person deleted their data after beginning the day's hand."""
        return _is_marked(connection, day, user_id)


def find_day(connection: Connection, day: date) -> StoredDay | None:
    """Load a day; None if it was never opened."""
    found = connection.execute(select(daily_days).where(_days.day == day.isoformat()))
    row = found.mappings().one_or_none()
    return None if row is None else _day(row)


def find_open_days(connection: Connection) -> Sequence[StoredDay]:
    """List the days that are not closed, the oldest first."""
    found = select(daily_days).where(_days.closed_at.is_(None)).order_by(_days.day)
    return [_day(row) for row in connection.execute(found).mappings()]


def _find_hand(connection: Connection, day: date, user_id: int) -> StoredHand | None:
    """Load a person's hand of a day; None if they have not begun it."""
    found = connection.execute(select(daily_hands).where(_this(day, user_id)))
    row = found.mappings().one_or_none()
    return None if row is None else _hand(row)


def _leave_messages(connection: Connection, day: date, user_id: int) -> None:
    """Leave the messages with a void hand as they are; they only count."""
    theirs = update(posted).where(of_days([day.isoformat()]), posted.c.user_id == user_id)
    connection.execute(
        theirs.values(message_id=NO_MESSAGE, digest="", state=PostedState.OVER.value)
    )


def _mark_of(day: StoredDay, user_id: int) -> str | None:
    """Compute a person's mark for a day; None once the day's key is deleted."""
    if day.key is None:
        return None
    return hmac.digest(day.key, f"{day.date}:{user_id}".encode(), "sha256").hex()


def _is_marked(connection: Connection, day: date, user_id: int) -> bool:
    """Return True if the person deleted their data after beginning the day's hand."""
    stored = find_day(connection, day)
    mark = None if stored is None else _mark_of(stored, user_id)
    found = select(_marks.mark).where(_marks.day == day.isoformat(), _marks.mark == mark)
    return mark is not None and connection.execute(found).first() is not None


def mark_hands(connection: Connection, user_id: int) -> None:
    """Mark a person on each open day whose hand they have begun, before deleting their data."""
    for day in find_open_days(connection):
        mark = _mark_of(day, user_id)
        if mark is not None and _find_hand(connection, day.date, user_id) is not None:
            row: Row = {"day": day.date.isoformat(), "mark": mark}
            upsert(connection, daily_marks, [row], ["mark"])


def _this(day: date, user_id: int) -> ColumnElement[bool]:
    return (_hands.day == day.isoformat()) & (_hands.user_id == user_id)


def of_days(days: Collection[str]) -> ColumnElement[bool]:
    """Return the condition for the messages with people's hands of these days."""
    return (posted.c.kind == PostedKind.DAY.value) & posted.c.about.in_(days)


def _day(row: Mapping[Any, Any]) -> StoredDay:
    return value_of(StoredDay, row, date=date.fromisoformat(row["day"]))


def _hand(row: Mapping[Any, Any]) -> StoredHand:
    outcome = None if row["finished_at"] is None else value_of(DayOutcome, row)
    return value_of(StoredHand, row, date=date.fromisoformat(row["day"]), outcome=outcome)


def _hand_row(hand: StoredHand) -> Row:
    row = row_of(daily_hands, hand, day=hand.date.isoformat(), act_count=len(hand.acts))
    return row | {name: getattr(hand.outcome, name, None) for name in OUTCOME}
