"""Days, hands and results of the daily hand."""

from __future__ import annotations

import hmac
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from datetime import date
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    case,
    delete,
    exists,
    func,
    insert,
    select,
    text,
    update,
)

from bot.daily.model import DayFacts, DayOutcome, DaysPlayed, Field, Result, StoredDay, StoredHand
from bot.values.posted import NO_MESSAGE, PostedKind, PostedState

from ..database import upsert
from ..errors import Conflict
from ..host.schema_host import blocks
from ..rows import Row, row_of, value_of
from ..sent.schema_posted import posted
from . import schema_daily
from .schema_daily import daily_days, daily_experts, daily_hands, daily_marks, daily_reminders

_days = daily_days.c
_hands = daily_hands.c
_marks = daily_marks.c
_experts = daily_experts.c
_reminders = daily_reminders.c
OUTCOME = tuple(each.name for each in fields(DayOutcome))


def open_day(connection: Connection, day: StoredDay) -> StoredDay:
    """Save a day unless it is there already; return the stored one."""
    row = row_of(daily_days, day, day=day.date.isoformat())
    upsert(connection, daily_days, [row], only_if=_days.day.is_(None))  # that is, never
    stored = load_day(connection, day.date)
    if stored is None:
        raise ValueError("the day was not saved")
    return stored


def load_day(connection: Connection, day: date) -> StoredDay | None:
    """Load a day; None if it was never opened."""
    found = connection.execute(select(daily_days).where(_days.day == day.isoformat()))
    row = found.mappings().one_or_none()
    return None if row is None else _day(row)


def open_days(connection: Connection) -> Sequence[StoredDay]:
    """List the days that are not closed, the oldest first."""
    found = select(daily_days).where(_days.closed_at.is_(None)).order_by(_days.day)
    return [_day(row) for row in connection.execute(found).mappings()]


def extend_day(connection: Connection, day: date, closes_at: float) -> None:
    """Let an open day close later than usual."""
    still_open = update(daily_days).where(_days.day == day.isoformat(), _days.closed_at.is_(None))
    connection.execute(still_open.values(closes_at=closes_at))


def close_day(connection: Connection, day: date, at: float, *, excused: bool = False) -> None:
    """Close a day: drop its key, its marks and its unfinished hands with their messages.

    `excused`: whoever missed the day keeps their streak.
    """
    key = day.isoformat()
    closed = update(daily_days).where(_days.day == key, _days.closed_at.is_(None))
    connection.execute(closed.values(closed_at=at, key=None, excused=excused))
    connection.execute(delete(daily_marks).where(_marks.day == key))
    connection.execute(delete(daily_hands).where(_hands.day == key, _hands.finished_at.is_(None)))
    still_there = exists().where(_hands.day == key, _hands.user_id == posted.c.user_id)
    connection.execute(delete(posted).where(_of_days([key]), ~still_there))


def withdraw_day(connection: Connection, day: date) -> None:
    """Record that a day could not be offered, unless somebody has begun its hand."""
    key = day.isoformat()
    begun = exists().where(_hands.day == key)
    connection.execute(update(daily_days).where(_days.day == key, ~begun).values(offered=False))


def offered_days(connection: Connection) -> Sequence[date]:
    """List the days with a hand, the newest first."""
    found = select(_days.day).where(_days.offered.is_(True)).order_by(_days.day.desc())
    return [date.fromisoformat(day) for day in connection.scalars(found)]


def excused_days(connection: Connection) -> Collection[date]:
    """List the days whose missing breaks nobody's streak."""
    found = connection.scalars(select(_days.day).where(_days.excused.is_(True)))
    return frozenset(date.fromisoformat(day) for day in found)


def load_hand(connection: Connection, day: date, user_id: int) -> StoredHand | None:
    """Load a person's hand of a day; None if they have not begun it."""
    found = connection.execute(select(daily_hands).where(_this(day, user_id)))
    row = found.mappings().one_or_none()
    return None if row is None else _hand(row)


def begin_hand(connection: Connection, hand: StoredHand) -> None:
    """Save a new hand, or restart an unfinished one of another version.

    Raises Conflict if the day is closed, the person has a hand of this version, or they deleted
    their data today.
    """
    day = load_day(connection, hand.date)
    if day is None or day.is_closed or is_marked(connection, hand.date, hand.user_id):
        raise Conflict
    void = _hands.finished_at.is_(None) & (_hands.version != hand.version)
    gone = delete(daily_hands).where(_this(hand.date, hand.user_id), void)
    if connection.execute(gone).rowcount:
        _leave_messages(connection, hand.date, hand.user_id)
    if load_hand(connection, hand.date, hand.user_id) is not None:
        raise Conflict
    connection.execute(insert(daily_hands), _hand_row(hand))


def _leave_messages(connection: Connection, day: date, user_id: int) -> None:
    """Leave the messages with a void hand as they are; they only count."""
    theirs = update(posted).where(_of_days([day.isoformat()]), posted.c.user_id == user_id)
    connection.execute(
        theirs.values(message_id=NO_MESSAGE, digest="", state=PostedState.OVER.value)
    )


def save_acts(connection: Connection, hand: StoredHand, added: int) -> None:
    """Save a hand with its newest acts; `added`: the number of new ones.

    Raises Conflict if another process has added acts, or the day is closed.
    """
    day_is_open = exists().where(_days.day == _hands.day, _days.closed_at.is_(None))
    before = (_hands.act_count == len(hand.acts) - added) & (_hands.version == hand.version)
    row = _hand_row(hand)
    changed = {name: row[name] for name in ("acts", "act_count", "finished_at", *OUTCOME)}
    this = update(daily_hands).where(_this(hand.date, hand.user_id), before, day_is_open)
    if connection.execute(this.values(changed)).rowcount != 1:
        raise Conflict


def save_par(connection: Connection, day: date, user_id: int, par: int) -> None:
    """Save the par of a finished hand."""
    connection.execute(update(daily_hands).where(_this(day, user_id)).values(par=par))


def unfinished(connection: Connection, version: str) -> Sequence[tuple[date, int]]:
    """List the unfinished hands with experts of a version, by day and person."""
    found = select(_hands.day, _hands.user_id).join(daily_days, _days.day == _hands.day)
    mine = (_days.closed_at.is_(None), _hands.finished_at.is_(None), _hands.version == version)
    rows = connection.execute(found.where(*mine))
    return [(date.fromisoformat(row.day), row.user_id) for row in rows]


def day_facts(
    connection: Connection,
    day: date,
    user_id: int,
    version: str,
    own: tuple[date, date],
    week: tuple[date, date],
) -> DayFacts:
    """Load the data behind a person's standing on a closed day; see the port."""
    return DayFacts(
        field=day_field(connection, day, version),
        own=own_results(connection, user_id, *own),
        lowest=lowest_scores(connection, *week),
        still_open=[each.date for each in open_days(connection)],
    )


def days_played(connection: Connection, user_id: int) -> DaysPlayed:
    """Load the data behind a person's streak."""
    still_open = [each.date for each in open_days(connection)]
    return DaysPlayed(
        offered=offered_days(connection),
        finished=finished_days(connection, user_id),
        forgiven={*still_open, *excused_days(connection)},
    )


def day_field(connection: Connection, day: date, version: str) -> Field:
    """Count a day's scores, and the bids and leads with this version of the experts."""
    number = func.count()
    mine = (_hands.day == day.isoformat(), _hands.score.is_not(None))
    scored = select(_hands.version, _hands.score, number.label("people")).where(*mine)
    scores: dict[str, dict[int, int]] = {}
    for row in connection.execute(scored.group_by(_hands.version, _hands.score)):
        scores.setdefault(row.version, {})[row.score] = row.people
    made = func.sum(case((_hands.made, 1), else_=0))
    bids = select(_hands.bid, _hands.ours, number, made).where(*mine, _hands.version == version)
    bids = bids.group_by(_hands.bid, _hands.ours).order_by(number.desc(), _hands.bid)
    leads = select(_hands.lead, number).where(*mine, _hands.version == version)
    leads = leads.where(_hands.lead.is_not(None)).group_by(_hands.lead)
    leads = leads.order_by(number.desc(), _hands.lead)
    return Field(
        scores,
        tuple((bid, ours, count, done) for bid, ours, count, done in connection.execute(bids)),
        tuple((lead, count) for lead, count in connection.execute(leads)),
    )


def own_results(connection: Connection, user_id: int, first: date, last: date) -> Sequence[Result]:
    """List a person's results of closed days in a range of days."""
    found = select(daily_hands).join(daily_days, _days.day == _hands.day)
    found = found.where(_hands.user_id == user_id, *_closed(first, last))
    hands = [_hand(row) for row in connection.execute(found).mappings()]
    return [Result(each.date, each.version, each.outcome) for each in hands if each.outcome]


def lowest_scores(connection: Connection, first: date, last: date) -> Mapping[date, int]:
    """Return the lowest score of each closed day that anybody finished."""
    rows = connection.execute(_lowest(first, last))
    return {date.fromisoformat(row.day): row.least for row in rows}


def week_totals(connection: Connection, first: date, last: date, least: int) -> Sequence[int]:
    """List the week's total of each person who finished at least `least` days.

    A missed day counts as its lowest score. So each total is the sum of the lowest scores, plus
    what the person scored above the lowest on the days that they played.
    """
    lowest = _lowest(first, last).subquery()
    gained = func.sum(_hands.score - lowest.c.least)
    found = select(gained).join(lowest, lowest.c.day == _hands.day)
    found = found.where(_hands.score.is_not(None)).group_by(_hands.user_id)
    rows = connection.scalars(found.having(func.count() >= least))
    base = sum(lowest_scores(connection, first, last).values())
    return [base + gain for gain in rows]


def _lowest(first: date, last: date) -> Select[tuple[str, int]]:
    found = select(_hands.day, func.min(_hands.score).label("least"))
    found = found.join(daily_days, _days.day == _hands.day)
    return found.where(*_closed(first, last)).group_by(_hands.day)


def _closed(first: date, last: date) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for finished hands of closed days in a range."""
    days = _hands.day.between(first.isoformat(), last.isoformat())
    return days, _days.closed_at.is_not(None), _hands.score.is_not(None)


def finished_days(connection: Connection, user_id: int) -> Collection[date]:
    """List the days whose hand a person has finished."""
    found = select(_hands.day).where(_hands.user_id == user_id, _hands.finished_at.is_not(None))
    return frozenset(date.fromisoformat(day) for day in connection.scalars(found))


def expert_scores(connection: Connection, day: date) -> Mapping[str, int]:
    """Return the score of an expert in the person's seat, by version."""
    found = select(_experts.version, _experts.score).where(_experts.day == day.isoformat())
    return {row.version: row.score for row in connection.execute(found)}


def save_expert_score(connection: Connection, day: date, version: str, score: int) -> None:
    """Save the score of an expert of a version in the person's seat."""
    row: Row = {"day": day.isoformat(), "version": version, "score": score}
    upsert(connection, daily_experts, [row])


# Reminders ----------------------------------------------------------------------------------


def set_daily_reminder(connection: Connection, user_id: int, day: date, *, wanted: bool) -> None:
    """Turn a person's daily reminder on, from the day after this one, or off."""
    connection.execute(delete(daily_reminders).where(_reminders.user_id == user_id))
    if wanted:
        row = {"user_id": user_id, "reminded_on": day.isoformat()}
        connection.execute(insert(daily_reminders), row)


def daily_reminder(connection: Connection, user_id: int) -> bool | None:
    """Return True if a person's daily reminder is on, False if a refusal ended it."""
    found = select(_reminders.reminded_on).where(_reminders.user_id == user_id)
    row = connection.execute(found).one_or_none()
    return None if row is None else row.reminded_on is not None


def daily_reminders_due(connection: Connection, day: date) -> Sequence[int]:
    """List the people whose reminder of a day is due.

    They were not reminded, have not begun the hand, and are not blocked.
    """
    key = day.isoformat()
    begun = exists().where(_hands.user_id == _reminders.user_id, _hands.day == key)
    blocked = exists().where(blocks.c.blocked_id == _reminders.user_id)
    found = select(_reminders.user_id).where(_reminders.reminded_on < key, ~begun, ~blocked)
    return list(connection.scalars(found))


def mark_reminded(connection: Connection, user_id: int, day: date | None) -> None:
    """Record that a person has been reminded of a day; None: Discord refused, so it ends."""
    mine = update(daily_reminders).where(_reminders.user_id == user_id)
    connection.execute(mine.values(reminded_on=None if day is None else day.isoformat()))


# Deleted data -------------------------------------------------------------------------------


def mark_of(day: StoredDay, user_id: int) -> str | None:
    """Compute a person's mark for a day; None once the day's key is deleted."""
    if day.key is None:
        return None
    return hmac.digest(day.key, f"{day.date}:{user_id}".encode(), "sha256").hex()


def is_marked(connection: Connection, day: date, user_id: int) -> bool:
    """Return True if the person deleted their data after beginning the day's hand."""
    stored = load_day(connection, day)
    mark = None if stored is None else mark_of(stored, user_id)
    found = select(_marks.mark).where(_marks.day == day.isoformat(), _marks.mark == mark)
    return mark is not None and connection.execute(found).first() is not None


def mark_hands(connection: Connection, user_id: int) -> None:
    """Mark a person on each open day whose hand they have begun, before deleting their data."""
    for day in open_days(connection):
        mark = mark_of(day, user_id)
        if mark is not None and load_hand(connection, day.date, user_id) is not None:
            row: Row = {"day": day.date.isoformat(), "mark": mark}
            upsert(connection, daily_marks, [row], ["mark"])


def sweep_days(connection: Connection, before: float, limit: int) -> int:
    """Delete details of up to `limit` days that closed before a time; keep results.

    These are bids, plays, names, where hands were begun, and which messages show them.
    """
    unswept = text(schema_daily.UNSWEPT_DAYS)
    found = select(_days.day).where(unswept, _days.closed_at < before).limit(limit)
    days = list(connection.scalars(found))
    gone = update(daily_hands).where(_hands.day.in_(days))
    connection.execute(gone.values(acts=[], name="", guild_id=None))
    connection.execute(delete(posted).where(_of_days(days)))
    connection.execute(update(daily_days).where(_days.day.in_(days)).values(swept=True))
    return len(days)


# Rows ---------------------------------------------------------------------------------------


def _this(day: date, user_id: int) -> ColumnElement[bool]:
    return (_hands.day == day.isoformat()) & (_hands.user_id == user_id)


def _of_days(days: Collection[str]) -> ColumnElement[bool]:
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
