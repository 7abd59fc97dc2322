"""Removes users who deleted their data from posted messages."""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from functools import partial
from typing import Protocol

import discord

from bot.presenter.hand.cards import (
    card_in_one_line,
    forgotten_hand,
    unfinished_card_in_one_line,
)
from bot.presenter.people.privacy import board_forgotten
from bot.runtime.loops import Loop, Pauses
from bot.tables.errors import NoSuchHand, TryAgain
from bot.tables.past import FinishedHands
from bot.tables.ports import StoreFailure
from bot.values.clock import Clock
from bot.values.surfaces import Redraw, Surface

from .calls.discord_errors import DISCORD_ERRORS, THREAD_ARCHIVED, failure_of
from .calls.threads import in_archived_thread
from .publisher import DiscordPublisher
from .screens.old_cards import ONE_LINE

_LOG = logging.getLogger(__name__)
GAP_SECONDS = 5.0  # pause between two edits of one channel
RETRY_SECONDS = 60.0


class Redraws(Protocol):
    """The queue of messages to redraw, which survives restarts. Raises `StoreFailure`."""

    async def take_redraw(self, now: float, gap: float, retry: float) -> Redraw | None:
        """Claim a message that is due, or return None; postpone the others of its channel."""

    async def drop_redraw(self, redraw: Redraw) -> None:
        """Drop a message that is done or cannot be redrawn."""

    async def next_redraw_at(self) -> float | None:
        """Return when the next message is due, or None."""

    async def surfaces(self, table_id: str) -> Sequence[Surface]:
        """Return the messages of a table, oldest hand first."""


class EventBoards(Protocol):
    """The public messages of events."""

    async def redraw(self, posted: discord.PartialMessage, event_id: str) -> None:
        """Redraw an event's message; discord.py's errors pass through."""


class Cleaner:
    """Deletes DMs and redraws old boards, one by one in the background."""

    def __init__(
        self,
        bot: discord.Client,
        publisher: DiscordPublisher,
        events: EventBoards,
        redraws: Redraws,
        hands: FinishedHands,
        clock: Clock,
    ) -> None:
        self._bot = bot
        self._publisher = publisher
        self._events = events
        self._redraws = redraws
        self._hands = hands
        self._clock = clock
        self.loop = Loop(
            "redrawing boards",
            self._redraw_next,
            clock,
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
            work = partial(self._redraw, redraw)
            await in_archived_thread(self._bot, redraw.channel_id, work)

    async def _redraw(self, redraw: Redraw) -> None:
        channel = self._bot.get_partial_messageable(redraw.channel_id)
        posted = channel.get_partial_message(redraw.message_id)
        if redraw.event_id is not None:
            await self._events.redraw(posted, redraw.event_id)
        elif redraw.table_id is not None:
            await self._redraw_board(posted, redraw.table_id, redraw.hand_no)
        else:
            await posted.delete()

    async def _redraw_board(
        self, posted: discord.PartialMessage, table_id: str, hand_no: int
    ) -> None:
        """Redraw the board of a hand with the remaining names, as a card or as one line."""
        known = await self._redraws.surfaces(table_id)
        is_line = any(each.message_id == posted.id and each.digest == ONE_LINE for each in known)
        try:
            hand = await self._hands.card(table_id, hand_no)
        except NoSuchHand:
            gone = unfinished_card_in_one_line if is_line else board_forgotten
            await self._publisher.redraw(posted, None, gone)
        else:
            message = partial(card_in_one_line if is_line else forgotten_hand, hand)
            await self._publisher.redraw(posted, hand.table.guild_id, message)
