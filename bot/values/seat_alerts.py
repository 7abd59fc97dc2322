"""Who is told when a table in a channel needs one more."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from .preferences import zone_of

ALERT_SECONDS = 3_600.0
"""A person is told at most once within this time."""
MOST_ALERTS = 20
"""In how many channels one person can be told."""
CALL_SECONDS = 1_800.0
"""How long a server's role for players is left alone after it was mentioned."""
NIGHT = 3
"""The hour until which an alert for one evening lasts."""


@dataclass(frozen=True, slots=True)
class SeatAlert:
    """A person is told about a channel and its threads `until` a time; None: until they stop it."""

    user_id: int
    channel_id: int
    guild_id: int
    until: float | None = None

    def lasts_at(self, now: float) -> bool:
        """Return True if the alert is not over."""
        return self.until is None or now < self.until


def end_of_night(now: float, zone: str) -> float:
    """Return when it is three at night next in a time zone."""
    here = datetime.fromtimestamp(now, zone_of(zone))
    end = here.replace(hour=NIGHT, minute=0, second=0, microsecond=0)
    if end <= here:
        end = datetime.combine(here.date() + timedelta(days=1), end.timetz())
    return end.timestamp()
