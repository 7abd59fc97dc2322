"""Loading and saving events: each write updates the screens and arms the event's timer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from bot.store.errors import Conflict
from bot.store.events import EventStore
from bot.tables.clocks.deadlines import Scheduler
from bot.tables.errors import TryAgain
from bot.tables.ports import Randomness, store_errors_as_try_again

from .deadlines import EventTimeouts, next_due
from .errors import NoSuchEvent
from .model import Event

ATTEMPTS = 4


class EventRepository:
    """Loads and saves events. Every method may raise `StoreFailure`."""

    def __init__(
        self,
        store: EventStore,
        scheduler: Scheduler,
        randomness: Randomness,
        waiting: EventTimeouts,
    ) -> None:
        self._store = store
        self._scheduler = scheduler
        self._randomness = randomness
        self._waiting = waiting
        self.on_change: Callable[[str], None] = lambda _event_id: None

    async def load(self, event_id: str) -> Event:
        """Load an event with all its rounds. Raises NoSuchEvent."""
        with store_errors_as_try_again():
            event = await self._store.load_event(event_id)
        if event is None:
            raise NoSuchEvent
        return event

    async def live(
        self, *, channel_id: int | None = None, guild_id: int | None = None
    ) -> Sequence[str]:
        """List the ids of the events that are not closed, oldest first."""
        with store_errors_as_try_again():
            return await self._store.live_events(channel_id=channel_id, guild_id=guild_id)

    async def has_played(self, event_id: str, user_id: int) -> bool:
        """Return True if a person played a finished hand at one of an event's tables."""
        with store_errors_as_try_again():
            return await self._store.has_played(event_id, user_id)

    async def save(self, before: Event, after: Event) -> Event:
        """Save an event, unless nothing has changed. Raises Conflict."""
        if after == before:
            return before
        after = replace(after, version=before.version + 1)
        with store_errors_as_try_again():
            await self._store.save_event(after)
        self._arm_and_notify(after)
        return after

    async def create(self, event: Event) -> Event:
        """Save a new event under an unused name. Raises TryAgain."""
        for _ in range(ATTEMPTS):
            named = replace(event, event_id=self._randomness.table_id())
            with store_errors_as_try_again(), suppress(Conflict):
                await self._store.create_event(named)
                self._arm_and_notify(named)
                return named
        raise TryAgain

    def _arm_and_notify(self, event: Event) -> None:
        due = next_due(event, self._waiting)
        self._scheduler.set(event.event_id, None if due is None else due[0])
        self.on_change(event.event_id)
