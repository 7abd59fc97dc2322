"""Connecting to PostgreSQL with the same URLs as its own tools, such as `?sslmode=require`."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store.errors import BadDatabaseUrl, convert_errors

T = TypeVar("T")

CONNECT_SECONDS = 10.0
# compiling a query takes the server longer than running any of ours; a setting sent at the start of
# a connection would be refused by PgBouncer
NO_JIT = "SET jit = off"
# URL parameters that psql knows and asyncpg would send to the server as settings
NOT_FOR_THE_SERVER = frozenset(
    {
        "channel_binding",
        "client_encoding",
        "connect_timeout",
        "gssencmode",
        "keepalives",
        "keepalives_count",
        "keepalives_idle",
        "keepalives_interval",
        "requirepeer",
        "sslcompression",
        "sslsni",
        "tcp_user_timeout",
    }
)


def connector(url: URL) -> Callable[..., Awaitable[Any]]:
    """Build the function that connects to a database URL. Raises BadDatabaseUrl."""
    try:
        asyncpg = importlib.import_module("asyncpg")
    except ImportError:
        raise BadDatabaseUrl(
            "DATABASE_URL: PostgreSQL needs asyncpg; install it with pip install asyncpg"
        ) from None
    bare = url.difference_update_query(NOT_FOR_THE_SERVER).set(drivername="postgresql")
    address = bare.render_as_string(hide_password=False)

    async def connect(**_: Any) -> Any:
        """Open a connection; any failure is raised as OSError, like a network failure."""
        with convert_outages():
            connection = await asyncpg.connect(address, timeout=CONNECT_SECONDS)
            try:
                await connection.execute(NO_JIT)
            except BaseException:
                connection.terminate()  # nobody else knows of it yet
                raise
            return connection

    return connect


@contextmanager
def convert_outages() -> Iterator[None]:
    """Convert asyncpg's errors of a server that does not answer to OSError."""
    asyncpg = importlib.import_module("asyncpg")
    # the third occurs if the server ends the connection just as it is used
    broken = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
    try:
        yield
    except (*broken, ValueError) as error:
        raise ConnectionError(str(error)) from error


class PostgresPool:
    """Runs jobs, each in a transaction on one of a few connections.

    `connect`: opens a connection; see `connector`. `size`: the most connections.
    """

    def __init__(
        self,
        url: URL,
        connect: Callable[..., Awaitable[Any]],
        size: int,
        *,
        read_only: bool,
        **options: Any,
    ) -> None:
        self._engine = create_async_engine(
            url.set(query={}),
            async_creator=connect,
            pool_pre_ping=True,
            pool_size=size,
            max_overflow=0,
            **options,
        )
        self._reads = self._engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=read_only
        )
        self._running: set[asyncio.Task[Any]] = set()

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Run a read-only job on one consistent snapshot and return its result."""
        return await self._run(self._reads, job)

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Run a job and return its result once its writes are on disk."""
        return await self._run(self._engine, job)

    async def close(self) -> None:
        """Wait for running jobs, then close all connections."""
        while self._running:
            await asyncio.wait(self._running)
        await self._engine.dispose()

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
