"""The public message of each event: one a round, edited in place while the round goes on."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Protocol

import aiohttp
import discord

from bot.events.errors import NoSuchEvent
from bot.events.views import EventView
from bot.presenter import Message, event_screen, event_thread_title
from bot.tables.errors import CannotPost

from .convert import to_edit, to_send
from .digest import digest_of, in_the_past
from .ports import Clock, EventSurface, EventSurfaces
from .publisher import DiscordPublisher
from .screens import CANNOT_POST

_LOG = logging.getLogger(__name__)
GAP_SECONDS = 1.2
RETRY_SECONDS = 5.0
UNKNOWN_MESSAGE = 10008
DELETED_TWICE_SECONDS = 60.0


class Events(Protocol):
    """Where the newest state of an event is read."""

    async def view(self, event_id: str) -> EventView:
        """Return an event as everybody sees it; raise NoSuchEvent."""
        ...


class DiscordEventPublisher:
    """Shows every event in its channel. Implements the event service's `EventPublisher` port."""

    def __init__(
        self,
        surfaces: EventSurfaces,
        publisher: DiscordPublisher,
        clock: Clock,
    ) -> None:
        self._surfaces = surfaces
        self._publisher = publisher
        self._clock = clock
        self._bot: discord.Client | None = None
        self._events: Events | None = None
        self._behind: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._shown: dict[str, Message] = {}
        self._messages: dict[str, int] = {}  # the newest message of each event
        self._deleted: set[int] = set()
        self._lost_at: dict[str, float] = {}

    def open(self, bot: discord.Client, events: Events) -> None:
        """Begin to show: the bot can send now, and events can be read."""
        self._bot, self._events = bot, events
        for event_id in tuple(self._behind):
            self.event_changed(event_id)

    async def close(self) -> None:
        """Give up what is being sent; it is sent again from state at the next start."""
        tasks = self.tasks
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def tasks(self) -> tuple[asyncio.Task[None], ...]:
        """What is under way."""
        return tuple(self._tasks.values())

    def event_changed(self, event_id: str) -> None:
        """Note that the screen of an event is behind its state; returns at once."""
        self._behind.add(event_id)
        if self._bot is not None and event_id not in self._tasks:
            task = asyncio.create_task(self._follow(event_id), name=f"event screen {event_id}")
            self._tasks[event_id] = task

    def message_deleted(self, message_id: int) -> None:
        """Note that a message is gone; an event's is posted again, but not twice in a minute."""
        found = (event for event, newest in self._messages.items() if newest == message_id)
        event_id = next(found, None)
        if event_id is None:
            return
        now = self._clock.now()
        lost_at = self._lost_at.get(event_id)
        self._lost_at[event_id] = now
        if lost_at is None or now - lost_at >= DELETED_TWICE_SECONDS:
            self._deleted.add(message_id)
            self.event_changed(event_id)

    async def open_place(self, event: EventView, table_no: int) -> int:
        """Open a thread for a table in the event's channel and return its id."""
        name = event_thread_title(table_no, event, self._publisher.context(event.guild_id))
        channel = self._client().get_channel(event.channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise CannotPost("", ("view_channel",))
        try:
            return await self._publisher.open_thread(channel, name)
        except (discord.Forbidden, discord.NotFound) as error:
            _LOG.warning("event %s has no thread: Discord says %s", event.event_id, error.code)
            raise CannotPost(channel.name, ("create_public_threads",)) from error

    async def close_place(self, channel_id: int) -> None:
        """Archive a thread that is not needed after all; the bot may not delete it everywhere."""
        thread = self._client().get_channel(channel_id)
        if not isinstance(thread, discord.Thread):
            return
        try:
            await thread.edit(archived=True)
        except discord.HTTPException as error:
            _LOG.warning("an unused thread could not be archived: Discord says %s", error.code)

    async def _follow(self, event_id: str) -> None:
        try:
            while event_id in self._behind:
                self._behind.discard(event_id)
                await self._clock.sleep(await self._attempt(event_id))
        finally:
            del self._tasks[event_id]

    async def _attempt(self, event_id: str) -> float:
        """Do one round; return how long to rest before the next."""
        try:
            await self._show(event_id)
        except NoSuchEvent:
            return 0.0
        except discord.HTTPException as error:
            if error.code in CANNOT_POST:
                _LOG.warning("event %s cannot be shown: Discord says %s", event_id, error.code)
                return GAP_SECONDS
            _LOG.warning("Discord failed (%s); event %s is sent again", error.status, event_id)
        except (discord.RateLimited, aiohttp.ClientError, OSError) as error:
            _LOG.warning("no connection (%s); event %s is sent again", error, event_id)
        except Exception:  # noqa: BLE001 - one event's screen never stops the program
            _LOG.exception("event %s could not be shown", event_id)
            return RETRY_SECONDS  # until it changes again
        else:
            return GAP_SECONDS
        self._behind.add(event_id)
        return RETRY_SECONDS

    async def _show(self, event_id: str) -> None:
        if self._events is None:
            raise RuntimeError("the event desk is not open")
        event = await self._events.view(event_id)
        message = event_screen(event, self._publisher.context(event.guild_id))
        surface = await self._surfaces.event_surface(event_id)
        if surface is None or surface.round_no != event.round_no:
            shown = await self._post(event, message)
            await self._retire(surface)
        elif surface.message_id in self._deleted:
            shown = await self._post(event, message, lost=surface)
        elif surface.digest != digest_of(message):
            shown = await self._edit(event, surface, message)
        else:
            shown = surface
        self._shown[event_id] = message
        self._messages[event_id] = shown.message_id

    async def _post(
        self, event: EventView, message: Message, lost: EventSurface | None = None
    ) -> EventSurface:
        kwargs = to_send(message, {})
        nonce = f"{event.event_id}:{event.round_no}"  # sent again, it is not written twice
        if lost is not None:
            nonce += f":{lost.message_id % 10**9}"  # but in place of a deleted one it is
        sent = await self._channel(event.channel_id).send(nonce=nonce, **kwargs)
        surface = EventSurface(
            event.event_id, event.round_no, event.channel_id, sent.id, digest_of(message)
        )
        await self._surfaces.put_event_surface(surface)
        if lost is not None:
            self._deleted.discard(lost.message_id)
        return surface

    async def _edit(
        self, event: EventView, surface: EventSurface, message: Message
    ) -> EventSurface:
        try:
            await self._partial(surface).edit(**to_edit(message, {}))
        except discord.HTTPException as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return await self._post(event, message, lost=surface)
        edited = replace(surface, digest=digest_of(message))
        await self._surfaces.put_event_surface(edited)
        return edited

    async def _retire(self, surface: EventSurface | None) -> None:
        """Take the buttons off the message of the last round; a refusal changes nothing."""
        shown = None if surface is None else self._shown.get(surface.event_id)
        if surface is None or shown is None:
            return
        try:
            await self._partial(surface).edit(**to_edit(in_the_past(shown), {}))
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            _LOG.info("the last round's message could not be tidied: %s", error)

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client().get_partial_messageable(channel_id)

    def _client(self) -> discord.Client:
        if self._bot is None:
            raise RuntimeError("the event desk is not open")
        return self._bot

    def _partial(self, surface: EventSurface) -> discord.PartialMessage:
        return self._channel(surface.channel_id).get_partial_message(surface.message_id)
