"""After a restart no accepted act is lost and every timer continues."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tables.model import Status
from tests.support.clocks import HandClock
from tests.support.house import ANA, BO, FOUR, House


@pytest.fixture
async def restarted(house: House, file: Path) -> AsyncIterator[House]:
    """A second service on the file of `house`, not started, with another random seed."""
    built = await House.build(file, house.clock, seed="other", start=False)
    yield built
    await built.stop()


async def _restart(dead: House, restarted: House) -> None:
    await dead.tables.stop()
    await restarted.tables.start()
    await restarted.settle()


async def test_views_mid_hand_are_the_same_after_a_restart(house: House, restarted: House) -> None:
    table = await house.start_game()
    for _ in range(17):
        await house.step(table)
        again = await House.build(Path(house.store.database.file or ""), house.clock, start=False)
        assert await again.tables.view(table) == await house.tables.view(table)
        for user in FOUR:
            before = await house.tables.panel(table, user)
            assert await again.tables.panel(table, user) == before
        await again.stop()


@pytest.mark.parametrize("until", ["lobby", "between", "finished", "paused", "closed"])
async def test_table_in_each_status_is_the_same_after_a_restart(
    house: House, restarted: House, until: str
) -> None:
    if until == "lobby":
        table = await house.open()
    else:
        table = await house.start_game(ANA, target=1)
        if until == "finished":
            await house.play_game(table)
        elif until == "between":
            while (await house.play_hand(table)).status is not Status.BETWEEN:
                await house.tables.ready(table, ANA)
        elif until == "paused":
            await house.step(table)
            await house.tables.leave(table, ANA)
        else:
            await house.step(table)
            await house.tables.close(table, ANA)
    expected = await house.tables.panel(table, ANA)
    assert expected.table.status.value == until
    await house.tables.stop()
    assert await restarted.tables.panel(table, ANA) == expected


async def test_button_from_before_the_restart_works(house: House, restarted: House) -> None:
    table = await house.start_on_turn_of(ANA)
    text, phase, seq = await house.choice(table, ANA)
    await _restart(house, restarted)
    panel = (await restarted.tables.act(table, ANA, text, phase=phase, seq=seq)).panel
    assert (panel.note, panel.table.seq) == (None, seq + 1)


async def test_hand_is_finished_after_the_restart(house: House, restarted: House) -> None:
    table = await house.start_game(ANA, BO)
    for _ in range(9):
        await house.step(table)
    await _restart(house, restarted)
    assert (await restarted.play_hand(table)).status is Status.BETWEEN
    assert len(await restarted.store.results.hands(table, 1)) == 1


async def test_next_hand_still_matches_its_commitment(house: House, restarted: House) -> None:
    table = await house.start_game()
    committed = (await house.play_hand(table)).commitment
    await _restart(house, restarted)
    assert (await restarted.tables.view(table)).commitment == committed
    for user in FOUR:
        await restarted.tables.ready(table, user)
    assert (await restarted.tables.view(table)).commitment == committed


async def test_computer_takes_its_turn_after_the_restart(house: House, restarted: House) -> None:
    table = await house.start_game(ANA)
    await house.until_turn_of(table, ANA)
    seq = (await house.act(table, ANA)).table.seq
    await _restart(house, restarted)
    await restarted.later(2)
    assert (await restarted.tables.view(table)).seq > seq


async def test_running_timer_continues(house: House, restarted: House) -> None:
    table = await house.start_on_turn_of(ANA)
    await house.later(15)
    await _restart(house, restarted)
    await restarted.later(4.9)
    assert not (await restarted.tables.view(table)).nudge
    await restarted.later(0.1)
    assert (await restarted.tables.view(table)).nudge


async def test_downtime_restarts_an_overdue_turn_timer(house: House, restarted: House) -> None:
    table = await house.start_on_turn_of(ANA)
    await house.later(60)
    seq = (await house.tables.view(table)).seq
    await house.tables.stop()
    house.clock.move(3600)
    await _restart(house, restarted)
    await restarted.later(179)
    assert (await restarted.tables.view(table)).seq == seq
    await restarted.later(1)
    assert (await restarted.tables.view(table)).seq == seq + 1


async def test_downtime_does_not_count_toward_closing_a_lobby(
    house: House, restarted: House
) -> None:
    table = await house.open()
    await house.tables.stop()
    house.clock.move(5000)
    await _restart(house, restarted)
    assert (await restarted.tables.view(table)).status is Status.LOBBY
    await restarted.later(1800)
    assert (await restarted.tables.view(table)).status is Status.CLOSED


async def test_table_goes_on_after_the_clock_was_set_back(house: House, file: Path) -> None:
    table = await house.start_on_turn_of(ANA, ANA)
    seq = (await house.act(table, ANA)).table.seq
    await house.tables.stop()
    earlier = await House.build(file, HandClock(house.clock.now() - 7200))
    await earlier.later(2)
    assert (await earlier.tables.view(table)).seq > seq
    await earlier.stop()


async def test_restart_publishes_every_live_table(house: House, restarted: House) -> None:
    table = await house.start_game()
    closed = await house.open(99, 990)
    await house.tables.close(closed, 99)
    await _restart(house, restarted)
    assert table in restarted.publisher.published_ids
    assert closed not in restarted.publisher.published_ids
