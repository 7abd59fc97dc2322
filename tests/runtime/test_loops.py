"""A background loop survives any exception and reports when it is overdue."""

from __future__ import annotations

import asyncio
import logging
import math
from collections import deque
from collections.abc import AsyncIterator, Callable

import pytest
from prometheus_client import generate_latest

from bot.runtime.loops import Loop, Loops, Pauses
from bot.runtime.metrics import Metrics
from tests.support.clocks import HandClock
from tests.support.house import until

HOUR = 3600.0
Outcome = float | None | BaseException


class Work:
    """A step with scripted outcomes; the last one repeats."""

    def __init__(self, *outcomes: Outcome) -> None:
        self.outcomes = deque(outcomes)
        self.runs = 0
        self.gate: asyncio.Event | None = None

    async def step(self) -> float | None:
        self.runs += 1
        outcome = self.outcomes.popleft() if len(self.outcomes) > 1 else self.outcomes[0]
        if self.gate is not None:
            await self.gate.wait()
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome


class Running:
    """A loop on a clock that the test controls."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.loop: Loop | None = None

    def start(self, work: Work, **options: object) -> Loop:
        pauses = Pauses(10.0, 40.0)
        chosen = {"grace": 60.0, "pauses": pauses, **options}
        self.loop = Loop("backups", work.step, self.clock, **chosen)  # type: ignore[arg-type]
        self.loop.start()
        return self.loop

    async def rests(self, seconds: float) -> None:
        """Wait until the loop sleeps, and return for how long."""
        await until(lambda: bool(self.clock.sleepers))
        assert self.clock.sleepers[0][0] - self.clock.now() == seconds
        self.clock.move(seconds)


@pytest.fixture
async def running() -> AsyncIterator[Running]:
    made = Running()
    yield made
    if made.loop is not None:
        await made.loop.stop()


@pytest.mark.parametrize(
    "error",
    [
        *(OSError("no"), KeyError("x"), ValueError(), TimeoutError(), ZeroDivisionError()),
        asyncio.CancelledError(),  # a task that the step waited for was cancelled
    ],
)
async def test_loop_survives_any_exception(running: Running, error: BaseException) -> None:
    work = Work(error, HOUR)
    loop = running.start(work)
    await running.rests(10.0)
    await until(lambda: work.runs == 2)
    assert loop.state.failures == 1


async def test_pauses_double_on_consecutive_failures_and_reset_on_success(
    running: Running,
) -> None:
    no = OSError("no")
    running.start(Work(no, no, no, no, 5.0, no))
    for pause in (10.0, 20.0, 40.0, 40.0, 5.0, 10.0):
        await running.rests(pause)


async def test_each_failure_is_logged_with_its_loop_and_traceback(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    running.start(Work(OSError("read-only"), KeyError("x"), HOUR), expected=(KeyError,))
    await running.rests(10.0)
    await running.rests(20.0)
    first, second = [each for each in caplog.records if each.name == "bot.runtime.loops"]
    assert first.getMessage() == "backups: failed, retrying in 10 s"
    assert first.levelno == logging.ERROR
    assert first.exc_info
    assert second.levelno == logging.WARNING
    assert not second.exc_info


async def test_loop_without_a_next_time_ends(running: Running) -> None:
    loop = running.start(Work(None))
    assert loop.task is not None
    await loop.task
    assert loop.state.due == math.inf


async def test_stop_cancels_the_running_step(running: Running) -> None:
    work = Work(HOUR)
    work.gate = asyncio.Event()
    loop = running.start(work)
    await until(lambda: work.runs == 1)
    await loop.stop()
    assert loop.task is not None
    assert loop.task.cancelled()


async def test_wake_ends_the_pause(running: Running) -> None:
    work = Work(math.inf)
    loop = running.start(work)
    await until(lambda: loop.state.last_success is not None)
    loop.wake()
    await until(lambda: work.runs == 2)


async def test_loop_is_overdue_after_its_grace_period_without_success(
    running: Running,
) -> None:
    loop = running.start(Work(HOUR, OSError("disk full"), OSError("disk full")))
    loops = Loops()
    loops.add(loop)
    await running.rests(HOUR)
    await until(lambda: loop.state.error is not None)
    assert await loops.lack() is None
    running.clock.time += 61.0
    assert loop.state.overdue == 61.0
    assert await loops.lack() == "backups 1 min overdue (OSError)"


async def test_hanging_step_is_overdue(running: Running) -> None:
    work = Work(HOUR)
    work.gate = asyncio.Event()
    loop = running.start(work)
    await until(lambda: work.runs == 1)
    running.clock.time += 61.0
    assert loop.state.overdue == 61.0


@pytest.mark.parametrize(
    "change", [lambda loop: None, lambda loop: loop.note_success()], ids=["planned", "noted"]
)
async def test_loop_is_not_overdue_within_its_grace_period(
    running: Running, change: Callable[[Loop], None]
) -> None:
    loop = running.start(Work(HOUR))
    await until(lambda: loop.state.last_success is not None)
    change(loop)
    running.clock.time += HOUR
    assert loop.state.overdue == 0.0


async def test_failures_and_ages_of_loops_are_metrics(running: Running) -> None:
    loop = running.start(Work(HOUR, OSError("no"), OSError("no")))
    metrics = Metrics()
    metrics.loops.add(loop)
    await running.rests(HOUR)
    await until(lambda: loop.state.error is not None)
    running.clock.time += 100.0
    value = metrics.registry.get_sample_value
    labels = {"loop": "backups"}
    assert value("fortytwo_loop_failures_total", labels) == 1
    assert value("fortytwo_loop_overdue_seconds", labels) == 100.0
    assert value("fortytwo_loop_last_success_timestamp_seconds", labels) == 1_000_000.0
    assert b"fortytwo_loop" in generate_latest(metrics.registry)
