"""A table goes on when the clock jumps, and a wrong clock closes none."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.clocks.deadlines import Timing
from bot.tables.clocks.turn_timer import WRONG_CLOCK_SECONDS
from bot.tables.model import Status, TableClock
from tests.support.house import ANA, BO, House

SLOW = TableClock(pace=5.0, nudge=100.0, takeover=300.0, between=90.0)
HOUR = 3600.0
YEARS = 5 * 365 * 86_400.0


async def jump(house: House, seconds: float, *, right: bool) -> None:
    """Set the clock, as the check of the clock notices soon."""
    house.clock.right = right
    house.clock.set(house.clock.now() + seconds)
    await house.tables.resume(house.tables.serves)
    house.tables.loop.wake()
    await house.later(0)


@pytest.mark.parametrize("seconds", [-HOUR, HOUR])
async def test_turn_is_timed_anew_after_the_clock_is_set_back_or_ahead(
    file: Path, seconds: float
) -> None:
    house = await House.build(file, timing=Timing(SLOW))
    table = await house.start_on_turn_of(ANA, ANA, BO)
    await house.later(99)
    await jump(house, seconds, right=True)
    assert not (await house.tables.view(table)).nudge
    await house.later(101)
    assert (await house.tables.view(table)).nudge
    await house.stop()


async def test_wrong_clock_closes_no_table(file: Path) -> None:
    house = await House.build(file, timing=Timing(SLOW, lobby=1800.0))
    table = await house.open(ANA)
    await jump(house, YEARS, right=False)
    for _ in range(3):
        await house.later(1801.0)
        assert (await house.tables.view(table)).status is Status.LOBBY
    house.clock.right = True
    await house.later(WRONG_CLOCK_SECONDS + 1801.0)
    assert house.publisher.published[-1].after.status is Status.CLOSED
    await house.stop()
