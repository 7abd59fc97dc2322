"""Reports to the host, limited per person, with the people that they mention."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, select, text, update

from bot.upkeep.views import NewReport, Report
from bot.values.posted import Posted, PostedKind

from ..database import upsert, wait_turn
from ..sent.posted import IS_THERE, posted_row
from ..sent.schema_posted import posted as table
from ..topic import Topic, reads, writes
from . import schema_host as schema

DAY = 86_400.0
FORMER = "a former player"
_reports = schema.reports.c
_people = schema.report_people.c
_posted = table.c
_MESSAGES = (_posted.kind == PostedKind.REPORTS.value, _posted.about == "", IS_THERE)


class ReportStore(Topic):
    """Keeps reports, and the messages that show them to the host."""

    @writes
    def add_report(
        self, connection: Connection, report: NewReport, at: float, most: int
    ) -> int | None:
        """Save a report and return its number; None if its author has sent `most` in a day."""
        wait_turn(connection, 42, 2)
        lately = select(func.count()).where(
            _reports.user_id == report.user_id, _reports.at > at - DAY
        )
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

    @reads
    def load_reports(
        self, connection: Connection, first: int | None = None, last: int | None = None
    ) -> Sequence[Report]:
        """Load the reports with these numbers, or all if none are given, oldest first."""
        found = select(schema.reports).order_by(_reports.number)
        if first is not None and last is not None:
            found = found.where(_reports.number.between(first, last))
        return [Report(**row) for row in connection.execute(found).mappings()]

    @reads
    def waiting_reports(self, connection: Connection) -> Sequence[int]:
        """List the numbers of the reports that are not delivered yet."""
        waiting = select(_reports.number).where(text(schema.WAITING)).order_by(_reports.number)
        return list(connection.scalars(waiting))

    @writes
    def mark_told(self, connection: Connection, last: int, at: float) -> None:
        """Mark the reports up to this number as delivered."""
        waiting = (_reports.number <= last, text(schema.WAITING))
        connection.execute(update(schema.reports).where(*waiting).values(told_at=at))

    @reads
    def reports_of(self, connection: Connection, posted: Posted) -> Sequence[Report]:
        """Load the reports that a message is for: from its first one to the next message's.

        The newest message is also for the reports that wait. Reports are delivered once, so the
        next message may be another host's.
        """
        first = posted.key.part
        following = select(func.min(_posted.part)).where(*_MESSAGES, _posted.part > first)
        found = select(schema.reports).where(_reports.number >= first)
        end = connection.scalar(following)
        if end is not None:
            found = found.where(_reports.number < end)
        rows = connection.execute(found.order_by(_reports.number)).mappings()
        return [Report(**row) for row in rows]

    @writes
    def save_report_message(
        self, connection: Connection, posted: Posted, shown: Sequence[Report]
    ) -> None:
        """Save a message of reports, replacing the one of the same key and occasion.

        It counts as outdated if the reports that it shows have changed since they were loaded.
        """
        wait_turn(connection, 42, 2)
        numbers = [report.number for report in shown]
        found = select(_reports.number, _reports.text).where(_reports.number.in_(numbers))
        newest = {row.number: row.text for row in connection.execute(found)}
        if newest != {report.number: report.text for report in shown}:
            posted = replace(posted, digest="")
        upsert(connection, table, [posted_row(posted)])


def forget_in_reports(connection: Connection, user_id: int) -> None:
    """Delete a person's reports, and their name in those that mention them."""
    theirs = select(_reports.number).where(_reports.user_id == user_id)
    delete_reports(connection, list(connection.scalars(theirs)))
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


def delete_reports(connection: Connection, numbers: Collection[int]) -> None:
    """Delete the reports with these numbers."""
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
