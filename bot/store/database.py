"""A database with two methods, read and write: SQLite in a file, or PostgreSQL."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

import orjson
from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    Engine,
    Table,
    create_engine,
    event,
    func,
    make_url,
    select,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from .errors import BadDatabaseUrl, StoreFailure, TooManyConnections, convert_errors
from .postgres import connector
from .rows import Row

Job = Callable[[Connection], Any]
PendingJob = tuple[Job, asyncio.Future[Any]]

MOST_CONNECTIONS = 15
"""How many connections to PostgreSQL are opened unless the settings say otherwise."""
APART = 2
"""The connections besides the pool: one for notifications, one for the lock on the shards."""
_TOGETHER = 64  # jobs per transaction, capped so that the first one is answered soon


class GroupWriter:
    """Runs jobs atomically on the single writing connection, with group commit.

    Jobs that arrive during a transaction share the next one, and so one flush to disk. Each is
    answered after the COMMIT. If one fails, the transaction is rolled back and every job is rerun
    alone, so that only the bad one fails.

    It uses a thread with a plain connection because an asynchronous driver costs three thread
    switches per statement.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        self._connection: Connection | None = None
        self._waiting: deque[PendingJob] = deque()
        self._idle = asyncio.Event()
        self._idle.set()

    async def run(self, job: Job) -> Any:
        """Run a job in a transaction and return its result once it is on disk."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        self._waiting.append((job, done))
        if self._idle.is_set():
            self._write(loop)
        return await done

    async def close(self) -> None:
        """Finish the queued jobs and close the file."""
        await self._idle.wait()
        if self._connection is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._connection.close)
        self._thread.shutdown()
        self._engine.dispose()

    def _write(self, loop: asyncio.AbstractEventLoop) -> None:
        """Run batches on the writer thread until the queue is empty."""
        count = min(len(self._waiting), _TOGETHER)
        if not count:
            self._idle.set()
            return
        self._idle.clear()
        batch = [self._waiting.popleft() for _ in range(count)]

        def work() -> None:
            outcomes = self._outcomes([job for job, _ in batch])
            loop.call_soon_threadsafe(self._tell, batch, outcomes, loop)

        self._thread.submit(work)

    def _tell(
        self, batch: Sequence[PendingJob], outcomes: Sequence[Any], loop: asyncio.AbstractEventLoop
    ) -> None:
        """Resolve the futures of a batch and start the next one."""
        self._write(loop)
        for (_, done), outcome in zip(batch, outcomes, strict=True):
            if done.done():  # the caller was cancelled
                continue
            if isinstance(outcome, BaseException):
                done.set_exception(outcome)
            else:
                done.set_result(outcome)

    def _outcomes(self, jobs: Sequence[Job]) -> Sequence[Any]:
        """Run a batch on the writer thread; return each job's result or exception."""
        together = self._attempt(jobs)
        if not isinstance(together, BaseException):
            return together
        if len(jobs) == 1:
            return [together]
        alone = [self._attempt([job]) for job in jobs]
        return [each if isinstance(each, BaseException) else each[0] for each in alone]

    def _attempt(self, jobs: Sequence[Job]) -> list[Any] | BaseException:
        """Run the jobs as one transaction; return their results, or what rolled it back."""
        try:
            return self._transaction(jobs)
        except BaseException as error:  # noqa: BLE001 - it is raised where the job was given
            return error

    def _transaction(self, jobs: Sequence[Job]) -> list[Any]:
        """Run the jobs in one transaction."""
        with convert_errors():
            if self._connection is None:
                self._connection = self._engine.connect()
            with self._connection.begin():
                return [job(self._connection) for job in jobs]


T = TypeVar("T")

_DRIVERS: Mapping[str, str] = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


def _dump(value: object) -> str:
    """Serialize a JSON column; any mapping becomes an object."""

    def to_json(other: object) -> object:
        if isinstance(other, Mapping):
            return dict(other)
        raise TypeError(f"not JSON: {type(other).__name__}")

    return orjson.dumps(value, default=to_json).decode()


def parse_url(text: str) -> URL:
    """Parse a database URL. Raises BadDatabaseUrl if it can't be used."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise BadDatabaseUrl("DATABASE_URL is not a database URL") from None
    driver = _DRIVERS.get(url.drivername)
    if driver is None:
        raise BadDatabaseUrl(f"DATABASE_URL: {url.drivername} is neither sqlite nor postgresql")
    if driver.startswith("sqlite") and url.database in (None, "", ":memory:"):
        raise BadDatabaseUrl("DATABASE_URL: SQLite needs a file")
    return url.set(drivername=driver)


def sqlite_file(url: URL) -> Path | None:
    """Return the file of a SQLite database, None for PostgreSQL."""
    return Path(cast("str", url.database)) if url.drivername.startswith("sqlite") else None


def database_name(address: str) -> str:
    """Name the database of an address for people: its file, or its server, and never a password."""
    url = parse_url(address)
    return str(sqlite_file(url) or f"{url.database} at {url.host or 'this machine'}")


class StoreObserver(Protocol):
    """Receives the store's measurements."""

    def store_used(self, operation: str, seconds: float, *, failed: bool) -> None:
        """Record the duration of a `read` or `write`, queueing included, and whether it failed."""

    def table_saved(self, acts: int, *, hand: bool, game: str | None) -> None:
        """Record a committed change of a table: its acts, and whether it ended a hand or a game."""


class Database:
    """Runs jobs, plain functions of a connection, each in its own transaction.

    A job may run twice, so its only effects are writes through its connection. Raises `Conflict`
    if a row exists already, and `StoreFailure` for any other database error; either way nothing
    was written.
    """

    def __init__(
        self,
        url: URL,
        *,
        busy_seconds: float = 5.0,
        connections: int | None = None,
        observer: StoreObserver | None = None,
        read_only: bool = False,
    ) -> None:
        """Prepare the connections.

        `connections`: the most that the program opens to PostgreSQL, those of `APART` included.
        `read_only`: the database must exist and is not changed.
        """
        self.file = sqlite_file(url)
        self.observer = observer
        self._writer: GroupWriter | None = None
        self._running: set[asyncio.Task[Any]] = set()
        common: dict[str, Any] = {
            "json_serializer": _dump,
            "json_deserializer": orjson.loads,
            "hide_parameters": True,
        }
        self.connect: Callable[..., Awaitable[Any]] | None = None
        if self.file is None:
            self.connect = connector(url)
            self._engine = create_async_engine(
                url.set(query={}),
                async_creator=self.connect,
                pool_pre_ping=True,
                pool_size=(connections or MOST_CONNECTIONS) - APART,
                max_overflow=0,
                **common,
            )
            self._reads = self._engine.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=read_only
            )
            return
        reading = url if not read_only else _read_only(url, self.file)
        self._engine = self._reads = create_async_engine(reading, pool_size=3, **common)
        _prepare_sqlite(self._engine.sync_engine, busy_seconds, reader=True)
        if read_only:
            return
        writing = create_engine(url.set(drivername="sqlite"), poolclass=NullPool, **common)
        _prepare_sqlite(writing, busy_seconds, reader=False)
        self._writer = GroupWriter(writing)

    async def require(self, connections: int) -> None:
        """Raise TooManyConnections if PostgreSQL allows this account fewer."""
        if self.file is not None:
            return
        allowed = await self.read(_allowed_connections)
        if allowed < connections:
            raise TooManyConnections(connections, allowed)

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Run a read-only job on one consistent snapshot and return its result."""
        with self._observe("read"):
            return await self._run(self._reads, job)

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Run a job and return its result once its writes are on disk."""
        with self._observe("write"):
            if self._writer is not None:
                return cast("T", await self._writer.run(job))
            return await self._run(self._engine, job)

    async def close(self) -> None:
        """Wait for running jobs, then close all connections."""
        if self._writer is not None:
            await self._writer.close()
        while self._running:
            await asyncio.wait(self._running)
        await self._engine.dispose()

    @contextmanager
    def _observe(self, operation: str) -> Iterator[None]:
        """Report an operation's duration and outcome to the observer."""
        began = time.perf_counter()
        failed = False
        try:
            yield
        except StoreFailure:
            failed = True
            raise
        finally:
            if self.observer is not None:
                seconds = time.perf_counter() - began
                self.observer.store_used(operation, seconds, failed=failed)

    async def _run(self, engine: AsyncEngine, job: Callable[[Connection], T]) -> T:
        """Run a job on a pooled connection, to its end even if the caller is cancelled.

        A driver that is interrupted while it rolls back loses its connection.
        """

        async def transaction() -> T:
            with convert_errors():
                async with engine.begin() as connection:
                    return await connection.run_sync(job)

        task = asyncio.create_task(transaction())
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)


def _read_only(url: URL, file: Path) -> URL:
    """Return the URI by which SQLite opens an existing file read-only."""
    return url.set(
        database=file.resolve().as_uri(), query={**url.query, "mode": "ro", "uri": "true"}
    )


def _prepare_sqlite(engine: Engine, busy_seconds: float, *, reader: bool) -> None:
    """Set up each new connection, and begin transactions explicitly.

    The driver would begin them late: a reader could see two states, and a writer that reads first
    could fail to get the lock.
    """

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {int(busy_seconds * 1000)}")
        if reader:
            cursor.execute("PRAGMA query_only = ON")
        else:
            cursor.execute("PRAGMA journal_mode = WAL")
            cursor.execute("PRAGMA synchronous = FULL")
            cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN" if reader else "BEGIN IMMEDIATE")


def wait_turn(connection: Connection, *key: int) -> None:
    """Wait until no other transaction has this key; SQLite has a single writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(*key)))


def upsert(
    connection: Connection,
    table: Table,
    rows: Sequence[Row],
    columns: Collection[str] | None = None,
    *,
    only_if: ColumnElement[bool] | None = None,
) -> int:
    """Insert rows, or update those whose key exists; return how many were written.

    `columns`: what to set in an existing row, by default all but the key; empty to leave it as it
    is. An existing row that stays, or fails `only_if`, is not counted.
    """
    if not rows:
        return 0
    if columns is None:
        columns = [name for name in rows[0] if not table.c[name].primary_key]
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    statement = insert(table)
    key = list(table.primary_key)
    if columns:
        updated = {name: statement.excluded[name] for name in columns}
        statement = statement.on_conflict_do_update(index_elements=key, set_=updated, where=only_if)
    else:
        statement = statement.on_conflict_do_nothing(index_elements=key)
    return sum(connection.execute(statement, row).rowcount for row in rows)


def _allowed_connections(connection: Connection) -> int:
    """Return how many connections PostgreSQL leaves to accounts like this one."""
    role = "(SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user)"
    most: int
    kept: int
    limit: int
    most, kept, limit = connection.execute(
        text(
            "SELECT current_setting('max_connections')::int, "
            f"current_setting('superuser_reserved_connections')::int, {role}"
        )
    ).one()
    return most - kept if limit < 0 else min(most - kept, limit)
