"""The public message of each event: one a round, edited in place while the round goes on."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from functools import partial
from typing import Protocol

import discord

from bot.events.errors import NoSuchEvent
from bot.events.model import EventStatus
from bot.events.views import EventView
from bot.presenter.events.screen import event_screen, event_thread_title
from bot.presenter.words.spec import Message
from bot.tables.errors import CannotPost

from .convert import to_send
from .digest import digest_of, in_the_past
from .ports import Clock, EventSurface, EventSurfaces
from .publisher import DiscordPublisher
from .surfaces import Follower, LiveMessage, is_deleted

_LOG = logging.getLogger(__name__)
GAP_SECONDS = 1.2
DELETED_TWICE_SECONDS = 60.0


class Events(Protocol):
    """Where the newest state of an event is read."""

    async def view(self, event_id: str) -> EventView:
        """Return an event as everybody sees it; raise NoSuchEvent."""
        ...


class EventScreen:
    """The newest message of one event."""

    def __init__(self, bot: discord.Client, surfaces: EventSurfaces, event_id: str) -> None:
        self.message_id: int | None = None
        self.deleted: int | None = None  # the message that Discord says was deleted
        self.lost_at: float | None = None
        self._bot = bot
        self._surfaces = surfaces
        self._event_id = event_id
        self._shown: Message | None = None

    async def show(self, event: EventView, message: Message) -> None:
        """Bring the event's message to this; post it for a new round, and where it is gone."""
        surface = await self._surfaces.event_surface(self._event_id)
        if surface is None or surface.round_no != event.round_no:
            await self._post(event, message)
            if surface is not None and self._shown is not None:
                await self._live(surface).retire(in_the_past(self._shown))
        elif surface.message_id == self.deleted:
            await self._post(event, message, lost=surface)
        elif await self._live(surface).edit(message):
            self.message_id = surface.message_id
            edited = replace(surface, digest=digest_of(message))
            if edited != surface:
                await self._surfaces.put_event_surface(edited)
        else:
            await self._post(event, message, lost=surface)
        self._shown = message

    async def _post(
        self, event: EventView, message: Message, lost: EventSurface | None = None
    ) -> None:
        nonce = f"{event.event_id}:{event.round_no}"  # sent again, it is not written twice
        if lost is not None:
            nonce += f":{lost.message_id % 10**9}"  # but in place of a deleted one it is
        channel = self._bot.get_partial_messageable(event.channel_id)
        sent = await channel.send(nonce=nonce, **to_send(message, {}))
        self.message_id, self.deleted = sent.id, None
        await self._surfaces.put_event_surface(
            EventSurface(
                event.event_id, event.round_no, event.channel_id, sent.id, digest_of(message)
            )
        )

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
    ) -> None:
        self._bot = bot
        self._surfaces = surfaces
        self._publisher = publisher
        self._clock = clock
        self._events: Events | None = None
        self._screens: dict[str, EventScreen] = {}
        self._followers: dict[str, Follower] = {}

    def read_from(self, events: Events) -> None:
        """Read the newest state of events here."""
        self._events = events

    async def close(self) -> None:
        """Give up what is being sent; it is sent again from state at the next start."""
        await asyncio.gather(*(follower.stop() for follower in self._followers.values()))

    @property
    def tasks(self) -> tuple[asyncio.Task[None], ...]:
        """What is under way."""
        tasks = (follower.task for follower in self._followers.values())
        return tuple(task for task in tasks if task is not None)

    def event_changed(self, event_id: str) -> None:
        """Note that the screen of an event is behind its state; returns at once."""
        if event_id not in self._followers:
            screen = EventScreen(self._bot, self._surfaces, event_id)
            work = partial(self._show, event_id, screen)
            self._screens[event_id] = screen
            self._followers[event_id] = Follower(
                f"event {event_id}", work, self._clock, gap=GAP_SECONDS
            )
        self._followers[event_id].rouse()

    def message_deleted(self, message_id: int) -> None:
        """Note that a message is gone; an event's is posted again, but not twice in a minute."""
        for event_id, screen in self._screens.items():
            if screen.message_id == message_id:
                now, lost_at = self._clock.now(), screen.lost_at
                screen.lost_at = now
                if lost_at is None or now - lost_at >= DELETED_TWICE_SECONDS:
                    screen.deleted = message_id
                    self.event_changed(event_id)
                return

    async def open_place(self, event: EventView, table_no: int) -> int:
        """Open a thread for a table in the event's channel and return its id."""
        name = event_thread_title(table_no, event, self._publisher.context(event.guild_id))
        channel = self._bot.get_channel(event.channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise CannotPost("", ("view_channel",))
        try:
            return await self._publisher.open_thread(channel, name)
        except (discord.Forbidden, discord.NotFound) as error:
            _LOG.warning("event %s has no thread: Discord says %s", event.event_id, error.code)
            raise CannotPost(channel.name, ("create_public_threads",)) from error

    async def close_place(self, channel_id: int) -> None:
        """Archive a thread that is not needed after all; the bot may not delete it everywhere."""
        thread = self._bot.get_channel(channel_id)
        if not isinstance(thread, discord.Thread):
            return
        try:
            await thread.edit(archived=True)
        except discord.HTTPException as error:
            _LOG.warning("an unused thread could not be archived: Discord says %s", error.code)

    async def _show(self, event_id: str, screen: EventScreen) -> None:
        """Bring the screen of an event up to date; forget it once the event has ended."""
        if self._events is None:
            raise RuntimeError("nobody knows where events are read")
        try:
            event = await self._events.view(event_id)
        except NoSuchEvent:
            self._let_go(event_id)
            return
        context = self._publisher.context(event.guild_id)
        await screen.show(event, event_screen(event, context))
        if event.status is EventStatus.CLOSED:
            self._let_go(event_id)

    def _let_go(self, event_id: str) -> None:
        self._screens.pop(event_id, None)
        self._followers.pop(event_id, None)
