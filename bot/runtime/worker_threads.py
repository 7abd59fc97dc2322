"""Worker threads for computer players: low priority, and replaced if one hangs."""

from __future__ import annotations

import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from functools import partial
from typing import Any, ParamSpec, TypeVar

NICENESS = 10
P = ParamSpec("P")
T = TypeVar("T")


def give_way() -> None:
    """Lower this thread's priority, if threads have one, so that answers go first."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


class WorkerThreads(Executor):
    """A pool of a few daemon threads that nothing waits for, not even the interpreter's exit.

    The standard pool is joined at exit, so that a player in an endless loop would keep the program
    alive. A thread whose task was abandoned is replaced by a new one, and ends if the task does.
    """

    def __init__(self, workers: int, name: str = "player") -> None:
        self.workers = workers
        self._name = name
        self._tasks: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._condition = threading.Condition()
        self._threads = 0
        self._idle = 0
        self._abandoned: set[int] = set()
        self._running: dict[int, Future[Any]] = {}
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many tasks have not started."""
        return len(self._tasks)

    @property
    def are_busy(self) -> bool:
        """True if a new task would have to wait for another one."""
        with self._condition:
            tasks = [task for me, task in self._running.items() if me not in self._abandoned]
            tasks += [task for task, _ in self._tasks]
            return sum(not task.done() for task in tasks) >= self.workers

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Queue a task for the next free thread."""
        future: Future[T] = Future()
        with self._condition:
            if self._closed:
                raise RuntimeError("the worker threads have shut down")
            self._tasks.append((future, partial(fn, *args, **kwargs)))
            if len(self._tasks) > self._idle and self._threads < self.workers:
                self._start()
            self._condition.notify()
        return future

    def give_up(self, future: Future[T]) -> None:
        """Abandon a task: cancel it if it has not started, else replace its thread."""
        if future.cancel():
            return
        with self._condition:
            for thread, running in list(self._running.items()):
                if running is future and thread not in self._abandoned:
                    self._abandoned.add(thread)
                    self._threads -= 1
                    if self._tasks:
                        self._start()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more tasks and cancel those that have not started, without waiting."""
        del wait, cancel_futures
        with self._condition:
            self._closed = True
            for future, _ in self._tasks:
                future.cancel()
            self._tasks.clear()
            self._condition.notify_all()

    def _start(self) -> None:
        self._threads += 1
        name = f"{self._name}_{self._threads}"
        threading.Thread(target=self._run, name=name, daemon=True).start()

    def _run(self) -> None:
        give_way()
        me = threading.get_ident()
        while True:
            with self._condition:
                self._idle += 1
                while not self._tasks and not self._closed:
                    self._condition.wait()
                self._idle -= 1
                if self._closed:
                    return
                future, task = self._tasks.popleft()
                self._running[me] = future
            _run_task(future, task)
            del task
            with self._condition:
                del self._running[me]
                if me in self._abandoned:
                    self._abandoned.discard(me)
                    return


def _run_task(future: Future[T], task: Callable[[], T]) -> None:
    """Run a task unless it was cancelled, and set its result or exception."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = task()
    except BaseException as error:  # noqa: BLE001
        future.set_exception(error)
    else:
        future.set_result(result)
