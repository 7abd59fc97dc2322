"""What the publisher needs to remember between two starts of the program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from enum import StrEnum
from typing import Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.tables.model import Pace

HOURS = 24


class SurfaceKind(StrEnum):
    """What a message of the bot is for."""

    BOARD = "board"  # the board of a hand, later its result
    HAND = "hand"  # one user's tiles, in their DM
    PING = "ping"  # the call to the player in turn
    NOTICE = "notice"  # a message in a channel or a DM that is taken back later


@dataclass(frozen=True, slots=True)
class Surface:
    """A message that the bot keeps up to date.

    There is one of each (table, kind, user, hand). `user_id` is 0 where everybody sees it.
    `digest` tells what it shows, so that the same thing is not sent twice. `occasion`: which of
    its table, kind, user and hand it is, counted from 1; those that are forgotten count.
    """

    table_id: str
    kind: SurfaceKind
    user_id: int
    hand_no: int
    channel_id: int
    message_id: int
    digest: str = ""
    occasion: int = 1


@dataclass(frozen=True, slots=True)
class Redraw:
    """A message that shows somebody who asked to be forgotten.

    `table_id`: of its board; None for a direct message to that person, which is to be deleted.
    """

    channel_id: int
    message_id: int
    table_id: str | None
    hand_no: int


def _zone(name: str) -> tzinfo:
    """Return a time zone; UTC where this machine does not know it, as another has."""
    try:
        return ZoneInfo(name)
    except ZoneInfoNotFoundError:
        return UTC


class Pings(StrEnum):
    """When a user is pinged at their turn."""

    ALWAYS = "always"
    LATE = "late"  # once they keep the table waiting
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a user has chosen. `name` is the newest one that the bot has seen.

    `dms`: wants the hand by DM. `dm_closed`: Discord has refused a DM to them. `locale`: the
    language of their client when they last used the bot. `on_boards`: may be on leaderboards.
    `pictures`: wants pictures of the table, and not words in their place. `knows_42`: has played
    a hand to its end, or has said that they know the game. `asks_first`: a press on a domino asks
    before it is played. `plays_forced`: their only legal domino is played for them.
    `quiet_from`, `quiet_until`: the hours of the day, in `time_zone`, from and until which nothing
    pings them; never where `quiet_from` is None. `safe_colors`: their pictures are in colors that
    stay apart for the color-blind. `pace`: of the tables that they open, None for the usual one.
    """

    user_id: int
    dms: bool = True
    dm_closed: bool = False
    locale: str | None = None
    name: str = ""
    on_boards: bool = True
    pictures: bool = True
    knows_42: bool = False
    asks_first: bool = False
    plays_forced: bool = False
    pings: Pings = Pings.LATE
    time_zone: str = "America/Chicago"
    quiet_from: int | None = None
    quiet_until: int = 7
    safe_colors: bool = False
    pace: Pace | None = None

    def may_be_pinged(self, now: float) -> bool:
        """Return whether anything may ping them at this time."""
        return self.pings is not Pings.NEVER and not self._is_quiet(now)

    def is_pinged(self, now: float, *, late: bool) -> bool:
        """Return whether they are pinged at their turn; `late`: they keep the table waiting."""
        return self.may_be_pinged(now) and (late or self.pings is Pings.ALWAYS)

    def _is_quiet(self, now: float) -> bool:
        if self.quiet_from is None:
            return False
        hour = datetime.fromtimestamp(now, _zone(self.time_zone)).hour
        length = (self.quiet_until - self.quiet_from) % HOURS
        return (hour - self.quiet_from) % HOURS < length


class Surfaces(Protocol):
    """Remembers messages. Every method raises `StoreFailure` when nothing could be saved."""

    async def surfaces(self, table_id: str) -> Sequence[Surface]:
        """Return the messages of a table, those of the oldest hand first."""
        ...

    async def put_surface(self, surface: Surface) -> None:
        """Remember a message in place of the earlier one of the same table, kind, user, hand."""
        ...

    async def drop_surface(self, surface: Surface) -> None:
        """Forget the message of this table, kind, user and hand; no error where there is none."""
        ...

    async def occasions(self, surface: Surface) -> int:
        """Return how many messages of this table, kind, user and hand there were."""
        ...


class DmChannelStore(Protocol):
    """Remembers DM channels. Raises `StoreFailure` when the database fails."""

    async def dm_channel(self, user_id: int) -> int | None:
        """Return the DM channel of a user, None where it is not known."""
        ...

    async def save_dm_channel(self, user_id: int, channel_id: int | None) -> None:
        """Remember the DM channel of a user; None: it is not known any more."""
        ...

    async def take_dm_opening(
        self, opening_id: str, now: float, *, per_hour: int, per_day: int
    ) -> bool:
        """Count a new DM channel, in all processes together; False where there is no room.

        An `opening_id` that was counted before is a retry: it moves to now.
        """
        ...


@dataclass(frozen=True, slots=True)
class EventSurface:
    """The message of an event: one each round, the newest is kept up to date.

    `occasion`: which of its round it is, counted from 1.
    """

    event_id: str
    round_no: int
    channel_id: int
    message_id: int
    digest: str = ""
    occasion: int = 1


class EventSurfaces(Protocol):
    """Remembers the messages of events. Raises `StoreFailure` when nothing could be saved."""

    async def event_surface(self, event_id: str) -> EventSurface | None:
        """Return the message of an event, None before it is posted."""
        ...

    async def put_event_surface(self, surface: EventSurface) -> None:
        """Remember the message of an event in place of the earlier one."""
        ...


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What the managers of a server have chosen.

    `channels`: where tables may open, with their threads; anywhere where there are none.
    `threads`: every table opens in a thread of its own. `game`, `preset`: what is played where
    nobody says anything else. `host_role`: the role that may open tables and events, None for
    everybody. `boards`: there are leaderboards. `pictures`: tables are shown as pictures.
    """

    guild_id: int
    channels: tuple[int, ...] = ()
    threads: bool = False
    game: str = "42"
    preset: str | None = None
    host_role: int | None = None
    boards: bool = True
    pictures: bool = True


class ServerSettingsStore(Protocol):
    """Remembers what servers have chosen. Raises `StoreFailure` when the database fails."""

    async def server_settings(self, guild_id: int) -> ServerSettings:
        """Return a server's settings, the defaults where nobody ever chose any."""
        ...

    async def save_server_settings(self, guild_id: int, /, **choices: object) -> None:
        """Save some of a server's settings, by their names in `ServerSettings`."""
        ...

    async def servers_without_pictures(self) -> Sequence[int]:
        """Return the servers whose tables are shown in words."""
        ...


class PreferencesStore(Protocol):
    """Remembers what users have chosen."""

    async def preferences(self, user_id: int) -> Preferences:
        """Return a user's choices, the defaults where they never made any."""
        ...

    async def save_choices(self, user_id: int, /, **choices: object) -> None:
        """Save some of a user's choices, by their names in `Preferences`; the others stay."""
        ...


class Clock(Protocol):
    """Time, which may run faster than outside."""

    def now(self) -> float:
        """Return the time in Unix seconds."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait so many seconds of this clock."""
        ...
