"""When the scheduler fires its timers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.tables.clocks.deadlines import RETRY_SECONDS, Scheduler
from tests.support.clocks import HandClock


class Callback:
    def __init__(self, clock: HandClock) -> None:
        self.clock = clock
        self.calls: list[tuple[str, float]] = []
        self.gate: asyncio.Event | None = None
        self.error: Exception | None = None

    async def __call__(self, table_id: str) -> None:
        self.calls.append((table_id, self.clock.now()))
        if self.gate is not None:
            await self.gate.wait()
        if self.error is not None:
            raise self.error


@pytest.fixture
def clock() -> HandClock:
    return HandClock(0.0)


@pytest.fixture
def callback(clock: HandClock) -> Callback:
    return Callback(clock)


@pytest.fixture
async def scheduler(clock: HandClock, callback: Callback) -> AsyncIterator[Scheduler]:
    made = Scheduler("clocks", clock)
    made.start(callback)
    yield made
    await made.stop()


async def _move(clock: HandClock, seconds: float) -> None:
    for step in (seconds, 0.0):
        clock.move(step)
        for _ in range(10):
            await asyncio.sleep(0)


async def test_timer_fires_once_when_due(
    clock: HandClock, callback: Callback, scheduler: Scheduler
) -> None:
    scheduler.set("a", 5)
    await _move(clock, 4)
    assert callback.calls == []
    await _move(clock, 1)
    await _move(clock, 10)
    assert callback.calls == [("a", 5)]
    assert not scheduler.is_set("a")


async def test_last_set_time_wins(
    clock: HandClock, callback: Callback, scheduler: Scheduler
) -> None:
    scheduler.set("a", 5)
    scheduler.set("a", 9)
    scheduler.set("b", 20)
    await _move(clock, 0)
    scheduler.set("b", 2)
    scheduler.set("c", 3)
    scheduler.set("c", None)
    for _ in range(10):
        await _move(clock, 1)
    assert callback.calls == [("b", 2), ("a", 9)]


async def test_postponed_timer_does_not_delay_others(
    clock: HandClock, callback: Callback, scheduler: Scheduler
) -> None:
    scheduler.set("b", 6)
    for second in range(1, 6):
        scheduler.set("a", second + 3)
        await _move(clock, 1)
    scheduler.set("c", 7)
    await _move(clock, 1)
    await _move(clock, 1)
    await _move(clock, 1)
    assert callback.calls == [("b", 6), ("c", 7), ("a", 8)]


async def test_overdue_timer_fires_right_away(
    clock: HandClock, callback: Callback, scheduler: Scheduler
) -> None:
    clock.move(100)
    scheduler.set("a", 5)
    await _move(clock, 0)
    assert callback.calls == [("a", 100)]


async def test_timers_of_one_table_do_not_overlap(
    clock: HandClock, callback: Callback, scheduler: Scheduler
) -> None:
    callback.gate = asyncio.Event()
    scheduler.set("a", 1)
    await _move(clock, 1)
    scheduler.set("a", 1)
    scheduler.set("b", 1)
    await _move(clock, 1)
    assert callback.calls == [("a", 1), ("b", 2)]
    callback.gate.set()
    await _move(clock, 0)
    assert callback.calls == [("a", 1), ("b", 2), ("a", 2)]


async def test_failed_timer_is_retried_without_stopping_others(
    clock: HandClock, callback: Callback, scheduler: Scheduler, caplog: pytest.LogCaptureFixture
) -> None:
    callback.error = RuntimeError("broken")
    scheduler.set("a", 1)
    await _move(clock, 1)
    callback.error = None
    scheduler.set("b", 2)
    await _move(clock, 1)
    await _move(clock, RETRY_SECONDS)
    assert [table for table, _ in callback.calls] == ["a", "b", "a"]
    assert "broken" in caplog.text


async def test_timers_fire_after_the_scheduler_itself_failed(
    clock: HandClock, callback: Callback, scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise MemoryError

    scheduler.set("a", 5)
    with monkeypatch.context() as patch:
        patch.setattr("bot.tables.clocks.deadlines.heapq.heappop", broken)
        await _move(clock, 5)
    for _ in range(3):
        await _move(clock, 1)
    assert [table for table, _ in callback.calls] == ["a"]


async def test_no_timer_fires_after_stop(
    clock: HandClock, callback: Callback, scheduler: Scheduler
) -> None:
    scheduler.set("a", 1)
    await scheduler.stop()
    await _move(clock, 5)
    assert callback.calls == []
