"""One thread that writes to a SQLite file, as many waiting changes at a time as there are."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import Connection, Engine

from .errors import translated

Job = Callable[[Connection], Any]

_TOGETHER = 64  # jobs in one transaction, so that the first never waits long for the last


class GroupWriter:
    """Runs jobs, each of them whole or not at all, on the one connection that writes.

    Jobs that arrive while others are being written share the next transaction, and with it the
    wait for the disk. Each is answered after the COMMIT. When one fails the transaction is
    rolled back and every job of it is done again by itself, so that it fails alone.

    A thread with a plain connection, because each statement through an asynchronous driver
    costs three changes of thread: measured, a third of the work per commit.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        self._connection: Connection | None = None
        self._waiting: deque[tuple[Job, asyncio.Future[Any]]] = deque()
        self._draining: asyncio.Task[None] | None = None

    async def run(self, job: Job) -> Any:
        """Run a job in a transaction and return what it returns, once that is on disk."""
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, done))
        if self._draining is None:
            self._draining = asyncio.create_task(self._drain())
        return await done

    async def close(self) -> None:
        """Finish what is waiting and give the file back."""
        if self._draining is not None:
            await self._draining
        if self._connection is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._connection.close)
        self._thread.shutdown()
        self._engine.dispose()

    async def _drain(self) -> None:
        """Write until nobody is waiting."""
        while self._waiting:
            count = min(len(self._waiting), _TOGETHER)
            batch = [self._waiting.popleft() for _ in range(count)]
            outcomes = await self._outcomes([job for job, _ in batch])
            for (_, done), outcome in zip(batch, outcomes, strict=True):
                if done.done():  # the caller has gone away
                    continue
                if isinstance(outcome, BaseException):
                    done.set_exception(outcome)
                else:
                    done.set_result(outcome)
        self._draining = None

    async def _outcomes(self, jobs: Sequence[Job]) -> Sequence[Any]:
        """Return what each job has returned or raised."""
        together = await self._in_thread(jobs)
        if not isinstance(together, BaseException):
            return list(together)
        if len(jobs) == 1:
            return [together]
        alone = [await self._in_thread([job]) for job in jobs]
        return [each if isinstance(each, BaseException) else each[0] for each in alone]

    async def _in_thread(self, jobs: Sequence[Job]) -> list[Any] | BaseException:
        """Return the results of the jobs as one transaction, or what stopped it."""
        loop = asyncio.get_running_loop()
        written = loop.run_in_executor(self._thread, self._transaction, jobs)
        outcomes = await asyncio.gather(written, return_exceptions=True)
        return outcomes[0]

    def _transaction(self, jobs: Sequence[Job]) -> list[Any]:
        """Run the jobs in one transaction; in the thread."""
        with translated():
            if self._connection is None:
                self._connection = self._engine.connect()
            with self._connection.begin():
                return [job(self._connection) for job in jobs]
