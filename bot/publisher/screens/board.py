"""The board of a table: one message per hand, edited in place until it is the result."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from functools import partial

from bot.presenter.words.spec import Message
from bot.publisher.calls.discord_errors import (
    DISCORD_ERRORS,
    THREAD_ARCHIVED,
    TOO_MANY_OLD_EDITS,
    Failure,
    failure_of,
    is_deleted,
)
from bot.publisher.messages.live_message import KeptMessage
from bot.publisher.messages.results import in_the_past
from bot.tables.model import Status
from bot.tables.views import Note, TableView
from bot.values.surfaces import Surface, SurfaceKind

from .old_cards import OldCards
from .screen_services import ScreenServices

BURIED_BY = 6
REPOST_SECONDS = 30.0
DELETED_TWICE_SECONDS = 60.0
SLOW_SECONDS = 2.0
UNWANTED = "unwanted"
"""The digest of the note that stands in for a board; other digests are hexadecimal."""


class BoardTrouble:
    """Why a board is stale. `note`: the text for players while Discord refuses the board."""

    def __init__(self) -> None:
        self.note: Note | None = None
        self.since: float | None = None  # when the pending send began

    def sending(self) -> None:
        """Record that a send has begun."""
        if self.since is None:
            self.since = time.monotonic()

    def sent(self, failure: Failure | None) -> bool:
        """Record the outcome of a send; return True if the note changed."""
        before = self.note
        self.since = None
        self.note = None
        if failure is not None:
            self.note = failure.note or Note.REFUSED
        return self.note is not before


class BoardMessage:
    """The public message of one table.

    A board that is deleted twice within a minute isn't wanted: a note says how to see it again, and
    stands in its place until then, until the next hand, or until the table closes.
    """

    def __init__(self, shared: ScreenServices) -> None:
        self._bot = shared.bot
        self._surfaces = shared.surfaces
        self._pictures = shared.own.pictures
        self._clock = shared.clock
        self._message_of = shared.own.board_of
        self._note_of = shared.own.board_deleted
        line_of = partial(shared.own.line_of, shared.tables)
        self._old = OldCards(shared.bot, shared.surfaces, shared.pace, line_of)
        self._posted: KeptMessage | None = None
        self._shown: Message | None = None
        self._posted_at = -math.inf
        self._lost_at: float | None = None
        self._unwanted_in: int | None = None
        self._tried = False  # whether a failed post may have left a message
        self.buried = 0
        self.deleted: int | None = None  # the deleted message that Discord has reported
        self.again = False
        self.final: TableView | None = None  # how the last hand ended

    def remember(self, surface: Surface) -> None:
        """Rehydrate the message that an earlier run has posted, after those of earlier hands."""
        if self._posted is not None:
            self._old.add(self._posted.surface)
        self._posted = KeptMessage(self._bot, self._surfaces, surface, is_deleted)
        if self._is_note(self._posted):
            self._unwanted_in = surface.hand_no

    @property
    def hand_no(self) -> int | None:
        """The hand whose board is shown."""
        return None if self._posted is None else self._posted.surface.hand_no

    @property
    def message_id(self) -> int | None:
        """The message that is the board."""
        return None if self._posted is None else self._posted.message_id

    def is_awaited(self, hand_no: int) -> bool:
        """Return True if the board of a hand is still to be posted."""
        return (self.hand_no or 0) < hand_no and not self._is_unwanted(hand_no)

    def _is_unwanted(self, hand_no: int) -> bool:
        """Return True if the board of a hand was deleted twice and not asked for since."""
        return not self.again and self._unwanted_in == hand_no

    def _is_note(self, posted: KeptMessage) -> bool:
        """Return True if a message is the note that stands in for an unwanted board."""
        return posted.surface.digest == UNWANTED

    async def show(self, table: TableView) -> None:
        """Edit the board to show the table, or post one if there is none."""
        final = self._final_of(table.hand_no)
        if table.status is Status.CLOSED and final is not None:
            table = replace(table, seats=final.seats)  # the players may have left
        message = self._message_of(table)
        posted = self._posted
        if posted is None:
            if not self._is_unwanted(table.hand_no):
                await self._post(table, message)
        elif self._is_note(posted):
            await self._replace_note(table, posted, message)
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

    async def shrink_old_card(self, guild_id: int | None) -> None:
        """Turn the oldest card of a finished hand into one line if there are too many."""
        await self._old.shrink_oldest(guild_id)

    def _final_of(self, hand_no: int) -> TableView | None:
        """Return the table at the end of a hand, if that was the last one to end."""
        return self.final if self.final is not None and self.final.hand_no == hand_no else None

    def _is_buried(self, table: TableView) -> bool:
        """Return True if chat has pushed the board out of sight and no trick is in progress."""
        trick = table.view.trick if table.view is not None else None
        between_tricks = table.status is not Status.PLAYING or trick is None or not trick.plays
        rested = self._clock.elapsed() - self._posted_at >= REPOST_SECONDS
        return self.buried >= BURIED_BY and between_tricks and rested

    async def _post(self, table: TableView, message: Message) -> None:
        pictures = await self._pictures.of(message)
        tried = self._tried
        self._tried = True
        self._posted = posted = await KeptMessage.post(
            self._bot,
            self._surfaces,
            _surface_of(table),
            replace(message, silent=table.hand_no > 1),
            pictures,
            instead_of=self._posted,
        )
        self._tried = False
        self._unwanted_in = None
        self.again = False
        self._posted_at = self._clock.elapsed()
        self.buried = 0
        self._shown = message
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
        """Post a deleted board again, but only once a minute."""
        now = self._clock.elapsed()
        lost_at = self._lost_at
        self._lost_at = now
        if self._posted is not None:
            await self._posted.forget()
            self._posted = None
        if lost_at is not None and now - lost_at < DELETED_TWICE_SECONDS:
            await self._post_note(table)
        else:
            await self._post(table, message)

    async def _post_note(self, table: TableView) -> None:
        """Say how to see the board again, in its place."""
        posted = await KeptMessage.post(
            self._bot, self._surfaces, _surface_of(table), self._note_of(table)
        )
        posted.surface = replace(posted.surface, digest=UNWANTED)
        await self._surfaces.put_surface(posted.surface)
        self._posted = posted
        self._unwanted_in = table.hand_no

    async def _replace_note(self, table: TableView, note: KeptMessage, message: Message) -> None:
        """Post the board instead of the note, unless it is still unwanted or the note is gone."""
        if note.message_id == self.deleted:
            await note.forget()
            self._posted = None
        elif table.status is Status.CLOSED or not self._is_unwanted(table.hand_no):
            await self._repost(table, note, message)

    async def _repost(self, table: TableView, old: KeptMessage, message: Message) -> None:
        await self._post(table, message)
        await old.delete(self._clock.now())

    async def _retire(self, posted: KeptMessage) -> None:
        """Turn the board of the last hand into a result, since the next hand has begun."""
        final = self._final_of(posted.surface.hand_no)
        shown = self._shown
        if final is not None:
            shown = self._message_of(final)  # the next hand may have begun at once
        if shown is None:
            await posted.retire_as_it_is()
        else:
            kept = in_the_past(shown)
            await posted.retire(kept, await self._pictures.of(kept))
        self._old.add(posted.surface)


def _surface_of(table: TableView) -> Surface:
    """Describe the board of a table's hand that is to be posted."""
    return Surface(
        table.table_id, SurfaceKind.BOARD, 0, table.hand_no, table.channel_id, message_id=0
    )
