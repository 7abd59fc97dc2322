"""Old cards of finished hands are shrunk one by one, and a failure does not block the others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import pytest

from bot.budget.queue import RequestQueue
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message, Text
from bot.publisher.keeper.channels import Channels
from bot.publisher.keeper.means import Means
from bot.publisher.keeper.posted_message import PostedMessage
from bot.publisher.screens.contents import Contents
from bot.publisher.screens.old_cards import OldCards
from bot.tables.errors import NoSuchHand, TryAgain
from bot.values.posted import ONE_LINE, Posted, PostedKey, PostedKind, PostedState
from tests.support.refusals import Rests

GUILD = 7
BOARD = PostedKey(PostedKind.BOARD, "k3f9q2")


def card(hand_no: int, digest: str = "0a") -> Posted:
    key = replace(BOARD, part=hand_no)
    return Posted(key, 1, GUILD, 42, 100 + hand_no, digest, PostedState.OVER)


@pytest.fixture
def store() -> Any:
    return MagicMock(put_posted=AsyncMock(), drop_posted=AsyncMock())


@pytest.fixture
def edited() -> dict[int, AsyncMock]:
    return {}


@pytest.fixture
def means(store: Any, edited: dict[int, AsyncMock]) -> Means:
    bot = MagicMock()
    place = bot.get_partial_messageable.return_value

    def message(message_id: int) -> Any:
        return MagicMock(edit=edited.setdefault(message_id, AsyncMock()))

    place.get_partial_message.side_effect = message
    unused: Any = None
    queue = RequestQueue(Rests())
    return Means(Channels(bot, queue), store, unused, unused, unused, queue, unused)


@pytest.fixture
def board(means: Means) -> PostedMessage:
    return PostedMessage(means, BOARD, is_ours=True)


@pytest.fixture
def cards(means: Means, board: PostedMessage) -> OldCards:
    async def line_of(old: Posted) -> Message:
        assert old.guild_id == GUILD
        if old.digest == "busy":
            raise TryAgain
        return Message(body=(Text(f"hand {old.key.part}"),))

    return OldCards(means, board, line_of)


async def test_the_oldest_cards_become_lines_until_two_are_left(
    cards: OldCards, board: PostedMessage, store: Any, edited: dict[int, AsyncMock]
) -> None:
    for number in (1, 2, 3, 4):
        board.remember(card(number))
    for _ in range(4):
        await cards.shrink_oldest()
    assert [number for number, edit in edited.items() if edit.await_count] == [101, 102]
    saved = [call.args[0] for call in store.put_posted.await_args_list]
    assert [(each.key.part, each.digest) for each in saved] == [(1, ONE_LINE), (2, ONE_LINE)]


async def test_a_line_is_not_a_card(
    cards: OldCards, board: PostedMessage, edited: dict[int, AsyncMock]
) -> None:
    for number in (1, 2, 3):
        board.remember(card(number, ONE_LINE if number == 1 else "0a"))
    await cards.shrink_oldest()
    assert not edited


async def test_unreadable_card_does_not_block_the_others(
    cards: OldCards, board: PostedMessage, edited: dict[int, AsyncMock]
) -> None:
    for number in (1, 2, 3, 4):
        board.remember(card(number, "busy" if number == 1 else "0a"))
    for _ in range(3):
        await cards.shrink_oldest()
    assert list(edited) == [102]


async def test_the_board_of_a_hand_that_was_given_up_becomes_a_line_too() -> None:
    unused: Any = None
    tables: Any = MagicMock(archive=MagicMock(card=AsyncMock(side_effect=NoSuchHand)))
    contents = Contents(
        lambda _guild, _locale: RenderContext(), unused, unused, unused, tables, unused
    )
    line = await contents.line_of(card(1))
    assert line.body == (Text("-# This hand wasn't finished."),)
