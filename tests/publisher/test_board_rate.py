"""The rate limit that all boards share."""

from __future__ import annotations

from bot.publisher.keeper.board_rate import BoardRate


class Hours:
    """A clock that advances only when a task sleeps."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


def _pace(per_second: float = 4.0) -> tuple[BoardRate, Hours]:
    hours = Hours()
    return BoardRate(per_second, lambda: hours.time, hours.sleep), hours


async def test_single_table_never_waits() -> None:
    pace, hours = _pace()
    for _ in range(5):
        await pace.turn()
        hours.time += 1.2
    assert hours.slept == []


async def test_concurrent_tables_are_served_in_arrival_order() -> None:
    pace, hours = _pace(per_second=4.0)
    for _ in range(4):
        await pace.turn()
    assert hours.slept == [0.25, 0.5, 0.75]


async def test_idle_table_saves_up_no_turns() -> None:
    pace, hours = _pace()
    hours.time += 60.0
    await pace.turn()
    await pace.turn()
    assert hours.slept == [0.25]


async def test_immediate_turn_delays_the_others() -> None:
    pace, hours = _pace()
    assert pace.count() == 0.0
    assert pace.count() == 0.25
    await pace.turn()
    assert hours.slept == [0.5]


async def test_process_uses_only_its_share_of_the_turns() -> None:
    hours = Hours()
    pace = BoardRate(4.0, lambda: hours.time, hours.sleep, share=lambda: 0.5)
    for _ in range(3):
        await pace.turn()
    assert hours.slept == [0.5, 1.0]
