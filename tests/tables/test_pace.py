"""Computer players act at the pace the host chose, whatever they hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.errors import NotHost
from bot.tables.loaded import PendingChange, with_table
from bot.tables.model import Status
from bot.values.pace import Pace
from tests.support.house import ANA, BO, House
from tests.support.inner_tables import changes

PAUSES = {Pace.RELAXED: (2.4, 3.6), Pace.NORMAL: (1.2, 1.8), Pace.FAST: (0.36, 0.8)}


async def _pauses(house: House, table: str) -> tuple[set[float], set[float]]:
    """Play a hand; collect the pauses before computers' acts, mid-trick and after a trick."""
    pauses: tuple[set[float], set[float]] = set(), set()
    while (before := await house.tables.view(table)).status is Status.PLAYING:
        drawn = before.draw is not None and before.draw.rounds  # a pause of its own
        if drawn or await house.in_turn(table) is not None:
            await house.step(table)
            continue
        assert before.view is not None
        trick = before.view.trick
        after_trick = bool(before.view.tricks) and (trick is None or not trick.plays)
        while (after := await house.tables.view(table)).seq == before.seq:
            await house.later(0.01)
        pauses[after_trick].add(round(after.turn_since - before.turn_since, 2))
    return pauses


@pytest.mark.parametrize("pace", Pace)
async def test_computers_keep_the_chosen_pace(house: House, pace: Pace) -> None:
    table = await house.start_game(ANA)
    await house.tables.set_pace(table, ANA, pace)
    normal, after_trick = await _pauses(house, table)
    assert (normal, after_trick) == ({PAUSES[pace][0]}, {PAUSES[pace][1]})


async def test_default_pace_is_fast_alone_and_normal_with_others(house: House) -> None:
    alone = await house.start_game(ANA)
    assert (await house.tables.view(alone)).pace is Pace.FAST
    await house.sit(alone, BO)
    assert (await house.tables.view(alone)).pace is Pace.NORMAL


async def test_only_the_host_chooses_the_pace_and_it_survives_a_restart(file: Path) -> None:
    house = await House.build(file)
    table = await house.open(ANA)
    await house.sit(table, BO)
    with pytest.raises(NotHost):
        await house.tables.set_pace(table, BO, Pace.RELAXED)
    progress = await house.tables.set_pace(table, ANA, Pace.RELAXED)
    assert progress.after.pace is Pace.RELAXED
    await house.stop()
    house = await House.build(file, house.clock)
    assert (await house.tables.view(table)).pace is Pace.RELAXED
    await house.stop()


async def test_table_without_its_own_timing_can_get_a_pace(house: House) -> None:
    table = await house.start_game(ANA, BO)
    await changes(house.tables).change(
        table, lambda live: PendingChange(with_table(live, clock=None))
    )
    assert (await house.tables.set_pace(table, ANA, Pace.FAST)).after.pace is Pace.FAST


async def test_thinking_time_counts_toward_the_pause(house: House) -> None:
    table = await house.start_on_turn_of(ANA, ANA)
    decide = house.computers.pause()
    before = (await house.act(table, ANA)).table
    await house.computers.wait_until_asked()
    await house.later(0.2)  # thinking, part of the pause
    decide.set()
    await house.later(0.159)
    assert (await house.tables.view(table)).seq == before.seq
    await house.later(0.001)
    assert (await house.tables.view(table)).seq == before.seq + 1


async def test_computer_gets_no_more_time_than_its_pause(house: House) -> None:
    table = await house.start_on_turn_of(ANA, ANA)
    await house.act(table, ANA)
    await house.later(0.36)
    assert house.computers.seconds[-1] == pytest.approx(0.36)
    await house.tables.set_pace(table, ANA, Pace.NORMAL)
    await house.until_turn_of(table, ANA)
    await house.act(table, ANA)
    await house.settle()
    assert house.computers.seconds[-1] == pytest.approx(1.2)
