"""Removes users who deleted their data from posted messages."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from functools import partial

from bot.budget.kinds import Kind
from bot.budget.turns import requests_are
from bot.presenter.hand.cards import (
    card_in_one_line,
    forgotten_hand,
    unfinished_card_in_one_line,
)
from bot.presenter.people.privacy import board_forgotten
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.runtime.loops import SENDING_GRACE_SECONDS, Loop, Pauses
from bot.store.errors import StoreFailure
from bot.store.redraws import RedrawStore
from bot.store.sent.posted import MessageStore
from bot.tables.archive import Archive
from bot.tables.errors import NoSuchHand, TryAgain
from bot.values.clock import Clock
from bot.values.posted import ONE_LINE, PostedKind
from bot.values.redraw import Redraw

from .calls.discord_errors import DISCORD_ERRORS, THREAD_ARCHIVED, failure_of
from .events import DiscordEventPublisher
from .keeper.in_pictures import in_pictures
from .keeper.live_message import Files
from .keeper.wanted import Wanted
from .publisher import DiscordPublisher

Writing = Callable[[RenderContext], Message]
SHARED_SECONDS = 60.0
"""Timeout for drawing a shared picture, which may be animated."""
_LOG = logging.getLogger(__name__)
GAP_SECONDS = 5.0  # pause between two edits of one channel
RETRY_SECONDS = 60.0


class Cleaner:
    """Deletes DMs and redraws old boards, one by one in the background."""

    def __init__(
        self,
        publisher: DiscordPublisher,
        events: DiscordEventPublisher,
        redraws: RedrawStore,
        messages: MessageStore,
        hands: Archive,
        clock: Clock,
    ) -> None:
        self._publisher = publisher
        self._events = events
        self._redraws = redraws
        self._messages = messages
        self._hands = hands
        self._clock = clock
        self.loop = Loop(
            "redrawing boards",
            self._redraw_next,
            clock,
            grace=SENDING_GRACE_SECONDS,
            pauses=Pauses(RETRY_SECONDS, 10 * RETRY_SECONDS),
            expected=(StoreFailure, TryAgain),
        )

    async def stop_following(self, user_id: int) -> None:
        """Stop updating a user about tables that they have left."""
        await self._publisher.stop_following(user_id)

    def clean(self) -> None:
        """Start redrawing the messages queued by deletions, in the background."""
        self.loop.start()
        self.loop.wake()

    async def stop(self) -> None:
        """Stop; the next start resumes."""
        await self.loop.stop()

    async def _redraw_next(self) -> float:
        """Redraw a message that is due; return the pause before the next one."""
        now = self._clock.now()
        redraw = await self._redraws.take_redraw(now, GAP_SECONDS, RETRY_SECONDS)
        if redraw is not None:
            if await self._is_settled(redraw):
                await self._redraws.drop_redraw(redraw)
            return 0.0
        due_at = await self._redraws.next_redraw_at()
        return math.inf if due_at is None else max(due_at - now, 0.0)

    async def _is_settled(self, redraw: Redraw) -> bool:
        """Delete or redraw a message; return False if a retry may succeed."""
        try:
            with requests_are(Kind.REDRAW):
                await self._in_its_thread(redraw)
        except DISCORD_ERRORS as error:
            failure = failure_of(error)
            _LOG.info("could not redraw a message: %s", failure)
            return not failure.is_temporary
        return True

    async def _in_its_thread(self, redraw: Redraw) -> None:
        """Delete or redraw a message, unarchiving its thread if needed."""
        try:
            await self._redraw(redraw)
        except DISCORD_ERRORS as error:
            if failure_of(error).code != THREAD_ARCHIVED:
                raise
            channels = self._publisher.means.channels
            await channels.in_archived_thread(redraw.channel_id, partial(self._redraw, redraw))

    async def _redraw(self, redraw: Redraw) -> None:
        if redraw.event_id is not None:
            await self._events.redraw(redraw, redraw.event_id)
        elif redraw.table_id is not None:
            await self._redraw_board(redraw, redraw.table_id)
        else:
            channels = self._publisher.means.channels
            await channels.delete(redraw.channel_id, redraw.message_id)

    async def _redraw_board(self, redraw: Redraw, table_id: str) -> None:
        """Redraw the board of a hand with the remaining names, as a card or as one line."""
        known = await self._messages.posted_about(table_id, PostedKind.BOARD)
        is_line = any(
            each.message_id == redraw.message_id and each.digest == ONE_LINE for each in known
        )
        guild_id = None
        try:
            hand = await self._hands.card(table_id, redraw.hand_no)
        except NoSuchHand:
            write = unfinished_card_in_one_line if is_line else board_forgotten
        else:
            guild_id = hand.table.guild_id
            write = partial(card_in_one_line if is_line else forgotten_hand, hand)
        await self._edit(redraw, guild_id, write)

    async def _edit(self, redraw: Redraw, guild_id: int | None, write: Writing) -> None:
        """Edit a message of a channel, with its picture if uploads are possible."""
        publisher = self._publisher

        async def send(message: Message, files: Files) -> None:
            await publisher.means.channels.edit(
                redraw.channel_id, redraw.message_id, message, files
            )

        wanted = Wanted(
            write=lambda: write(publisher.public_context(redraw.channel_id, guild_id)),
            channel_id=redraw.channel_id,
            guild_id=guild_id,
        )
        await in_pictures(publisher.means, wanted, send, None, SHARED_SECONDS)
