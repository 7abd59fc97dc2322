"""Removes a user from posted messages after they have deleted their data."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence
from typing import Protocol

import discord

from bot.presenter.hand.replay import forgotten_hand
from bot.presenter.people.privacy import board_forgotten
from bot.presenter.words.spec import Message
from bot.runtime.loops import Loop, Pauses
from bot.tables.errors import NoSuchHand
from bot.tables.past import Replay
from bot.tables.ports import StoreFailure
from bot.values.clock import Clock
from bot.values.surfaces import Redraw

from .calls.convert import to_edit
from .calls.discord_errors import DISCORD_ERRORS, failure_of
from .publisher import DiscordPublisher

_LOG = logging.getLogger(__name__)
GAP_SECONDS = 5.0  # pause between two edits of one channel
RETRY_SECONDS = 60.0


class Redraws(Protocol):
    """The messages to redraw, which survive restarts. Raises `StoreFailure`."""

    async def take_redraw(self, now: float, gap: float, retry: float) -> Redraw | None:
        """Return a message that is due; postpone it, and the others of its channel."""
        ...

    async def drop_redraw(self, redraw: Redraw) -> None:
        """Drop a message: it is redrawn, or cannot be."""
        ...

    async def next_redraw_at(self) -> float | None:
        """Return when the next message is due, or None."""
        ...


class Hands(Protocol):
    """The store of finished hands."""

    async def replay(
        self, table_id: str, hand_no: int, user_id: int, guild_id: int | None
    ) -> Replay:
        """Load a finished hand; raise NoSuchHand if there is none."""
        ...


class Cleaner:
    """Deletes DMs and redraws old boards, one by one in the background."""

    def __init__(
        self,
        bot: discord.Client,
        publisher: DiscordPublisher,
        event_changed: Callable[[str], None],
        redraws: Redraws,
        hands: Hands,
        clock: Clock,
    ) -> None:
        self._bot = bot
        self._publisher = publisher
        self._event_changed = event_changed
        self._redraws = redraws
        self._hands = hands
        self._clock = clock
        self.loop = Loop(
            "redrawing boards",
            self._redraw_next,
            clock,
            pauses=Pauses(RETRY_SECONDS, 10 * RETRY_SECONDS),
            expected=(StoreFailure,),
        )

    async def stop_following(self, user_id: int) -> None:
        """Stop sending to a user about the tables that they have left."""
        await self._publisher.stop_following(user_id)

    def clean(self, events: Sequence[str]) -> None:
        """Redraw messages queued by deletions, and the boards of these events; returns at once."""
        for event_id in events:
            self._event_changed(event_id)
        self.loop.start()
        self.loop.wake()

    async def stop(self) -> None:
        """Stop; the next start resumes."""
        await self.loop.stop()

    async def _redraw_next(self) -> float:
        """Redraw a message that is due; return the pause until the next one."""
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
        channel = self._bot.get_partial_messageable(redraw.channel_id)
        message = channel.get_partial_message(redraw.message_id)
        try:
            if redraw.table_id is None:
                await message.delete()
            else:
                shown = await self._former(redraw, redraw.table_id)
                await message.edit(**to_edit(shown, {}))
        except DISCORD_ERRORS as error:
            failure = failure_of(error)
            _LOG.info("could not redraw a message: %s", failure)
            return not failure.is_temporary
        return True

    async def _former(self, redraw: Redraw, table_id: str) -> Message:
        """Build the replacement of a board: its hand, with the names that are still known."""
        there = self._bot.get_channel(redraw.channel_id)
        guild = getattr(there, "guild", None)
        guild_id = None if guild is None else guild.id
        context = self._publisher.context(guild_id)
        try:
            hand = await self._hands.replay(table_id, redraw.hand_no, 0, guild_id)
        except NoSuchHand:
            return board_forgotten(context)
        return forgotten_hand(hand, context)
