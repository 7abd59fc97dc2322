"""What the publisher needs to remember between two starts of the program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.tables.views import Progress
from bot.values.preferences import Preferences
from bot.values.server_settings import ServerSettings
from bot.values.surfaces import EventSurface, Surface


class Hints(Protocol):
    """Suggests what to do at a table."""

    async def hint(self, table_id: str, user_id: int) -> Progress:
        """Return the table with a hint for the user; raise a TableError off turn."""
        ...


class Tables(Protocol):
    """The parts of the table service that the publisher calls."""

    @property
    def adviser(self) -> Hints:
        """Suggests what to do at a table."""
        ...

    async def set_away(self, table_id: str, user_id: int) -> None:
        """Give the seat of a user who cannot be reached to a computer; raise a TableError."""
        ...

    def show(self, table_id: str) -> None:
        """Publish a table though nothing has changed."""
        ...


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


class EventSurfaces(Protocol):
    """Remembers the messages of events. Raises `StoreFailure` when nothing could be saved."""

    async def event_surface(self, event_id: str) -> EventSurface | None:
        """Return the message of an event, None before it is posted."""
        ...

    async def put_event_surface(self, surface: EventSurface) -> None:
        """Remember the message of an event in place of the earlier one."""
        ...


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
