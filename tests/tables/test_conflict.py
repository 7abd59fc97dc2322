"""Two processes on one database file."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tables.errors import NotYourTurn, SeatTaken
from bot.tables.model import Status
from bot.tables.views import Note
from tests.support.house import ANA, BO, CY, FOUR, NAMES, House


@pytest.fixture
async def other(house: House, file: Path) -> AsyncIterator[House]:
    """A second process without timers, whose cache may be stale."""
    built = await House.build(file, house.clock, seed="other", start=False)
    yield built
    await built.stop()


async def one_act_behind(house: House, other: House) -> tuple[str, int]:
    """Begin a table that the other process read before its first act; return who is in turn."""
    table = await house.start_game()
    await other.tables.view(table)
    first = await house.in_turn(table)
    assert first is not None
    await house.act(table, first)
    second = await house.in_turn(table)
    assert second is not None
    return table, second


async def test_stale_process_reloads_and_accepts_the_next_act(house: House, other: House) -> None:
    table, second = await one_act_behind(house, other)
    text, phase, seq = await house.choice(table, second)
    panel = (await other.tables.act(table, second, text, phase=phase, seq=seq)).panel
    assert (panel.note, panel.table.seq) == (None, seq + 1)


async def test_alternating_processes_play_a_hand_without_losing_an_act(
    house: House, other: House
) -> None:
    table = await house.start_game()
    processes = (house, other)
    number = 0
    while True:
        here = processes[number % 2]
        there = processes[(number + 1) % 2]
        # Read from one and act on the other, whose cache is one act behind.
        if (view := await there.tables.view(table)).status is not Status.PLAYING:
            break
        user = await there.in_turn(table)
        assert user is not None
        text, phase, seq = await there.choice(table, user)
        panel = (await here.tables.act(table, user, text, phase=phase, seq=seq)).panel
        assert (panel.note, panel.table.seq) == (None, view.seq + 1)
        number += 1
    assert await house.acts(table) == list(range(1, number + 1))


async def test_same_act_in_both_processes_counts_once(house: House, other: House) -> None:
    table = await house.start_game()
    for _ in range(10):
        user = await house.in_turn(table)
        assert user is not None
        text, phase, seq = await house.choice(table, user)
        panels = await asyncio.gather(
            *(
                process.tables.act(table, user, text, phase=phase, seq=seq)
                for process in (house, other)
            )
        )
        assert sorted(panel.note or "" for panel in panels) == ["", Note.STALE]
        assert {panel.after.seq for panel in panels} == {seq + 1}
        await house.tables.act(table, user, text, phase=phase, seq=seq)  # reloads the table
    assert await house.acts(table) == list(range(1, 11))


async def test_stale_process_does_not_refuse_a_valid_command(house: House, other: House) -> None:
    table, second = await one_act_behind(house, other)
    text, phase, seq = await house.choice(table, second)
    panel = (await other.tables.act(table, second, text, phase=phase)).panel
    assert panel.table.seq == seq + 1


async def test_stale_process_refuses_by_the_newest_state(house: House, other: House) -> None:
    table = await house.start_game()
    await other.tables.view(table)
    first = await house.in_turn(table)
    assert first is not None
    text, phase, _ = await house.choice(table, first)
    await house.act(table, first)
    with pytest.raises(NotYourTurn) as refused:
        await other.tables.act(table, first, text, phase=phase)
    turn = await house.in_turn(table)
    assert turn is not None
    assert refused.value.name == NAMES[turn]


async def test_seat_is_taken_by_one_of_two_processes(house: House, other: House) -> None:
    table = await house.open()
    await other.tables.view(table)
    outcomes = await asyncio.gather(
        house.sit(table, BO, 2), other.sit(table, CY, 2), return_exceptions=True
    )
    assert sum(isinstance(outcome, SeatTaken) for outcome in outcomes) == 1


async def test_computers_in_both_processes_play_each_turn_once(house: House, other: House) -> None:
    await other.tables.start()
    table = await house.start_on_turn_of(ANA, ANA)
    seq = (await house.act(table, ANA)).table.seq
    await other.tables.ready(table, ANA)  # loads the table and its timer
    for _ in range(20):
        house.clock.move(0.5)
        await house.settle()
        await other.settle()
    acts = await house.acts(table)
    assert acts == list(range(1, len(acts) + 1))
    assert len(acts) >= seq


async def test_stale_process_shows_the_same_state_in_the_end(house: House, other: House) -> None:
    table = await house.start_game()
    await other.tables.view(table)
    await house.play_hand(table)
    for user in FOUR:
        await other.tables.ready(table, user)
    assert (await other.tables.view(table)).hand_no == 2
    await house.tables.ready(table, ANA)
    assert await house.tables.view(table) == await other.tables.view(table)
