"""The board of one table: one message a hand, edited in place, which becomes the result."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

import discord

from bot.presenter.words.spec import Message
from bot.publisher.ports import Clock, Surfaces
from bot.tables.model import Status
from bot.tables.views import TableView
from bot.values.surfaces import Surface, SurfaceKind

from .digest import in_the_past
from .discord_errors import (
    DISCORD_ERRORS,
    THREAD_ARCHIVED,
    TOO_MANY_OLD_EDITS,
    failure_of,
    is_deleted,
)
from .pictures import Pictures
from .surfaces import KeptMessage

BURIED_BY = 6
REPOST_SECONDS = 30.0
DELETED_TWICE_SECONDS = 60.0
BOARDS_A_SECOND = 40.0
LEAST_SHARE = 0.01


class Pace:
    """Gives turns one after another, `per_second` of them; real time, whatever the game's clock.

    All tables share it, so that boards never keep Discord from hearing answers. Whoever asks
    while nobody else has just had a turn gets one at once. Turns come in the order in which they
    were asked for, so tables that ask one at a time share them evenly. `share`: which part of
    the turns belongs to this process, where several share Discord's limit.
    """

    def __init__(
        self,
        per_second: float = BOARDS_A_SECOND,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        share: Callable[[], float] = lambda: 1.0,
    ) -> None:
        self._gap = 1.0 / per_second
        self._share = share
        self._now = now
        self._sleep = sleep
        self._free_at = 0.0

    async def turn(self) -> None:
        """Wait for a turn."""
        wait = self.count()
        if wait > 0.0:
            await self._sleep(wait)

    def count(self) -> float:
        """Take the next turn without waiting for it; return how many seconds off it is."""
        now = self._now()
        at = max(now, self._free_at)
        self._free_at = at + self._gap / max(self._share(), LEAST_SHARE)
        return at - now


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
        self._posted: KeptMessage | None = None
        self._shown: Message | None = None
        self._posted_at = 0.0
        self._lost_at: float | None = None
        self._unwanted_in: int | None = None
        self._tried = False  # whether a post has failed, of which Discord may have a message
        self.buried = 0
        self.deleted: int | None = None  # the message that Discord says was deleted
        self.again = False
        self.final: TableView | None = None  # how the last hand ended

    def remember(self, surface: Surface) -> None:
        """Take up the message that an earlier start of the program has posted."""
        self._posted = KeptMessage(self._bot, self._surfaces, surface, is_deleted)

    @property
    def hand_no(self) -> int | None:
        """The hand whose board is shown."""
        return None if self._posted is None else self._posted.surface.hand_no

    @property
    def message_id(self) -> int | None:
        """The message that is the board."""
        return None if self._posted is None else self._posted.message_id

    async def show(self, table: TableView) -> None:
        """Bring the board to the state of the table; post it where there is none."""
        message, posted = self._message_of(table), self._posted
        if posted is None:
            if self.again or self._unwanted_in != table.hand_no:
                await self._post(table, message)
        elif posted.message_id == self.deleted:
            await self._post_after_deletion(table, message)
        elif posted.surface.channel_id != table.channel_id:
            await self._repost(table, posted, message)
        elif posted.surface.hand_no != table.hand_no:
            await self._retire(posted)
            await self._post(table, message)
        elif self.again or self._is_buried(table):
            await self._repost(table, posted, message)
        elif not posted.shows(message):
            await self._edit(table, posted, message)

    def _is_buried(self, table: TableView) -> bool:
        """Return whether talk has carried the board out of sight at a quiet moment."""
        trick = table.view.trick if table.view is not None else None
        between_tricks = table.status is not Status.PLAYING or trick is None or not trick.plays
        rested = self._clock.now() - self._posted_at >= REPOST_SECONDS
        return self.buried >= BURIED_BY and between_tricks and rested

    async def _post(self, table: TableView, message: Message) -> None:
        pictures = await self._pictures.of(message)
        tried, self._tried = self._tried, True
        surface = Surface(
            table.table_id, SurfaceKind.BOARD, 0, table.hand_no, table.channel_id, message_id=0
        )
        self._posted = posted = await KeptMessage.post(
            self._bot,
            self._surfaces,
            surface,
            replace(message, silent=table.hand_no > 1),
            pictures,
            instead_of=self._posted,
        )
        self._tried, self._unwanted_in, self.again = False, None, False
        self._posted_at, self.buried, self._shown = self._clock.now(), 0, message
        if tried or posted.found:
            posted.digest = ""
            await self._edit(table, posted, message)

    async def _edit(self, table: TableView, posted: KeptMessage, message: Message) -> None:
        pictures = await self._pictures.of(message)
        try:
            if await posted.edit(message, pictures):
                self._shown = message
            else:
                await self._post_after_deletion(table, message)
        except DISCORD_ERRORS as error:
            if failure_of(error).code not in (TOO_MANY_OLD_EDITS, THREAD_ARCHIVED):
                raise
            await self._repost(table, posted, message)

    async def _post_after_deletion(self, table: TableView, message: Message) -> None:
        """Post the board again; but not a second time within a minute."""
        now = self._clock.now()
        lost_at, self._lost_at = self._lost_at, now
        if self._posted is not None:
            await self._posted.forget()
            self._posted = None
        if lost_at is not None and now - lost_at < DELETED_TWICE_SECONDS:
            self._unwanted_in = table.hand_no
            raise BoardDeletedTwice
        await self._post(table, message)

    async def _repost(self, table: TableView, old: KeptMessage, message: Message) -> None:
        await self._post(table, message)
        await old.delete(self._clock.now())

    async def _retire(self, posted: KeptMessage) -> None:
        """Leave the last hand's result, with nothing to do there: the next hand is on."""
        shown = self._shown
        if self.final is not None and self.final.hand_no == posted.surface.hand_no:
            shown = self._message_of(self.final)  # the next hand may have begun at once
        if shown is None:
            await posted.retire_as_it_is()
        else:
            kept = in_the_past(shown)
            await posted.retire(kept, await self._pictures.of(kept))
        await posted.forget()
