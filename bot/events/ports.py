"""What the event service needs beside the table service, its clock and its chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .model import Event
from .views import EventView


class EventStore(Protocol):
    """Keeps events. Every method raises `StoreFailure` when the database does not do its part."""

    async def create_event(self, event: Event) -> None:
        """Save a new event; raise Conflict if its name, or its channel, is taken."""
        ...

    async def load_event(self, event_id: str) -> Event | None:
        """Return an event with all its rounds, or None."""
        ...

    async def save_event(self, event: Event) -> None:
        """Write an event in one transaction, on disk when this returns.

        Raises Conflict, and writes nothing, unless the stored version is one less.
        """
        ...

    async def live_events(
        self, *, channel_id: int | None = None, guild_id: int | None = None
    ) -> Sequence[str]:
        """Return the ids of the events that are not closed, oldest first."""
        ...


class EventPublisher(Protocol):
    """Shows events to people, and makes room for their tables."""

    def event_changed(self, event_id: str) -> None:
        """Note that the screen of an event is behind its state; returns at once."""
        ...

    async def open_place(self, event: EventView, table_no: int) -> int:
        """Open a thread for a table in the event's channel and return its id.

        One that an earlier try has opened, and that nobody has used, is taken. Raises NoThread or
        DiscordError if Discord opens none.
        """
        ...

    async def discard_places(self, event: EventView) -> None:
        """Put away the threads that were opened for an event and never used."""
        ...
