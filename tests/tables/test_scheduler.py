"""When the scheduler fires its timers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.tables.clocks.deadlines import RETRY_SECONDS, Scheduler

from .house import HandClock


class Rings:
    def __init__(self, clock: HandClock) -> None:
        self.clock = clock
        self.heard: list[tuple[str, float]] = []
        self.gate: asyncio.Event | None = None
        self.error: Exception | None = None

    async def __call__(self, table_id: str) -> None:
        self.heard.append((table_id, self.clock.now()))
        if self.gate is not None:
            await self.gate.wait()
        if self.error is not None:
            raise self.error


@pytest.fixture
def clock() -> HandClock:
    return HandClock(0.0)


@pytest.fixture
def rings(clock: HandClock) -> Rings:
    return Rings(clock)


@pytest.fixture
async def keeper(clock: HandClock, rings: Rings) -> AsyncIterator[Scheduler]:
    made = Scheduler("clocks", clock)
    made.start(rings)
    yield made
    await made.stop()


async def _move(clock: HandClock, seconds: float) -> None:
    for step in (seconds, 0.0):
        clock.move(step)
        for _ in range(10):
            await asyncio.sleep(0)


async def test_timer_fires_once_when_due(clock: HandClock, rings: Rings, keeper: Scheduler) -> None:
    keeper.set("a", 5)
    await _move(clock, 4)
    assert rings.heard == []
    await _move(clock, 1)
    await _move(clock, 10)
    assert rings.heard == [("a", 5)]
    assert not keeper.is_set("a")


async def test_last_set_time_wins(clock: HandClock, rings: Rings, keeper: Scheduler) -> None:
    keeper.set("a", 5)
    keeper.set("a", 9)
    keeper.set("b", 20)
    await _move(clock, 0)
    keeper.set("b", 2)
    keeper.set("c", 3)
    keeper.set("c", None)
    for _ in range(10):
        await _move(clock, 1)
    assert rings.heard == [("b", 2), ("a", 9)]


async def test_postponed_timer_does_not_delay_others(
    clock: HandClock, rings: Rings, keeper: Scheduler
) -> None:
    keeper.set("b", 6)
    for second in range(1, 6):
        keeper.set("a", second + 3)
        await _move(clock, 1)
    keeper.set("c", 7)
    await _move(clock, 1)
    await _move(clock, 1)
    await _move(clock, 1)
    assert rings.heard == [("b", 6), ("c", 7), ("a", 8)]


async def test_overdue_timer_fires_right_away(
    clock: HandClock, rings: Rings, keeper: Scheduler
) -> None:
    clock.move(100)
    keeper.set("a", 5)
    await _move(clock, 0)
    assert rings.heard == [("a", 100)]


async def test_timers_of_one_table_do_not_overlap(
    clock: HandClock, rings: Rings, keeper: Scheduler
) -> None:
    rings.gate = asyncio.Event()
    keeper.set("a", 1)
    await _move(clock, 1)
    keeper.set("a", 1)
    keeper.set("b", 1)
    await _move(clock, 1)
    assert rings.heard == [("a", 1), ("b", 2)]
    rings.gate.set()
    await _move(clock, 0)
    assert rings.heard == [("a", 1), ("b", 2), ("a", 2)]


async def test_failed_timer_is_retried_without_stopping_others(
    clock: HandClock, rings: Rings, keeper: Scheduler, caplog: pytest.LogCaptureFixture
) -> None:
    rings.error = RuntimeError("broken")
    keeper.set("a", 1)
    await _move(clock, 1)
    rings.error = None
    keeper.set("b", 2)
    await _move(clock, 1)
    await _move(clock, RETRY_SECONDS)
    assert [table for table, _ in rings.heard] == ["a", "b", "a"]
    assert "broken" in caplog.text


async def test_timers_fire_after_the_scheduler_itself_failed(
    clock: HandClock, rings: Rings, keeper: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise MemoryError

    keeper.set("a", 5)
    with monkeypatch.context() as patch:
        patch.setattr("bot.tables.clocks.deadlines.heapq.heappop", broken)
        await _move(clock, 5)
    for _ in range(3):
        await _move(clock, 1)
    assert [table for table, _ in rings.heard] == ["a"]


async def test_no_timer_fires_after_stop(clock: HandClock, rings: Rings, keeper: Scheduler) -> None:
    keeper.set("a", 1)
    await keeper.stop()
    await _move(clock, 5)
    assert rings.heard == []
