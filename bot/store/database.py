"""A database with two methods, read and write: SQLite in a file, or PostgreSQL."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

import orjson
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from bot.tables.ports import StoreFailure

from .errors import BadDatabaseUrl, translated
from .postgres import connector
from .writer import GroupWriter

T = TypeVar("T")

_DRIVERS: Mapping[str, str] = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


def _dump(value: object) -> str:
    """Write a JSON column; any mapping is an object."""

    def plain(other: object) -> object:
        if isinstance(other, Mapping):
            return dict(other)
        raise TypeError(f"not JSON: {type(other).__name__}")

    return orjson.dumps(value, default=plain).decode()


def parse_url(text: str) -> URL:
    """Return the parsed address of a database; raise BadDatabaseUrl if it can't be used."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise BadDatabaseUrl("DATABASE_URL is not the address of a database") from None
    driver = _DRIVERS.get(url.drivername)
    if driver is None:
        raise BadDatabaseUrl(f"DATABASE_URL: {url.drivername} is neither sqlite nor postgresql")
    if driver.startswith("sqlite") and url.database in (None, "", ":memory:"):
        raise BadDatabaseUrl("DATABASE_URL: SQLite needs a file")
    return url.set(drivername=driver)


def sqlite_file(url: URL) -> Path | None:
    """Return the file of a SQLite database, None for PostgreSQL."""
    return Path(cast("str", url.database)) if url.drivername.startswith("sqlite") else None


class StoreObserver(Protocol):
    """Measures the store."""

    def store_used(self, operation: str, seconds: float, *, failed: bool) -> None:
        """Note how long a `read` or `write` took, waiting included, and whether it failed."""
        ...

    def table_saved(self, acts: int, *, hand: bool, game: str | None) -> None:
        """Note a saved change of a table: its acts, whether a hand and which game ended."""
        ...


class Database:
    """Runs jobs, plain functions of a connection, each in a transaction of its own.

    A job may run twice, so it has no effects but what it writes through its connection. Raises
    `Conflict` if a row exists already, and `StoreFailure` for whatever else a database may raise;
    then nothing was written.
    """

    def __init__(
        self,
        url: URL,
        *,
        busy_seconds: float = 5.0,
        observer: StoreObserver | None = None,
        read_only: bool = False,
    ) -> None:
        """`read_only`: there must be a database, and nothing of it is changed."""
        self.file = sqlite_file(url)
        self.observer = observer
        self._writer: GroupWriter | None = None
        self._running = 0
        self._idle = asyncio.Event()
        self._idle.set()
        common = {"json_serializer": _dump, "json_deserializer": orjson.loads}
        if self.file is None:
            self._engine = create_async_engine(
                url.set(query={}), async_creator=connector(url), pool_pre_ping=True, **common
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

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Run a job that changes nothing and return its result; it sees one state throughout."""
        with self._timed("read"), self._counted(), translated():
            async with self._reads.connect() as connection, connection.begin():
                return await connection.run_sync(job)

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Run a job and return its result once everything it wrote is on disk."""
        with self._timed("write"):
            if self._writer is not None:
                return cast("T", await self._writer.run(job))
            with self._counted(), translated():
                async with self._engine.begin() as connection:
                    return await connection.run_sync(job)

    async def close(self) -> None:
        """Finish what is being read and written, and close all connections."""
        if self._writer is not None:
            await self._writer.close()
        await self._idle.wait()
        await self._engine.dispose()

    @contextmanager
    def _timed(self, operation: str) -> Iterator[None]:
        """Tell the observer how long an operation took and whether the database failed."""
        began, failed = time.perf_counter(), False
        try:
            yield
        except StoreFailure:
            failed = True
            raise
        finally:
            if self.observer is not None:
                seconds = time.perf_counter() - began
                self.observer.store_used(operation, seconds, failed=failed)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """Count a job on a pooled connection, so that `close` can wait for it."""
        self._running += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._running -= 1
            if self._running == 0:
                self._idle.set()


def _read_only(url: URL, file: Path) -> URL:
    """Return the address by which SQLite opens a file for reading, and makes none."""
    return url.set(
        database=file.resolve().as_uri(), query={**url.query, "mode": "ro", "uri": "true"}
    )


def _prepare_sqlite(engine: Engine, busy_seconds: float, *, reader: bool) -> None:
    """Set each new connection up, and begin transactions explicitly.

    The driver would begin them late: a reader could see two states, and a writer could read first
    and then fail to get the lock.
    """

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: object) -> None:
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
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN" if reader else "BEGIN IMMEDIATE")
