"""Reminders of the daily hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from sqlalchemy import Connection, delete, exists, insert, select, update

from ..host.schema_host import blocks
from ..topic import Topic, reads, writes
from .schema_daily import daily_hands, daily_reminders

_hands = daily_hands.c
_reminders = daily_reminders.c


class ReminderStore(Topic):
    """Keeps who wants to be reminded of the daily hand."""

    @writes
    def set_daily_reminder(
        self, connection: Connection, user_id: int, day: date, *, wanted: bool
    ) -> None:
        """Turn a person's daily reminder on, from the day after this one, or off."""
        connection.execute(delete(daily_reminders).where(_reminders.user_id == user_id))
        if wanted:
            row = {"user_id": user_id, "reminded_on": day.isoformat()}
            connection.execute(insert(daily_reminders), row)

    @reads
    def daily_reminder(self, connection: Connection, user_id: int) -> bool | None:
        """Return True if a person's daily reminder is on, False if a refusal ended it."""
        found = select(_reminders.reminded_on).where(_reminders.user_id == user_id)
        row = connection.execute(found).one_or_none()
        return None if row is None else row.reminded_on is not None

    @reads
    def daily_reminders_due(self, connection: Connection, day: date) -> Sequence[int]:
        """List the people whose reminder of a day is due.

        They were not reminded, have not begun the hand, and are not blocked.
        """
        key = day.isoformat()
        begun = exists().where(_hands.user_id == _reminders.user_id, _hands.day == key)
        blocked = exists().where(blocks.c.blocked_id == _reminders.user_id)
        found = select(_reminders.user_id).where(_reminders.reminded_on < key, ~begun, ~blocked)
        return list(connection.scalars(found))

    @writes
    def mark_reminded(self, connection: Connection, user_id: int, day: date | None) -> None:
        """Record that a person has been reminded of a day; None: Discord refused, so it ends."""
        mine = update(daily_reminders).where(_reminders.user_id == user_id)
        connection.execute(mine.values(reminded_on=None if day is None else day.isoformat()))
