"""Worker threads: few, in order, and nobody waits for one that hangs."""

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


def test_there_are_no_more_threads_than_workers() -> None:
    met = threading.Barrier(3)
    with WorkerThreads(2) as workers:
        both = [workers.submit(met.wait, 30) for _ in range(2)]
        rest = [workers.submit(threading.get_ident) for _ in range(9)]
        met.wait(30)
        for future in both:
            future.result(30)
        assert len({future.result(30) for future in rest}) <= 2


def test_exception_of_a_task_is_raised_where_it_is_awaited() -> None:
    with WorkerThreads(1) as workers, pytest.raises(ZeroDivisionError):
        workers.submit(lambda: 1 // 0).result(30)


def test_abandoned_thread_is_replaced_and_ends_with_its_task() -> None:
    begun, go_on = threading.Event(), threading.Event()
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


def test_what_was_given_up_before_it_began_is_not_begun() -> None:
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


def test_the_interpreter_ends_while_a_task_hangs() -> None:
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
