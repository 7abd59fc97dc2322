"""A table keeps its own timing even if the bot's settings change later."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.tables.clocks.deadlines import Due, Timing, next_due
from bot.tables.loaded import with_table
from bot.tables.model import Status, TableClock
from tests.support.house import ANA, BO, House

SLOW = TableClock(pace=5.0, nudge=100.0, takeover=300.0, between=90.0)
FAST = TableClock(pace=0.5, nudge=10.0, takeover=30.0, between=6.0)


async def test_table_keeps_the_timing_it_was_opened_with(file: Path) -> None:
    house = await House.build(file, timing=Timing(SLOW))
    table = await house.start_on_turn_of(ANA, ANA, BO)
    await house.stop()
    house = await House.build(file, house.clock, Timing(FAST))
    await house.later(99)
    assert not (await house.tables.view(table)).nudge
    await house.later(1)
    assert (await house.tables.view(table)).nudge
    await house.stop()


async def test_table_without_its_own_timing_uses_the_settings(file: Path) -> None:
    house = await House.build(file, timing=Timing(FAST))
    table = await house.start_on_turn_of(ANA, ANA, BO)
    live = await house.live(table)
    old = with_table(live, clock=None)
    since = live.table.turn_since
    assert next_due(old, Timing(SLOW)) == (since + SLOW.nudge, Due.NUDGE)
    assert next_due(live, Timing(SLOW)) == (since + FAST.nudge, Due.NUDGE)
    await house.stop()


@pytest.mark.parametrize("clock", [SLOW, FAST])
async def test_pause_between_hands_follows_the_tables_timing(file: Path, clock: TableClock) -> None:
    house = await House.build(file, timing=Timing(replace(clock, pace=1.2)))
    table = await house.start_game(ANA, BO)
    over = await house.play_hand(table)
    assert over.status is Status.BETWEEN
    assert over.next_at == over.turn_since + clock.between
    await house.stop()
