"""Old cards of finished hands are shrunk one by one, and a failure does not block the others."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock, MagicMock

import pytest
from bot.values.surfaces import Surface, SurfaceKind

from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message, Text
from bot.publisher.screens.contents import ScreenBuilder
from bot.publisher.screens.old_cards import ONE_LINE, OldCards
from bot.tables.errors import NoSuchHand, TryAgain

GUILD = 7


def card(hand_no: int, digest: str = "0a") -> Surface:
    return Surface("k3f9q2", SurfaceKind.BOARD, 0, hand_no, 42, 100 + hand_no, digest)


@pytest.fixture
def surfaces() -> Any:
    return MagicMock(put_surface=AsyncMock(), drop_surface=AsyncMock())


@pytest.fixture
def edited() -> dict[int, AsyncMock]:
    return {}


@pytest.fixture
def cards(surfaces: Any, edited: dict[int, AsyncMock]) -> OldCards:
    bot = MagicMock()
    place = bot.get_partial_messageable.return_value

    def message(message_id: int) -> Any:
        return MagicMock(edit=edited.setdefault(message_id, AsyncMock()))

    place.get_partial_message.side_effect = message

    async def line_of(old: Surface, guild_id: int | None) -> Message:
        assert guild_id == GUILD
        if old.digest == "busy":
            raise TryAgain
        return Message(body=(Text(f"hand {old.hand_no}"),))

    return OldCards(bot, surfaces, MagicMock(turn=AsyncMock()), line_of)


async def test_the_oldest_cards_become_lines_until_two_are_left(
    cards: OldCards, surfaces: Any, edited: dict[int, AsyncMock]
) -> None:
    for number in (1, 2, 3, 4):
        cards.add(card(number))
    for _ in range(4):
        await cards.shrink_oldest(GUILD)
    assert [number for number, edit in edited.items() if edit.await_count] == [101, 102]
    saved = [call.args[0] for call in surfaces.put_surface.await_args_list]
    assert [(each.hand_no, each.digest) for each in saved] == [(1, ONE_LINE), (2, ONE_LINE)]


async def test_a_line_is_no_card(cards: OldCards, edited: dict[int, AsyncMock]) -> None:
    for number in (1, 2, 3):
        cards.add(card(number, ONE_LINE if number == 1 else "0a"))
    await cards.shrink_oldest(GUILD)
    assert not edited


async def test_unreadable_card_does_not_block_the_others(
    cards: OldCards, edited: dict[int, AsyncMock]
) -> None:
    for number in (1, 2, 3, 4):
        cards.add(card(number, "busy" if number == 1 else "0a"))
    for _ in range(3):
        await cards.shrink_oldest(GUILD)
    assert list(edited) == [102]


async def test_the_board_of_a_hand_that_was_given_up_becomes_a_line_too() -> None:
    unused: Any = None
    builder = ScreenBuilder(lambda _guild, _locale: RenderContext(), unused, unused, unused)
    archive = MagicMock(card=AsyncMock(side_effect=NoSuchHand))
    line = await builder.line_of(MagicMock(archive=archive), card(1), GUILD)
    assert line.body == (Text("-# This hand wasn't finished."),)
