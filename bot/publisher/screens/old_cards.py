"""The cards of a table's finished hands: the newest two stay, older ones become one line each."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import replace

import discord

from bot.presenter.words.spec import Message
from bot.publisher.calls.discord_errors import is_deleted, quietly
from bot.publisher.messages.live_message import KeptMessage
from bot.publisher.ports import Surfaces
from bot.tables.errors import TableError
from bot.values.surfaces import Surface

from .board_rate import BoardRate

_LOG = logging.getLogger(__name__)
MOST_CARDS = 2
ONE_LINE = "one line"
"""The digest of a card that was shrunk; other digests are hexadecimal."""


class OldCards:
    """Shrinks old cards, one at a time. `line_of` builds the line that replaces a hand's card."""

    def __init__(
        self,
        bot: discord.Client,
        surfaces: Surfaces,
        rate: BoardRate,
        line_of: Callable[[Surface, int | None], Awaitable[Message]],
    ) -> None:
        self._bot = bot
        self._surfaces = surfaces
        self._rate = rate
        self._line_of = line_of
        self._cards: deque[Surface] = deque()

    def add(self, card: Surface) -> None:
        """Record the newest card, or one that an earlier run has posted."""
        if card.digest != ONE_LINE:
            self._cards.append(card)

    async def shrink_oldest(self, guild_id: int | None) -> None:
        """Shrink the oldest card if there are too many; one that fails waits for a restart."""
        if len(self._cards) <= MOST_CARDS:
            return
        card = self._cards.popleft()
        try:
            line = await self._line_of(card, guild_id)
        except TableError:
            _LOG.info("the card of hand %s at table %s stays", card.hand_no, card.table_id)
            return
        await self._rate.turn()
        posted = KeptMessage(self._bot, self._surfaces, card, is_deleted)
        is_there = await quietly(posted.edit(line), "shrinking an old card")
        if is_there:
            await self._surfaces.put_surface(replace(card, digest=ONE_LINE))
        elif is_there is False:
            await posted.forget()
