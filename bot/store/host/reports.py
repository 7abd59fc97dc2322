"""Reports to the host, limited per person, with the people that they mention."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, select, text, update

from bot.upkeep.views import NewReport, Report
from bot.values.posted import Posted, PostedKind

from ..database import wait_turn
from ..sent.posted import IS_THERE, put_posted
from ..sent.schema_posted import posted as table
from . import schema_host as schema

DAY = 86_400.0
FORMER = "a former player"
_reports = schema.reports.c
_people = schema.report_people.c
_posted = table.c
_MESSAGES = (_posted.kind == PostedKind.REPORTS.value, _posted.about == "", IS_THERE)


def add_report(connection: Connection, report: NewReport, at: float, most: int) -> int | None:
    """Save a report and return its number; None if its author has sent `most` in a day."""
    wait_turn(connection, 42, 2)
    lately = select(func.count()).where(_reports.user_id == report.user_id, _reports.at > at - DAY)
    if connection.scalars(lately).one() >= most:
        return None
    newest = connection.scalar(select(func.max(_reports.number)))
    number: int = (newest or 0) + 1
    row: dict[str, Any] = asdict(report)
    named = row.pop("named")
    connection.execute(schema.reports.insert().values(number=number, at=at, **row))
    for user_id in named:
        connection.execute(schema.report_people.insert().values(number=number, user_id=user_id))
    return number


def reports(
    connection: Connection, first: int | None = None, last: int | None = None
) -> Sequence[Report]:
    """Load the reports with these numbers, or all if none are given, oldest first."""
    found = select(schema.reports).order_by(_reports.number)
    if first is not None and last is not None:
        found = found.where(_reports.number.between(first, last))
    return [Report(**row) for row in connection.execute(found).mappings()]


def waiting_reports(connection: Connection) -> Sequence[int]:
    """List the numbers of the reports that are not delivered yet."""
    waiting = select(_reports.number).where(text(schema.WAITING)).order_by(_reports.number)
    return list(connection.scalars(waiting))


def mark_told(connection: Connection, last: int, at: float) -> None:
    """Mark the reports up to this number as delivered."""
    waiting = (_reports.number <= last, text(schema.WAITING))
    connection.execute(update(schema.reports).where(*waiting).values(told_at=at))


def reports_of(connection: Connection, posted: Posted) -> Sequence[Report]:
    """Load the reports that a message is for: from its first one to the next message's.

    The newest message is also for the reports that wait. Reports are delivered once, so the next
    message may be another host's.
    """
    first = posted.key.part
    following = select(func.min(_posted.part)).where(*_MESSAGES, _posted.part > first)
    found = select(schema.reports).where(_reports.number >= first)
    end = connection.scalar(following)
    if end is not None:
        found = found.where(_reports.number < end)
    rows = connection.execute(found.order_by(_reports.number)).mappings()
    return [Report(**row) for row in rows]


def save_report_message(connection: Connection, posted: Posted, shown: Sequence[Report]) -> None:
    """Save a message of reports, replacing the one of the same key and occasion.

    It counts as outdated if the reports that it shows have changed since they were loaded.
    """
    wait_turn(connection, 42, 2)
    numbers = [report.number for report in shown]
    found = select(_reports.number, _reports.text).where(_reports.number.in_(numbers))
    newest = {row.number: row.text for row in connection.execute(found)}
    if newest != {report.number: report.text for report in shown}:
        posted = replace(posted, digest="")
    put_posted(connection, posted)


def sweep_reports(connection: Connection, before: float, limit: int) -> int:
    """Delete some reports that were sent before a time; return their number."""
    old = select(_reports.number).where(_reports.at < before).order_by(_reports.number)
    numbers = list(connection.scalars(old.limit(limit)))
    _delete(connection, numbers)
    return len(numbers)


def forget_in_reports(connection: Connection, user_id: int) -> None:
    """Delete a person's reports, and their name in those that mention them."""
    theirs = select(_reports.number).where(_reports.user_id == user_id)
    _delete(connection, list(connection.scalars(theirs)))
    naming = select(_people.number).where(_people.user_id == user_id)
    numbers = list(connection.scalars(naming))
    if not numbers:
        return
    without: ColumnElement[str] = schema.reports.c.text
    for mention in (f"<@{user_id}>", f"<@!{user_id}>"):
        without = func.replace(without, mention, FORMER)
    changed = update(schema.reports).where(_reports.number.in_(numbers))
    connection.execute(changed.values(text=without))
    connection.execute(delete(schema.report_people).where(_people.user_id == user_id))
    _outdate(connection, numbers)


def _delete(connection: Connection, numbers: Collection[int]) -> None:
    if numbers:
        connection.execute(delete(schema.report_people).where(_people.number.in_(numbers)))
        connection.execute(delete(schema.reports).where(_reports.number.in_(numbers)))
        _outdate(connection, numbers)


def _outdate(connection: Connection, numbers: Collection[int]) -> None:
    """Mark the messages with these reports to be redrawn."""
    wait_turn(connection, 42, 2)  # a message that is being saved sees the change, or is marked here
    for number in numbers:
        last = connection.scalar(
            select(func.max(_posted.part)).where(*_MESSAGES, _posted.part <= number)
        )
        showing = update(table).where(*_MESSAGES, _posted.part == last)
        connection.execute(showing.values(digest=""))
