"""A database with two methods, read and write: SQLite in a file, or PostgreSQL."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

import orjson
from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    Table,
    func,
    make_url,
    select,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError

from .connections.postgres import PostgresPool, connector
from .connections.sqlite import SqliteFile
from .errors import BadDatabaseUrl, StoreFailure, TooManyConnections
from .rows import Row

MOST_CONNECTIONS = 15
"""How many connections to PostgreSQL are opened unless the settings say otherwise."""
APART = 2
"""The connections besides the pool: one for notifications, one for the lock on the shards."""

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
        self.connect: Callable[..., Awaitable[Any]] | None = None
        common: dict[str, Any] = {
            "json_serializer": _dump,
            "json_deserializer": orjson.loads,
            "hide_parameters": True,
        }
        self._connections: SqliteFile | PostgresPool
        if self.file is None:
            self.connect = connector(url)
            size = (connections or MOST_CONNECTIONS) - APART
            self._connections = PostgresPool(url, self.connect, size, read_only=read_only, **common)
        else:
            self._connections = SqliteFile(
                url, self.file, busy_seconds, read_only=read_only, **common
            )

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
            return await self._connections.read(job)

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Run a job and return its result once its writes are on disk."""
        with self._observe("write"):
            return await self._connections.write(job)

    async def close(self) -> None:
        """Wait for running jobs, then close all connections."""
        await self._connections.close()

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
