"""Days of the daily hand: when each begins, ends and closes, and its name."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

DAY_SECONDS = 86_400.0
GRACE_SECONDS = 3600.0
"""How long after a day's end people can finish the hands that they began on it."""
MONDAY = 0


@dataclass(frozen=True, slots=True)
class Calendar:
    """Days that begin at a given hour, UTC."""

    hour: int

    def day_at(self, now: float) -> date:
        """Return the current day at a time."""
        return (datetime.fromtimestamp(now, UTC) - timedelta(hours=self.hour)).date()

    def begins(self, day: date) -> float:
        """Return when a day begins, in Unix seconds."""
        start = datetime(day.year, day.month, day.day, self.hour, tzinfo=UTC)
        return start.timestamp()

    def ends(self, day: date) -> float:
        """Return when a day ends: its hand can't be begun after that."""
        return self.begins(day) + DAY_SECONDS

    def closes(self, day: date) -> float:
        """Return when a day closes: its hand can't be finished after that."""
        return self.ends(day) + GRACE_SECONDS


def monday_of(day: date) -> date:
    """Return the Monday of a day's week."""
    return day - timedelta(days=day.weekday() - MONDAY)


def week_of(day: date) -> tuple[date, ...]:
    """List the days of a day's week, from Monday."""
    monday = monday_of(day)
    return tuple(monday + timedelta(days=number) for number in range(7))
