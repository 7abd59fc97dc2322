"""The public message of an event: one per round, edited in place during the round."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

import discord

from bot.events.errors import NoSuchEvent
from bot.events.model import EventStatus
from bot.events.views import EventView
from bot.presenter.events.screen import event_moved, event_screen
from bot.presenter.words.spec import Message
from bot.runtime.loops import Loop
from bot.values.clock import Clock
from bot.values.surfaces import EventSurface
from bot.values.undelivered import Delivery, Undelivered, UndeliveredKind

from .calls.convert import same_controls, to_edit, to_send
from .calls.discord_errors import is_deleted
from .calls.nonces import create
from .messages.background import Background
from .messages.live_message import LiveMessage, digest_of
from .messages.results import in_the_past
from .messages.updater import Updater
from .ports import Events, EventSurfaces
from .publisher import DiscordPublisher

GAP_SECONDS = 1.2
DELETED_TWICE_SECONDS = 60.0
RETRY_SECONDS = 60.0
"""How soon to look whether a refused message may be posted now: a right may have returned."""
KEPT_SECONDS = 24 * 3600.0
"""How long the message of an event that is over is retried."""


class EventScreen:
    """The newest message of one event."""

    def __init__(self, bot: discord.Client, surfaces: EventSurfaces, event_id: str) -> None:
        self.message_id: int | None = None
        self.deleted: int | None = None  # the deleted message that Discord has reported
        self.lost_at: float | None = None
        self._bot = bot
        self._surfaces = surfaces
        self._event_id = event_id
        self._shown: Message | None = None
        self._tried = False  # whether a failed post may have left a message

    async def show(self, event: EventView, message: Message, moved: Message) -> None:
        """Edit the event's message; post one for a new round, or if it is gone.

        `moved`: replaces the message in the old channel if the event has moved.
        """
        surface = await self._surfaces.event_surface(self._event_id)
        if surface is not None and surface.channel_id != event.channel_id:
            await self._post(event, message, lost=surface)
            await self._live(surface).retire(moved)
        elif surface is None or surface.round_no != event.round_no:
            await self._post(event, message)
            if surface is not None and self._shown is not None:
                await self._live(surface).retire(in_the_past(self._shown))
        elif surface.message_id == self.deleted or not await self._edit(surface, message):
            await self._post(event, message, lost=surface)
        self._shown = message

    async def _edit(self, surface: EventSurface, message: Message) -> bool:
        """Edit a message; return False if it is gone."""
        if not await self._live(surface).edit(message):
            return False
        self.message_id = surface.message_id
        edited = replace(surface, digest=digest_of(message))
        if edited != surface:
            await self._surfaces.put_event_surface(edited)
        return True

    async def _post(
        self, event: EventView, message: Message, lost: EventSurface | None = None
    ) -> None:
        tried = self._tried
        self._tried = True
        sent, occasion = await create(
            self._bot.get_partial_messageable(event.channel_id),
            ("event", event.event_id, event.round_no, event.channel_id),
            1 if lost is None else lost.occasion + 1,
            lambda: to_send(message, {}),
            None if lost is None else lost.message_id,
        )
        found = tried or not same_controls(sent, message)  # it may have older content
        digest = "" if found else digest_of(message)
        place = event.event_id, event.round_no, event.channel_id
        posted = EventSurface(*place, sent.id, digest, occasion)
        await self._surfaces.put_event_surface(posted)
        self.message_id = sent.id
        self.deleted = None
        self._tried = False
        if found:
            await self._edit(posted, message)

    def _live(self, surface: EventSurface) -> LiveMessage:
        channel = self._bot.get_partial_messageable(surface.channel_id)
        partial = channel.get_partial_message(surface.message_id)
        return LiveMessage(
            surface.message_id,
            partial.edit,
            partial.delete,
            digest=surface.digest,
            is_gone=is_deleted,
        )


class DiscordEventPublisher:
    """Shows every event in its channel. Implements the event service's `EventPublisher` port."""

    def __init__(
        self,
        bot: discord.Client,
        surfaces: EventSurfaces,
        publisher: DiscordPublisher,
        clock: Clock,
        background: Background,
        events: Events,
    ) -> None:
        self._bot = bot
        self._background = background
        self._surfaces = surfaces
        self._publisher = publisher
        self._clock = clock
        self._events = events
        self._screens: dict[str, EventScreen] = {}
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
            screen = EventScreen(self._bot, self._surfaces, event_id)
            work = partial(self._show, event_id, screen)
            self._screens[event_id] = screen
            self._updaters[event_id] = Updater(
                f"event {event_id}", work, self._clock, gap=GAP_SECONDS
            )
        self._updaters[event_id].request()

    def message_deleted(self, message_id: int) -> None:
        """Post an event's deleted message again, but only once a minute."""
        for event_id, screen in self._screens.items():
            if screen.message_id == message_id:
                now = self._clock.elapsed()
                lost_at = screen.lost_at
                screen.lost_at = now
                if lost_at is None or now - lost_at >= DELETED_TWICE_SECONDS:
                    screen.deleted = message_id
                    self.event_changed(event_id)
                return

    async def redraw(self, posted: discord.PartialMessage, event_id: str) -> None:
        """Redraw an event's message: at once if the event is over, so that a failure is raised."""
        try:
            event = await self._events.view(event_id)
        except NoSuchEvent:
            return
        if event.status is not EventStatus.CLOSED:
            self.event_changed(event_id)
            return
        context = self._publisher.context(event.guild_id)
        await posted.edit(**to_edit(event_screen(event, context), {}))

    async def _show(self, event_id: str, screen: EventScreen) -> None:
        """Update the screen of an event, and drop it once the event has ended."""
        try:
            event = await self._events.view(event_id)
        except NoSuchEvent:
            self._drop(event_id)
            return
        context = self._publisher.context(event.guild_id)
        shown = event_screen(event, context), event_moved(event, context)
        about = Undelivered(
            UndeliveredKind.EVENT, event_id, event.guild_id, event.channel_id, event.host_id
        )
        send = partial(screen.show, event, *shown)
        delivery = await self._background.send(about, send, posts=screen.message_id is None)
        is_over = event.status is EventStatus.CLOSED
        if delivery is Delivery.REFUSED:
            now = self._clock.elapsed()
            since = self._refused.setdefault(event_id, now)
            if not is_over or now - since < KEPT_SECONDS:
                return
        self._refused.pop(event_id, None)
        if is_over:
            await self._background.forget(about)
            self._drop(event_id)

    async def _retry(self) -> float:
        """Show the events again whose messages were refused; without a change nothing is sent."""
        for event_id in self._refused:
            self.event_changed(event_id)
        return RETRY_SECONDS

    def _drop(self, event_id: str) -> None:
        self._screens.pop(event_id, None)
        self._updaters.pop(event_id, None)
        self._refused.pop(event_id, None)
