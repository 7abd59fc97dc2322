"""The services and stores that the publisher needs."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from bot.daily.views import DailyView
from bot.events.views import EventView
from bot.publisher.keeper.answers import Answer
from bot.tables.past import FinishedHands
from bot.tables.views import Progress


class Hints(Protocol):
    """Suggests what to do at a table."""

    async def advise(self, table_id: str, user_id: int) -> Progress:
        """Return the table with advice for the user; raise a TableError off turn."""


class Blocks(Protocol):
    """Knows whom people have blocked."""

    async def blocked_among(self, user_id: int, people: Collection[int]) -> frozenset[int]:
        """Return those of some people whom a person has blocked; raise TryAgain."""

    async def is_kept_away(self, table_id: str, user_id: int) -> bool:
        """Return True if the host of a table has blocked a person; raise TryAgain."""


class Tables(Protocol):
    """The parts of the table service that the publisher calls."""

    @property
    def blocks(self) -> Blocks:
        """Knows whom people have blocked."""

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


class Days(Protocol):
    """The parts of the daily hand's service that its screens call."""

    async def view_after(self, progress: Progress) -> DailyView:
        """Build the view of a person's day from a change at their table, or the look that asked."""

    def serves(self, view: DailyView) -> bool:
        """Return True if this process keeps the direct message with this hand up to date."""

    async def set_reminder(self, user_id: int, *, wanted: bool) -> None:
        """Turn a person's daily reminder on or off."""


class HandScreens(Protocol):
    """Shows people their hands of deals that many share: private messages alone."""

    async def answer_at(self, answer: Answer, progress: Progress, chosen: str) -> None:
        """Answer with the newest state of the user's hand; see `DiscordPublisher.answer`."""

    def release(self, user_id: int, message_id: int | None) -> None:
        """Stop updating a message that is about to show something else."""


class Events(Protocol):
    """The parts of the event service that the publisher calls."""

    async def view(self, event_id: str) -> EventView:
        """Return an event's public view; raise NoSuchEvent."""

    async def settled_view(self, event_id: str) -> EventView:
        """Return an event's public view once a change in progress is done; raise NoSuchEvent."""

    async def has_left(self, event: EventView, user_id: int) -> bool:
        """Return True if a person played in an event in which they have no place now."""
