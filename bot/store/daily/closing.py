"""What follows from the close of a day, in steps that hold up nobody's saves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from sqlalchemy import ColumnElement, Connection, delete, exists, func, select, text, update

from bot.daily.model import StoredField

from ..database import upsert
from ..sent.schema_posted import posted
from ..topic import Topic, reads, writes
from .days import of_days
from .schema_daily import UNSETTLED_DAYS, daily_days, daily_fields, daily_hands, daily_marks
from .scores import count_field

_days = daily_days.c
_hands = daily_hands.c
_marks = daily_marks.c


class ClosingStore(Topic):
    """Deletes what is over with a day, and keeps everybody's results as counts."""

    @reads
    def unsettled_days(self, connection: Connection) -> Sequence[date]:
        """List the closed days with something left to do, the newest first."""
        found = select(_days.day).where(text(UNSETTLED_DAYS)).order_by(_days.day.desc())
        return [date.fromisoformat(day) for day in connection.scalars(found)]

    @writes
    def drop_unfinished(
        self, connection: Connection, day: date, after: int, limit: int
    ) -> int | None:
        """Delete unfinished hands of some people, and messages with no hand.

        `after`: the last person of the step before. Returns the last person, None at the end.
        """
        key = day.isoformat()
        last = last_of_step(connection, key, after, limit)
        theirs = (hands_of(key, after, last), _hands.finished_at.is_(None))
        connection.execute(delete(daily_hands).where(*theirs))
        still_there = exists().where(_hands.day == key, _hands.user_id == posted.c.user_id)
        connection.execute(delete(posted).where(messages_of(key, after, last), ~still_there))
        return last

    @writes
    def drop_marks(self, connection: Connection, day: date, limit: int) -> int:
        """Delete some marks of a day; return how many."""
        key = day.isoformat()
        found = select(_marks.mark).where(_marks.day == key).limit(limit)
        marks = connection.scalars(found).all()
        connection.execute(delete(daily_marks).where(_marks.day == key, _marks.mark.in_(marks)))
        return len(marks)

    @reads
    def count_fields(self, connection: Connection, day: date) -> Sequence[StoredField]:
        """Count everybody's results on a day, by version of the experts."""
        versions = select(_hands.version, func.min(_hands.score)).where(
            _hands.day == day.isoformat(), _hands.score.is_not(None)
        )
        return [
            StoredField(version, lowest, count_field(connection, day, version))
            for version, lowest in connection.execute(versions.group_by(_hands.version)).all()
        ]

    @writes
    def save_fields(self, connection: Connection, day: date, fields: Sequence[StoredField]) -> None:
        """Save everybody's results on a day, but for those that are saved already."""
        rows = [
            {
                "day": day.isoformat(),
                "version": each.version,
                "lowest": each.lowest,
                "scores": {str(score): n for score, n in each.field.scores[each.version].items()},
                "bids": each.field.bids,
                "leads": each.field.leads,
            }
            for each in fields
        ]
        upsert(connection, daily_fields, rows, columns=())

    @writes
    def settle_day(self, connection: Connection, day: date) -> None:
        """Note that nothing is left to do for a closed day."""
        this = update(daily_days).where(_days.day == day.isoformat())
        connection.execute(this.values(settled=True))


def last_of_step(connection: Connection, day: str, after: int, limit: int) -> int | None:
    """Return the last of the next people with hands or messages of a day; None: all the rest."""
    hands = select(_hands.user_id).where(hands_of(day, after, None)).order_by(_hands.user_id)
    person = posted.c.user_id
    messages = select(person).where(messages_of(day, after, None)).order_by(person)
    found = [connection.scalars(query.limit(limit)).all() for query in (hands, messages)]
    return min((people[-1] for people in found if len(people) == limit), default=None)


def hands_of(day: str, after: int, last: int | None) -> ColumnElement[bool]:
    """Return the condition for some people's hands of a day; `last` None: of all the rest."""
    mine = (_hands.day == day) & (_hands.user_id > after)
    return mine if last is None else mine & (_hands.user_id <= last)


def messages_of(day: str, after: int, last: int | None) -> ColumnElement[bool]:
    """Return the same for the messages with these hands."""
    person = posted.c.user_id
    mine = of_days([day]) & (posted.c.part == 0) & (person > after)
    return mine if last is None else mine & (person <= last)
