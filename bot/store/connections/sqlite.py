"""SQLite in a file: connections that run whole transactions, each in a thread of its own."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

import aiosqlite
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.pool import NullPool

from bot.store.errors import StoreFailure, convert_errors

T = TypeVar("T")
Job = Callable[[Connection], Any]
PendingJob = tuple[Job, asyncio.Future[Any]]

MOST_READERS = 8
"""How many transactions read at once; others wait until one of them has ended."""
_TOGETHER = 64  # jobs per transaction, capped so that the first one is answered soon
_CHUNK = 64  # rows that a cursor of aiosqlite fetches at once; none is opened here


class SqliteFile:
    """Runs jobs, each in a transaction: writes on one connection, and reads beside them."""

    def __init__(
        self, url: URL, file: Path, busy_seconds: float, *, read_only: bool, **options: Any
    ) -> None:
        """Prepare the connections.

        `busy_seconds`: how long a transaction waits for the lock of another process. `read_only`:
        the file must exist and is not changed. `options`: of the engines.
        """
        url = url.set(drivername="sqlite")
        reading = _read_only(url, file) if read_only else url
        self._readers = _Readers(_engine(reading, busy_seconds, reads=True, **options))
        self._writer: _GroupWriter | None = None
        self._is_closed = False
        if not read_only:
            self._writer = _GroupWriter(_engine(url, busy_seconds, reads=False, **options))

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Run a read-only job on one consistent snapshot and return its result."""
        self._require_open()
        return await self._readers.run(job)

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Run a job and return its result once its writes are on disk."""
        self._require_open()
        if self._writer is None:
            return await self._readers.run(job)  # the file refuses it
        return cast("T", await self._writer.run(job))

    async def close(self) -> None:
        """Wait for running jobs, then close all connections; nothing runs afterwards."""
        self._is_closed = True
        if self._writer is not None:
            await self._writer.close()
        await self._readers.close()

    def _require_open(self) -> None:
        if self._is_closed:
            raise StoreFailure("the database is closed")


class _Connection(aiosqlite.Connection):
    """A connection of an engine in a thread of its own.

    aiosqlite switches to its thread and back for each call, and SQLAlchemy's asynchronous driver
    makes nine calls for a transaction with one query. Here a call is a whole transaction.
    """

    def __init__(self, engine: Engine) -> None:
        super().__init__(self._open, _CHUNK)
        self._engine = engine
        self._opened: Connection | None = None

    def _open(self) -> sqlite3.Connection:
        self._opened = self._engine.connect()
        return cast("sqlite3.Connection", self._opened.connection.driver_connection)

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run this in the connection's thread, to its end even if the caller is cancelled."""
        execute = cast("Callable[..., Awaitable[T]]", self._execute)
        return await execute(work, self._opened)

    async def close(self) -> None:
        """Close the connection once it has run all that it was given."""
        await self.run(Connection.close)
        await super().close()


class _Readers:
    """Connections that only read; as many are opened as are needed at once."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._turns = asyncio.Semaphore(MOST_READERS)
        self._idle: list[_Connection] = []

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Run a job in a transaction and return its result."""
        with convert_errors():
            async with self._turns:
                reader = self._idle.pop() if self._idle else await self._open()
                try:
                    return await reader.run(partial(_in_transaction, job))
                finally:
                    self._idle.append(reader)

    async def _open(self) -> _Connection:
        """Open one more, to its end even if the caller is cancelled; it is idle then."""
        opening = asyncio.create_task(_connected(self._engine))
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            while not opening.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait({opening})
            if opening.exception() is None:
                self._idle.append(opening.result())
            raise

    async def close(self) -> None:
        """Wait for running jobs, then close all connections."""
        for _ in range(MOST_READERS):
            await self._turns.acquire()
        while self._idle:
            await self._idle.pop().close()
        for _ in range(MOST_READERS):
            self._turns.release()


class _GroupWriter:
    """Runs jobs atomically on the single writing connection, with group commit.

    Jobs that arrive during a transaction share the next one, and so one flush to disk. Each is
    answered after the COMMIT. If one fails, the transaction is rolled back and every job is rerun
    alone, so that only the bad one fails.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: _Connection | None = None
        self._waiting: deque[PendingJob] = deque()
        self._writing: asyncio.Task[None] | None = None

    async def run(self, job: Job) -> Any:
        """Run a job in a transaction and return its result once it is on disk."""
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        return await done

    async def close(self) -> None:
        """Finish the queued jobs and close the file."""
        while self._writing is not None:
            await self._writing
        if self._connection is not None:
            await self._connection.close()
            self._connection = None

    async def _write(self) -> None:
        """Run batches until the queue is empty."""
        while self._waiting:
            count = min(len(self._waiting), _TOGETHER)
            batch = [self._waiting.popleft() for _ in range(count)]
            outcomes = await self._run_batch([job for job, _ in batch])
            for (_, done), outcome in zip(batch, outcomes, strict=True):
                if done.done():  # the caller was cancelled
                    continue
                if isinstance(outcome, BaseException):
                    done.set_exception(outcome)
                else:
                    done.set_result(outcome)
        self._writing = None

    async def _run_batch(self, jobs: Sequence[Job]) -> Sequence[Any]:
        """Run a batch in the writer's thread; return each job's result or exception."""
        if self._connection is None:
            try:
                with convert_errors():
                    self._connection = await _connected(self._engine)
            except StoreFailure as error:
                return [error] * len(jobs)
        return await self._connection.run(partial(_outcomes, jobs))


async def _connected(engine: Engine) -> _Connection:
    """Open a connection in a thread of its own."""
    connection = _Connection(engine)
    await connection
    return connection


def _outcomes(jobs: Sequence[Job], connection: Connection) -> Sequence[Any]:
    """Run a batch; return each job's result or exception."""
    together = _attempt(jobs, connection)
    if not isinstance(together, BaseException):
        return together
    if len(jobs) == 1:
        return [together]
    alone = [_attempt([job], connection) for job in jobs]
    return [each if isinstance(each, BaseException) else each[0] for each in alone]


def _attempt(jobs: Sequence[Job], connection: Connection) -> list[Any] | BaseException:
    """Run the jobs as one transaction; return their results, or what rolled it back."""
    try:
        with convert_errors(), connection.begin():
            return [job(connection) for job in jobs]
    except BaseException as error:  # noqa: BLE001 - it is raised where the job was given
        return error


def _in_transaction(job: Callable[[Connection], T], connection: Connection) -> T:
    with connection.begin():
        return job(connection)


def _read_only(url: URL, file: Path) -> URL:
    """Return the URI by which SQLite opens an existing file read-only."""
    return url.set(
        database=file.resolve().as_uri(), query={**url.query, "mode": "ro", "uri": "true"}
    )


def _engine(url: URL, busy_seconds: float, *, reads: bool, **options: Any) -> Engine:
    """Build an engine that sets up its connections and begins transactions explicitly.

    The driver would begin them late: a reader could see two states, and a writer that reads first
    could fail to get the lock.
    """
    engine = create_engine(url, poolclass=NullPool, **options)

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {int(busy_seconds * 1000)}")
        if reads:
            cursor.execute("PRAGMA query_only = ON")
        else:
            cursor.execute("PRAGMA journal_mode = WAL")
            cursor.execute("PRAGMA synchronous = FULL")
            cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine
