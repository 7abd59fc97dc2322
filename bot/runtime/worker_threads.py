"""Threads for computer players: they give way to answers, and one that hangs holds up nobody."""

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
    """Let this thread run after those that answer people; where threads have a priority."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


class WorkerThreads(Executor):
    """A few daemon threads: neither a clean stop nor the interpreter's end waits for them.

    The standard pool is joined at exit, so that one player in an endless loop would keep the
    program alive. A thread that was given up with its work is replaced by a new one, and ends
    if that work ever does.
    """

    def __init__(self, workers: int, name: str = "player") -> None:
        self.workers = workers
        self._name = name
        self._works: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._changed = threading.Condition()
        self._threads = 0
        self._idle = 0
        self._lost: set[int] = set()
        self._doing: dict[int, Future[Any]] = {}
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many works have not been begun."""
        return len(self._works)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Let a thread do this as soon as one is free."""
        future: Future[T] = Future()
        with self._changed:
            if self._closed:
                raise RuntimeError("no work is taken any more")
            self._works.append((future, partial(fn, *args, **kwargs)))
            if len(self._works) > self._idle and self._threads < self.workers:
                self._start()
            self._changed.notify()
        return future

    def give_up(self, future: Future[T]) -> None:
        """Wait no longer for this work: it is not begun, or its thread is replaced."""
        if future.cancel():
            return
        with self._changed:
            for thread, doing in list(self._doing.items()):
                if doing is future and thread not in self._lost:
                    self._lost.add(thread)
                    self._threads -= 1
                    if self._works:
                        self._start()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work, and forget what has not been begun; nothing is waited for."""
        del wait, cancel_futures
        with self._changed:
            self._closed = True
            for future, _ in self._works:
                future.cancel()
            self._works.clear()
            self._changed.notify_all()

    def _start(self) -> None:
        self._threads += 1
        name = f"{self._name}_{self._threads}"
        threading.Thread(target=self._run, name=name, daemon=True).start()

    def _run(self) -> None:
        give_way()
        me = threading.get_ident()
        while True:
            with self._changed:
                self._idle += 1
                while not self._works and not self._closed:
                    self._changed.wait()
                self._idle -= 1
                if self._closed:
                    return
                future, work = self._works.popleft()
                self._doing[me] = future
            _do(future, work)
            del work
            with self._changed:
                del self._doing[me]
                if me in self._lost:
                    self._lost.discard(me)
                    return


def _do(future: Future[T], work: Callable[[], T]) -> None:
    """Do a work unless it was given up; what it raises is raised where it is awaited."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        found = work()
    except BaseException as error:  # noqa: BLE001
        future.set_exception(error)
    else:
        future.set_result(found)
