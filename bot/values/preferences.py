"""A user's preferences."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from enum import StrEnum
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from .pace import Pace

HOURS = 24
MORNING = range(8, 12)
"""The hours of their own day in which people get reminders."""


def zone_of(name: str) -> tzinfo:
    """Look up a time zone; UTC if this machine does not know it (another one may have)."""
    try:
        return ZoneInfo(name)
    except ZoneInfoNotFoundError:
        return UTC


class Pings(StrEnum):
    """When to ping a player at their turn."""

    ALWAYS = "always"
    LATE = "late"  # once they keep the table waiting
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Preferences:
    """One user's preferences. `name` is the newest that the bot has seen.

    `dms`: send the hand by DM. `dm_closed`: Discord has refused a DM to them. `dm_later`: they were
    told that their first DM has to wait. `locale`: the language of their client at their last use.
    `on_leaderboards`: list them there. `pictures`: show tables as pictures, else in words.
    `knows`: the games that they said they know. `asks_first`: confirm a pressed domino before
    playing it. `plays_forced`: play the only legal domino for them. `opponents`: the level of the
    computers that they play against after Play now, None for the default.
    `quiet_from`, `quiet_until`: hours of the day in `time_zone` without pings; off if `quiet_from`
    is None. `safe_colors`: show pictures in color-blind safe colors. `pace`: of the tables that
    they open, None for the default. `invited_by_dm`: invitations come as DMs where nothing else
    forbids a ping.
    """

    user_id: int
    dms: bool = True
    dm_closed: bool = False
    dm_later: bool = False
    locale: str | None = None
    name: str = ""
    on_leaderboards: bool = True
    pictures: bool = True
    knows: tuple[str, ...] = ()
    asks_first: bool = False
    plays_forced: bool = False
    pings: Pings = Pings.LATE
    time_zone: str = "America/Chicago"
    quiet_from: int | None = None
    quiet_until: int = 7
    safe_colors: bool = False
    pace: Pace | None = None
    opponents: str | None = None
    invited_by_dm: bool = False

    def may_be_pinged(self, now: float) -> bool:
        """Return True if pings are allowed at this time."""
        return self.pings is not Pings.NEVER and not self.is_quiet(now)

    def is_pinged(self, now: float, *, late: bool) -> bool:
        """Return True if their turn pings them; `late`: they keep the table waiting."""
        return self.may_be_pinged(now) and (late or self.pings is Pings.ALWAYS)

    def hour_at(self, now: float) -> int:
        """Return the hour of their day."""
        return datetime.fromtimestamp(now, zone_of(self.time_zone)).hour

    def may_be_reminded(self, now: float) -> bool:
        """Return True in their morning, or where quiet hours cover it, in the hour after them."""
        if self.is_quiet(now):
            return False
        hour = self.hour_at(now)
        if all(self._is_quiet_hour(each) for each in MORNING):
            return hour == self.quiet_until
        return hour in MORNING

    def is_quiet(self, now: float) -> bool:
        """Return True in their quiet hours."""
        return self._is_quiet_hour(self.hour_at(now))

    def _is_quiet_hour(self, hour: int) -> bool:
        if self.quiet_from is None:
            return False
        length = (self.quiet_until - self.quiet_from) % HOURS
        return (hour - self.quiet_from) % HOURS < length
