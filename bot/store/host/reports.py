"""Reports to the host, limited per person, with the people that they mention."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, select, text, update

from bot.upkeep.views import NewReport, Report, ReportMessage

from ..database import upsert, wait_turn
from . import schema_host as schema

DAY = 86_400.0
FORMER = "a former player"
_reports = schema.reports.c
_people = schema.report_people.c
_messages = schema.report_messages.c


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


def newest_report_message(connection: Connection, host_id: int) -> ReportMessage | None:
    """Load the newest message of reports to a host, None if there is none."""
    found = select(schema.report_messages).where(_messages.host_id == host_id)
    newest = connection.execute(found.order_by(_messages.first.desc()).limit(1)).mappings()
    row = newest.one_or_none()
    return None if row is None else ReportMessage(**row)


def outdated_report_messages(connection: Connection) -> Sequence[ReportMessage]:
    """Load the messages with deleted reports."""
    found = select(schema.report_messages).where(_messages.digest == "")
    return [ReportMessage(**row) for row in connection.execute(found).mappings()]


def save_report_message(
    connection: Connection, message: ReportMessage, shown: Sequence[Report]
) -> None:
    """Save a message of reports, replacing the earlier one that begins with the same report.

    It counts as outdated if the reports that it shows have changed since they were loaded.
    """
    wait_turn(connection, 42, 2)
    newest = reports(connection, message.first, message.last)
    if [_content(report) for report in newest] != [_content(report) for report in shown]:
        message = replace(message, digest="")
    upsert(connection, schema.report_messages, [asdict(message)])


def _content(report: Report) -> tuple[int, str]:
    return (report.number, report.text)


def drop_report_message(connection: Connection, first: int) -> None:
    """Delete a message of reports."""
    connection.execute(delete(schema.report_messages).where(_messages.first == first))


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
        showing = (_messages.first <= number, _messages.last >= number)
        connection.execute(update(schema.report_messages).where(*showing).values(digest=""))
