"""The board of one table: one message a hand, edited in place, which becomes the result."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

import aiohttp
import discord

from bot.presenter import Message
from bot.tables.model import Status
from bot.tables.views import TableView

from .convert import to_edit, to_send
from .digest import digest_of, in_the_past
from .pictures import Pictures
from .ports import Clock, Surface, SurfaceKind, Surfaces

_LOG = logging.getLogger(__name__)
UNKNOWN_MESSAGE = 10008
TOO_MANY_OLD_EDITS = 30046
THREAD_ARCHIVED = 50083
BURIED_BY = 6
REPOST_SECONDS = 30.0
DELETED_TWICE_SECONDS = 60.0


class BoardDeletedTwice(Exception):
    """The board was deleted again within a minute; somebody does not want it there."""


class Board:
    """The public message of one table."""

    def __init__(
        self,
        bot: discord.Client,
        surfaces: Surfaces,
        pictures: Pictures,
        clock: Clock,
        message_of: Callable[[TableView], Message],
    ) -> None:
        self._bot = bot
        self._surfaces = surfaces
        self._pictures = pictures
        self._clock = clock
        self._message_of = message_of
        self._surface: Surface | None = None
        self._shown: Message | None = None
        self._posted_at = 0.0
        self._lost_at: float | None = None
        self._unwanted_in: int | None = None
        self._nonce: str | None = None
        self.buried = 0
        self.deleted: int | None = None  # the message that is told to be gone
        self.again = False
        self.final: TableView | None = None  # how the last hand ended

    def remember(self, surface: Surface) -> None:
        """Take up the message that an earlier start of the program has posted."""
        self._surface = surface

    @property
    def hand_no(self) -> int | None:
        """The hand whose board is shown."""
        return None if self._surface is None else self._surface.hand_no

    def is_board(self, message_id: int) -> bool:
        """Return whether this message is the board."""
        return self._surface is not None and self._surface.message_id == message_id

    async def show(self, table: TableView) -> None:
        """Bring the board to the state of the table; post it where there is none."""
        message = self._message_of(table)
        surface = self._surface
        if surface is not None and surface.message_id == self.deleted:
            await self._deleted(table, message)
        elif surface is None:
            if self.again or self._unwanted_in != table.hand_no:
                await self._post(table, message)
        elif surface.channel_id != table.channel_id:
            await self._repost(table, surface, message)
        elif surface.hand_no != table.hand_no:
            await self._retire(surface)
            await self._post(table, message)
        elif self.again or self._is_buried(table):
            await self._repost(table, surface, message)
        elif surface.digest != digest_of(message):
            await self._edit(table, surface, message)

    async def _forget(self) -> None:
        """Remember no board any more: the old one is not to be found."""
        if self._surface is not None:
            await self._surfaces.drop_surface(self._surface)
            self._surface = None

    def _is_buried(self, table: TableView) -> bool:
        """Return whether talk has carried the board out of sight at a quiet moment."""
        trick = table.view.trick if table.view is not None else None
        between_tricks = table.status is not Status.PLAYING or trick is None or not trick.plays
        rested = self._clock.now() - self._posted_at >= REPOST_SECONDS
        return self.buried >= BURIED_BY and between_tricks and rested

    async def _post(self, table: TableView, message: Message) -> None:
        pictures = await self._pictures.of(message, table.channel_id)
        channel = self._bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        kwargs = to_send(replace(message, silent=table.hand_no > 1), pictures)
        tried = self._nonce is not None
        if self._nonce is None:
            self._nonce = f"{table.table_id}:{int(self._clock.now() * 1000)}"
        sent = await channel.send(nonce=self._nonce, **kwargs)
        self._nonce, self._unwanted_in, self.again = None, None, False
        self._posted_at, self.buried, self._shown = self._clock.now(), 0, message
        self._surface = Surface(
            table.table_id,
            SurfaceKind.BOARD,
            0,
            table.hand_no,
            table.channel_id,
            sent.id,
            digest_of(message),
        )
        await self._surfaces.put_surface(self._surface)
        if tried:  # the first attempt may have gone through, with what was shown then
            await self._edit(table, self._surface, message)

    async def _edit(self, table: TableView, surface: Surface, message: Message) -> None:
        pictures = await self._pictures.of(message, table.channel_id)
        self._surface = replace(surface, digest="")  # not known until the edit has gone through
        try:
            await self._partial(surface).edit(**to_edit(message, pictures))
        except discord.HTTPException as error:
            if error.code == UNKNOWN_MESSAGE:
                await self._deleted(table, message)
            elif error.code in (TOO_MANY_OLD_EDITS, THREAD_ARCHIVED):
                await self._repost(table, surface, message)
            else:
                raise
            return
        self._shown = message
        self._surface = replace(surface, digest=digest_of(message))

    async def _deleted(self, table: TableView, message: Message) -> None:
        """Post the board again; but not a second time within a minute."""
        now = self._clock.now()
        lost_at, self._lost_at = self._lost_at, now
        await self._forget()
        if lost_at is not None and now - lost_at < DELETED_TWICE_SECONDS:
            self._unwanted_in = table.hand_no
            raise BoardDeletedTwice
        await self._post(table, message)

    async def _repost(self, table: TableView, old: Surface, message: Message) -> None:
        await self._post(table, message)
        await self._quietly(self._partial(old).delete())

    async def _retire(self, surface: Surface) -> None:
        """Leave the last hand's result, with nothing to do there: the next hand is on."""
        shown = self._shown
        if self.final is not None and self.final.hand_no == surface.hand_no:
            shown = self._message_of(self.final)  # the next hand may have begun at once
        if shown is not None:
            kept = in_the_past(shown)
            pictures = await self._pictures.of(kept, surface.channel_id)
            await self._quietly(self._partial(surface).edit(**to_edit(kept, pictures)))
        await self._surfaces.drop_surface(surface)

    def _partial(self, surface: Surface) -> discord.PartialMessage:
        channel = self._bot.get_partial_messageable(surface.channel_id)
        return channel.get_partial_message(surface.message_id)

    async def _quietly(self, sending: Awaitable[object]) -> None:
        """Do what is only for looks; a refusal is noted and changes nothing."""
        try:
            await sending
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            _LOG.info("an old board could not be tidied: %s", error)
