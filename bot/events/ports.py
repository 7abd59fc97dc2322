"""The port of the event service, beside the table service, its clock and its randomness."""

from __future__ import annotations

from typing import Protocol

from .views import EventView


class EventPlaces(Protocol):
    """Opens threads for the tables of events."""

    async def open_place(self, event: EventView, table_no: int) -> int:
        """Open a thread for a table in the event's channel and return its id.

        Reuses an unused one of an earlier try. Raises NoThread or DiscordError if Discord opens
        none.
        """

    async def discard_places(self, event: EventView) -> None:
        """Archive the threads that were opened for an event and never used."""
