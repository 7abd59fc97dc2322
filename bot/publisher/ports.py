"""The services and stores that the publisher needs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from bot.events.views import EventView
from bot.tables.past import FinishedHands
from bot.tables.views import Progress
from bot.values.game_fact import GameFact
from bot.values.posted import Posted, PostedKey, PostedKind, PostedState
from bot.values.preferences import Preferences
from bot.values.server_settings import ServerSettings
from bot.values.undelivered import Undelivered, UndeliveredKind


class Hints(Protocol):
    """Suggests what to do at a table."""

    async def advise(self, table_id: str, user_id: int) -> Progress:
        """Return the table with advice for the user; raise a TableError off turn."""


class Tables(Protocol):
    """The parts of the table service that the publisher calls."""

    @property
    def adviser(self) -> Hints:
        """Suggests what to do at a table."""

    @property
    def archive(self) -> FinishedHands:
        """Finished hands."""

    async def set_away(self, table_id: str, user_id: int) -> None:
        """Put a computer in the seat of an unreachable user; raise a TableError."""

    def show(self, table_id: str) -> None:
        """Publish a table that has not changed."""


class Events(Protocol):
    """The parts of the event service that the publisher calls."""

    async def view(self, event_id: str) -> EventView:
        """Return an event's public view; raise NoSuchEvent."""

    async def settled_view(self, event_id: str) -> EventView:
        """Return an event's public view once a change in progress is done; raise NoSuchEvent."""

    async def has_left(self, event: EventView, user_id: int) -> bool:
        """Return True if a person played in an event in which they have no place now."""


class PostedStore(Protocol):
    """Stores which messages are posted. Methods raise `StoreFailure` if the database fails."""

    async def posted_about(self, about: str, *kinds: PostedKind) -> Sequence[Posted]:
        """Return the messages of these kinds about something, by part and occasion."""

    async def posted_under(self, key: PostedKey, *, every_part: bool = False) -> Sequence[Posted]:
        """Return the messages of a key, the earliest first. `every_part`: whatever their part."""

    async def put_posted(self, posted: Posted, *, older: PostedState | None = None) -> None:
        """Save a message, replacing that of the same key and occasion.

        `older`: the new state of the live messages in whose place it stands.
        """

    async def drop_posted(self, posted: Posted) -> None:
        """Forget a message that is gone; its occasion stays counted."""

    async def last_occasion(self, key: PostedKey) -> int:
        """Count the messages of this key so far."""

    async def leaving_posted(self) -> Sequence[Posted]:
        """Return the messages that are still to be retired or deleted."""


class UndeliveredStore(Protocol):
    """Stores messages that Discord refused for good. Methods raise `StoreFailure`."""

    async def undelivered(self, kind: UndeliveredKind, key: str) -> Undelivered | None:
        """Return what is stored about a message; None if nothing is."""

    async def save_undelivered(self, found: Undelivered) -> None:
        """Save a refused message, replacing what is stored about it."""

    async def drop_undelivered(self, kind: UndeliveredKind, key: str) -> None:
        """Delete what is stored about a message."""

    async def undelivered_boards(self, guild_id: int) -> Sequence[Undelivered]:
        """Return the refused messages of a server that concern its managers."""

    async def drop_undelivered_boards(self, guild_id: int) -> None:
        """Delete what is stored about those messages."""

    async def people_to_tell(self) -> Collection[int]:
        """Return the people who have not been told yet of a refused message."""

    async def untold(self, user_id: int) -> Sequence[Undelivered]:
        """Return the refused messages of which a person has not been told."""

    async def mark_told_undelivered(self, user_id: int) -> None:
        """Record that a person has been told of all their refused messages."""


class WelcomeStore(Protocol):
    """Stores the welcomes at the end of channels. Methods raise `StoreFailure`."""

    async def welcome_channels(self) -> Sequence[tuple[int, int]]:
        """List the servers that want a welcome, each with its channel."""

    async def posted_about(self, about: str, *kinds: PostedKind) -> Sequence[Posted]:
        """Return the messages of these kinds about something, by part and occasion."""


class GameFactStore(Protocol):
    """Reads finished games. Methods raise `StoreFailure` if the database fails."""

    async def game_fact(self, user_id: int, table_id: str, game_no: int) -> GameFact | None:
        """Return a user's games up to a finished one; None if they did not finish it."""


class DmChannelStore(Protocol):
    """Stores DM channels. Methods raise `StoreFailure` if the database fails."""

    async def dm_channel(self, user_id: int) -> int | None:
        """Return the DM channel of a user, None if unknown."""

    async def save_dm_channel(self, user_id: int, channel_id: int | None) -> None:
        """Save the DM channel of a user, or delete it with None."""

    async def take_dm_opening(
        self, opening_id: str, now: float, *, per_hour: int, per_day: int
    ) -> bool:
        """Count a new DM channel over all processes; return False if that is over the limit.

        An `opening_id` that was counted before is a retry: its time becomes `now`.
        """


class ServerSettingsStore(Protocol):
    """Stores server settings. Methods raise `StoreFailure` if the database fails."""

    async def server_settings(self, guild_id: int) -> ServerSettings:
        """Return a server's settings, by default those of `ServerSettings`."""

    async def save_server_settings(self, guild_id: int, /, **choices: object) -> None:
        """Save some of a server's settings, named as in `ServerSettings`."""

    async def servers_without_pictures(self) -> Sequence[int]:
        """Return the servers that have turned pictures off."""


class PreferencesStore(Protocol):
    """Stores user preferences. Methods raise `StoreFailure` if the database fails."""

    async def preferences(self, user_id: int) -> Preferences:
        """Return a user's preferences, by default those of `Preferences`."""

    async def knows_game(self, user_id: int, game: str) -> bool:
        """Return True if a user said that they know a game, or has finished a hand of it."""

    async def save_choices(self, user_id: int, /, **choices: object) -> None:
        """Save some of a user's preferences, named as in `Preferences`."""


class ChoiceStore(PreferencesStore, ServerSettingsStore, Protocol):
    """Stores what people and servers have chosen."""


class PublisherStore(PostedStore, ChoiceStore, GameFactStore, Protocol):
    """Stores what the publisher of tables reads and writes."""
