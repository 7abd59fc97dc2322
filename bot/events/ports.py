"""Ports of the event service, beside the table service, its clock and its randomness."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .model import Event
from .views import EventView


class EventStore(Protocol):
    """Stores events. Every method raises `StoreFailure` if the database fails."""

    async def create_event(self, event: Event) -> None:
        """Save a new event; raise Conflict if its name, or its channel, is taken."""

    async def load_event(self, event_id: str) -> Event | None:
        """Load an event with all its rounds, or None."""

    async def save_event(self, event: Event) -> None:
        """Write an event in one transaction, on disk when this returns.

        Raises Conflict, and writes nothing, unless the stored version is one less.
        """

    async def has_played(self, event_id: str, user_id: int) -> bool:
        """Return True if a person played a finished hand at one of an event's tables."""

    async def live_events(
        self, *, channel_id: int | None = None, guild_id: int | None = None
    ) -> Sequence[str]:
        """List the ids of the events that are not closed, oldest first."""


class EventPublisher(Protocol):
    """Shows events to people."""

    def event_changed(self, event_id: str) -> None:
        """Update the screen of an event in the background; returns at once."""


class NoScreens:
    """Shows events to nobody: the publisher of a service that has been given none yet."""

    def event_changed(self, _event_id: str) -> None:
        """Do nothing."""


class EventPlaces(Protocol):
    """Opens threads for the tables of events."""

    async def open_place(self, event: EventView, table_no: int) -> int:
        """Open a thread for a table in the event's channel and return its id.

        Reuses an unused one of an earlier try. Raises NoThread or DiscordError if Discord opens
        none.
        """

    async def discard_places(self, event: EventView) -> None:
        """Archive the threads that were opened for an event and never used."""
