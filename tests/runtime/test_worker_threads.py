"""Worker threads: few, ordered, and a hanging task blocks nobody."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from concurrent.futures import Future

import pytest

from bot.runtime.loop_lag import LoopLagMonitor
from bot.runtime.worker_threads import WorkerThreads


def test_work_runs_in_order_of_submission() -> None:
    with WorkerThreads(1) as workers:
        done: list[int] = []
        for future in [workers.submit(done.append, number) for number in range(20)]:
            future.result(30)
    assert done == list(range(20))


def test_threads_do_not_exceed_the_worker_limit() -> None:
    met = threading.Barrier(3)
    with WorkerThreads(2) as workers:
        both = [workers.submit(met.wait, 30) for _ in range(2)]
        rest = [workers.submit(threading.get_ident) for _ in range(9)]
        met.wait(30)
        for future in both:
            future.result(30)
        assert len({future.result(30) for future in rest}) <= 2


def test_task_exception_is_raised_at_its_await() -> None:
    with WorkerThreads(1) as workers, pytest.raises(ZeroDivisionError):
        workers.submit(lambda: 1 // 0).result(30)


def test_abandoned_thread_is_replaced_and_ends_with_its_task() -> None:
    begun = threading.Event()
    go_on = threading.Event()
    stuck_in: list[threading.Thread] = []

    def stick() -> None:
        stuck_in.append(threading.current_thread())
        begun.set()
        go_on.wait(30)

    with WorkerThreads(1) as workers:
        stuck = workers.submit(stick)
        assert begun.wait(30)
        workers.give_up(stuck)
        assert workers.submit(lambda: 7).result(30) == 7
        go_on.set()
        stuck_in[0].join(30)
        assert not stuck_in[0].is_alive()
        assert workers.submit(lambda: 8).result(30) == 8


def test_threads_are_busy_until_the_task_of_one_is_over_or_given_up() -> None:
    over = threading.Event()
    with WorkerThreads(2) as workers:
        assert not workers.are_busy
        hanging = workers.submit(over.wait)
        assert not workers.are_busy
        second = workers.submit(over.wait)
        assert workers.are_busy
        workers.give_up(hanging)
        assert not workers.are_busy
        third = workers.submit(over.wait)
        assert workers.are_busy
        over.set()
        second.result(30)
        third.result(30)
        assert not workers.are_busy


def test_task_cancelled_before_it_starts_does_not_run() -> None:
    go_on = threading.Event()
    with WorkerThreads(1) as workers:
        first: Future[bool] = workers.submit(go_on.wait, 30)
        second = workers.submit(lambda: 7)
        workers.give_up(second)
        go_on.set()
        first.result(30)
        assert second.cancelled()
        assert workers.submit(lambda: 9).result(30) == 9


def test_no_task_starts_after_shutdown() -> None:
    go_on = threading.Event()
    workers = WorkerThreads(1)
    first = workers.submit(go_on.wait, 30)
    second = workers.submit(lambda: 7)
    workers.shutdown()
    go_on.set()
    first.cancel() or first.result(30)
    assert second.cancelled()
    with pytest.raises(RuntimeError):
        workers.submit(lambda: 7)


def test_interpreter_exits_while_a_task_hangs() -> None:
    script = (
        "import threading; from bot.runtime.worker_threads import WorkerThreads\n"
        "begun = threading.Event()\n"
        "WorkerThreads(1).submit(lambda: (begun.set(), threading.Event().wait()))\n"
        "begun.wait()"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False, timeout=60).returncode == 0


async def test_blocked_event_loop_is_reported_late() -> None:
    lag = LoopLagMonitor()
    assert lag.share == 1.0
    lag.watch()
    await asyncio.sleep(0)
    time.sleep(0.25)  # noqa: ASYNC251 - this is what holds the loop up
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert lag.seconds > 0.1
    assert lag.share < 0.2
