"""Connecting to PostgreSQL with the same URLs as its own tools, such as `?sslmode=require`."""

from __future__ import annotations

import importlib
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import URL

from .errors import BadDatabaseUrl

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
