"""The services and stores that the publisher needs."""

from __future__ import annotations

from typing import Protocol

from bot.events.views import EventView
from bot.tables.past import FinishedHands
from bot.tables.views import Progress


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
