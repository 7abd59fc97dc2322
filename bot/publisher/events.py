"""The public message of an event: one per round, edited in place during the round."""

from __future__ import annotations

import asyncio
from functools import partial

from bot.events.errors import NoSuchEvent
from bot.events.model import EventStatus
from bot.events.service import EventService
from bot.events.views import EventView
from bot.presenter.events.screen import event_moved, event_screen
from bot.presenter.words.spec import Message
from bot.runtime.loops import Loop
from bot.values.clock import Clock
from bot.values.posted import Posted, PostedKey, PostedKind
from bot.values.redraw import Redraw
from bot.values.undelivered import Delivery, Undelivered, UndeliveredKind

from .keeper.background import Background
from .keeper.live_message import NO_FILES
from .keeper.posted_message import PostedMessage
from .keeper.results import in_the_past
from .keeper.updater import Updater
from .keeper.wanted import Wanted
from .publisher import DiscordPublisher

RETRY_SECONDS = 60.0
"""How soon to look whether a refused message may be posted now: a right may have returned."""
RETRIED_SECONDS = 24 * 3600.0
"""How long the message of an event that is over is retried."""


class DiscordEventPublisher:
    """Shows every event in its channel."""

    def __init__(
        self,
        publisher: DiscordPublisher,
        clock: Clock,
        background: Background,
        events: EventService,
    ) -> None:
        self._background = background
        self._publisher = publisher
        self._clock = clock
        self._events = events
        self._messages: dict[str, PostedMessage] = {}
        self._updaters: dict[str, Updater] = {}
        self._refused: dict[str, float] = {}  # since when, in elapsed seconds
        self.loop = Loop("refused events", self._retry, clock)

    def start(self) -> None:
        """Retry refused messages in the background."""
        self.loop.start()

    async def close(self) -> None:
        """Cancel pending sends; the next start repeats them from the saved state."""
        await self.loop.stop()
        await asyncio.gather(*(updater.stop() for updater in self._updaters.values()))

    @property
    def tasks(self) -> tuple[asyncio.Task[None], ...]:
        """The background tasks that are running."""
        tasks = (updater.task for updater in self._updaters.values())
        return tuple(task for task in tasks if task is not None)

    def event_changed(self, event_id: str) -> None:
        """Update the screen of an event in the background."""
        if event_id not in self._updaters:
            message = self._publisher.message(PostedKey(PostedKind.EVENT, event_id))
            self._messages[event_id] = message
            self._updaters[event_id] = Updater(
                f"event {event_id}",
                partial(self._show, event_id, message),
                self._clock,
                gap=message.policy.gap,
            )
        self._updaters[event_id].request()

    def message_deleted(self, message_id: int) -> None:
        """Post an event's deleted message again."""
        for event_id, message in self._messages.items():
            if message.message_id == message_id:
                message.deleted = message_id
                self.event_changed(event_id)
                return

    async def redraw(self, redraw: Redraw, event_id: str) -> None:
        """Redraw an event's message: at once if the event is over, so that a failure is raised."""
        try:
            event = await self._events.view(event_id)
        except NoSuchEvent:
            return
        if event.status is not EventStatus.CLOSED:
            self.event_changed(event_id)
            return
        message = event_screen(event, self._publisher.context(event.guild_id))
        channels = self._publisher.means.channels
        await channels.edit(redraw.channel_id, redraw.message_id, message, NO_FILES)

    async def _show(self, event_id: str, message: PostedMessage) -> None:
        """Update the message of an event in its turn, and drop it once the event has ended."""
        async with self._publisher.means.queue.turn(message.policy.kind):
            await self._show_newest(event_id, message)

    async def _show_newest(self, event_id: str, message: PostedMessage) -> None:
        try:
            event = await self._events.view(event_id)
        except NoSuchEvent:
            self._drop(event_id)
            return
        about = Undelivered(
            UndeliveredKind.EVENT, event_id, event.guild_id, event.channel_id, event.host_id
        )
        show = partial(message.show, self._wanted(event))
        delivery = await self._background.send(about, show, posts=message.live is None)
        is_over = event.status is EventStatus.CLOSED
        if delivery is Delivery.REFUSED:
            now = self._clock.elapsed()
            since = self._refused.setdefault(event_id, now)
            if not is_over or now - since < RETRIED_SECONDS:
                return
        self._refused.pop(event_id, None)
        if is_over:
            await self._background.forget(about)
            self._drop(event_id)

    def _wanted(self, event: EventView) -> Wanted:
        """Return what an event's channel shows, and what an earlier message becomes."""

        def retired(old: Posted, shown: Message | None) -> Message | None:
            if old.channel_id != event.channel_id:
                return event_moved(event, self._publisher.context(event.guild_id))
            return None if shown is None else in_the_past(shown)

        return Wanted(
            write=lambda: event_screen(event, self._publisher.context(event.guild_id)),
            channel_id=event.channel_id,
            guild_id=event.guild_id,
            part=event.round_no,
            retired=retired,
        )

    async def _retry(self) -> float:
        """Show the events again whose messages were refused; without a change nothing is sent."""
        for event_id in self._refused:
            self.event_changed(event_id)
        return RETRY_SECONDS

    def _drop(self, event_id: str) -> None:
        self._messages.pop(event_id, None)
        self._updaters.pop(event_id, None)
        self._refused.pop(event_id, None)
