"""What waits for its turn is sent once, in the newest state."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import pytest

from bot.budget.kinds import Kind
from bot.budget.queue import RequestQueue
from bot.presenter.words.spec import Message, Text
from bot.publisher.keeper.channels import Channels
from bot.publisher.keeper.means import Means
from bot.publisher.keeper.posted_message import PostedMessage
from bot.publisher.keeper.updater import Updater
from bot.publisher.keeper.wanted import Wanted
from bot.publisher.pictures.rendering import Pictures
from bot.values.posted import Posted, PostedKey, PostedKind
from tests.support.house import HandClock

BOARD = PostedKey(PostedKind.BOARD, "k3f9q2", 1)


async def settled() -> None:
    for _ in range(30):
        await asyncio.sleep(0)


class Table:
    """A table whose board is edited in the background, through a queue that is busy."""

    def __init__(self, clock: HandClock) -> None:
        self.clock = clock
        self.queue = RequestQueue(clock, per_second=1.2)
        self.edit = AsyncMock()
        self.acts = 0
        bot = MagicMock()
        bot.get_partial_messageable().get_partial_message().edit = self.edit
        unused: Any = None
        pictures = Pictures(unused, {}, lambda _: False)
        means = Means(
            Channels(bot, self.queue), unused, unused, pictures, clock, self.queue, unused
        )
        self.board = PostedMessage(means, BOARD, is_ours=True)
        self.board.remember(Posted(BOARD, 1, 7, 70, 700))
        self.updater = Updater("board", self._show, clock)

    async def _show(self) -> None:
        await self.board.show(Wanted(write=self._write, channel_id=70, part=1))

    def _write(self) -> Message:
        return Message(body=(Text(f"{self.acts} acts"),))

    def play(self) -> None:
        self.acts += 1
        self.updater.request()

    @property
    def shown(self) -> list[str]:
        return [str(call.kwargs["view"].children[0].content) for call in self.edit.await_args_list]


@pytest.fixture
async def table() -> Table:
    found = Table(HandClock())
    await found.queue.admit()  # a request is under way
    return found


async def test_board_that_is_asked_for_three_times_is_edited_once_in_the_newest_state(
    table: Table,
) -> None:
    for _ in range(3):
        table.play()
        await settled()
    assert table.shown == []
    table.queue.end()
    await settled()
    table.clock.move(1.0)
    await settled()
    assert table.shown[:1] == ["3 acts"]
    assert len(table.shown) == 1


async def test_message_that_shows_what_is_wanted_uses_no_request(table: Table) -> None:
    table.play()
    await settled()
    table.queue.end()
    await settled()
    table.clock.move(1.0)
    await settled()
    table.updater.request()
    await settled()
    assert table.queue.waiting(Kind.BOARD) == 0
    assert len(table.shown) == 1
