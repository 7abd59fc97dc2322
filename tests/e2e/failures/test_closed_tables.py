"""A closed table stands once in its channel, however it closed; cards of finished hands stay."""

from __future__ import annotations

from itertools import product

import pytest

from bot.tables.model import Status
from tests.support.matrix import mostly_long
from tests.support.policies import BURIED_BY, REPOST_SECONDS
from tests.support.stage import Json, Stage, press, text

DAY = 86_400.0
CLOSED = "This table is closed."
MOMENTS = ("lobby", "hand", "between", "game")


def _messages(stage: Stage) -> list[Json]:
    """Return every message of the bot that the whole channel sees, oldest first."""
    seen = stage.sandbox.state.visible(stage.channel, None, 100)
    return [message for message in seen if message["author"]["id"] == stage.sandbox.state.bot_id]


def _assert_stands_once(stage: Stage, cards: int = 0) -> None:
    """Check that one message is about the closed table, below the cards of earlier hands."""
    found = [text(message) for message in _messages(stage)]
    assert [CLOSED in words for words in found] == [False] * cards + [True], found


async def _close(stage: Stage, table: str) -> None:
    """Close the table as its host, who is asked first in a game."""
    ana = stage.people[0]
    asked = (await ana.command("table close", stage.channel)).message
    if (await stage.view(table)).status is not Status.CLOSED:
        await press(ana, asked, "close", "yes")
    assert (await stage.view(table)).status is Status.CLOSED
    await stage.wait_until_quiet()


async def _reach(stage: Stage, when: str) -> str:
    """Bring a table of four people to a moment: `lobby`, `hand`, `between` or `game`."""
    guests = stage.people[1:4]
    if when == "lobby":
        return await stage.lobby(*guests)
    target = 1 if when == "game" else 7
    table = await stage.start_game(*guests, options=f"target={target}")
    if when != "hand":
        await stage.play_hand(table)
    return table


async def _bury(stage: Stage) -> None:
    """Push the board out of sight by chat."""
    for number in range(BURIED_BY):
        stage.people[4].say(stage.channel, f"word {number}")
    await stage.wait_until_quiet()


@pytest.mark.parametrize("when", MOMENTS)
async def test_table_closed_by_its_host_is_shown_once(stage: Stage, when: str) -> None:
    table = await _reach(stage, when)
    await _close(stage, table)
    _assert_stands_once(stage)


@pytest.mark.parametrize("when", mostly_long(MOMENTS, "lobby", "between"))
async def test_table_whose_board_was_deleted_is_shown_once_when_closed(
    stage: Stage, when: str
) -> None:
    table = await _reach(stage, when)
    stage.sandbox.delete_message(await stage.board(table))
    await stage.wait_until_quiet()
    await _close(stage, table)
    _assert_stands_once(stage)


@pytest.mark.parametrize("when", mostly_long(MOMENTS, "hand", "game"))
async def test_table_whose_board_was_deleted_twice_is_shown_once_when_closed(
    stage: Stage, when: str
) -> None:
    table = await _reach(stage, when)
    for _ in range(2):
        stage.sandbox.delete_message(await stage.board(table))
        await stage.wait_until_quiet()
        await stage.people[0].command("hand", stage.channel)
        await stage.wait_until_quiet()
    assert "Somebody deleted the board" in text(_messages(stage)[0])
    await _close(stage, table)
    _assert_stands_once(stage)


@pytest.mark.parametrize(
    ("when", "rested"),
    mostly_long(
        product(MOMENTS, [False, True]),
        ("lobby", False),
        ("hand", True),
        ("between", False),
        ("between", True),
        ("game", False),
    ),
)
async def test_table_whose_board_is_buried_is_shown_once_when_closed(
    stage: Stage, when: str, rested: bool
) -> None:
    table = await _reach(stage, when)
    await _bury(stage)
    cards = 0
    if rested:
        stage.clock.move(REPOST_SECONDS)
        cards = when == "between"  # the next hand has begun
    await _close(stage, table)
    _assert_stands_once(stage, cards)
    await _bury(stage)
    await stage.later(DAY)
    _assert_stands_once(stage, cards)


@pytest.mark.parametrize("when", ["lobby", "game"])
async def test_table_that_closes_after_idle_time_is_shown_once(stage: Stage, when: str) -> None:
    table = await _reach(stage, when)
    await stage.later(DAY)
    assert (await stage.view(table)).status is Status.CLOSED
    _assert_stands_once(stage)


async def test_abandoned_hand_that_closes_after_idle_time_is_shown_once(stage: Stage) -> None:
    table = await _reach(stage, "hand")
    for person in stage.people[:4]:
        asked = (await person.command("table leave", stage.channel)).message
        if "Leave Table" in text(asked):  # the last one leaves nobody behind
            await press(person, asked, "leave", "yes")
        await stage.wait_until_quiet()
    assert (await stage.view(table)).status is Status.PAUSED
    await stage.later(40 * DAY)
    assert (await stage.view(table)).status is Status.CLOSED
    _assert_stands_once(stage)


@pytest.mark.parametrize("when", MOMENTS)
async def test_table_closed_after_a_restart_is_shown_once(unlit: Stage, when: str) -> None:
    stage = unlit
    async with stage.running():
        table = await _reach(stage, when)
    async with stage.running():
        await _close(stage, table)
        _assert_stands_once(stage)
    async with stage.running():
        await stage.wait_until_quiet()
        _assert_stands_once(stage)


async def test_ping_for_a_turn_goes_when_its_table_closes(stage: Stage) -> None:
    table = await _reach(stage, "hand")
    await stage.later(60.0)
    assert len(_messages(stage)) > 1
    await _close(stage, table)
    _assert_stands_once(stage)


async def test_cards_of_earlier_games_stay_above_the_closed_table(stage: Stage) -> None:
    table = await _reach(stage, "game")
    for person in stage.people[:4]:
        await press(person, await stage.board(table), "rematch")
    await stage.wait_until_quiet()
    assert (await stage.view(table)).status is Status.PLAYING
    await _close(stage, table)
    _assert_stands_once(stage, cards=1)
