"""The cards of a table's finished hands: the newest two stay, older ones become one line each."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.budget.kinds import Kind
from bot.presenter.words.spec import Message
from bot.publisher.calls.discord_errors import quietly
from bot.publisher.keeper.means import Means
from bot.publisher.keeper.posted_message import PostedMessage
from bot.tables.errors import TableError
from bot.values.posted import ONE_LINE, Posted

_LOG = logging.getLogger(__name__)
MOST_CARDS = 2


class OldCards:
    """Shrinks old cards, one at a time. `line_of` builds the line that replaces a hand's card."""

    def __init__(
        self,
        means: Means,
        board: PostedMessage,
        line_of: Callable[[Posted], Awaitable[Message]],
    ) -> None:
        self._means = means
        self._board = board
        self._line_of = line_of

    async def shrink_oldest(self) -> None:
        """Shrink the oldest card if there are too many; one that fails waits for a restart."""
        cards = self._board.over
        if len(cards) <= MOST_CARDS:
            return
        async with self._means.queue.turn(Kind.CARD):
            await self._shrink(cards.popleft())

    async def _shrink(self, card: Posted) -> None:
        try:
            line = await self._line_of(card)
        except TableError:
            _LOG.info("the card of hand %s at table %s stays", card.key.part, card.key.about)
            return
        shown = self._means.channels.handle(card.channel_id, card.message_id)
        is_there = await quietly(shown.edit(line), "shrinking an old card")
        if is_there:
            await self._means.messages.put_posted(replace(card, digest=ONE_LINE))
        elif is_there is False:
            await self._means.messages.drop_posted(card)
