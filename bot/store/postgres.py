"""Connecting to PostgreSQL as its own tools do, `?sslmode=require` and the like included."""

from __future__ import annotations

import importlib
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import URL

from .errors import BadDatabaseUrl

CONNECT_SECONDS = 10.0
# what psql understands in an address and asyncpg would send to the server as a setting
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
    """Return what opens a connection to the database of an address. Raises BadDatabaseUrl."""
    try:
        asyncpg = importlib.import_module("asyncpg")
    except ImportError:
        raise BadDatabaseUrl(
            "DATABASE_URL: PostgreSQL needs asyncpg; install it with pip install asyncpg"
        ) from None
    bare = url.difference_update_query(NOT_FOR_THE_SERVER).set(drivername="postgresql")
    address = bare.render_as_string(hide_password=False)

    async def connect(**_: Any) -> Any:
        """Open a connection; whatever keeps it from opening is an OSError, as the network's is."""
        with outages():
            return await asyncpg.connect(address, timeout=CONNECT_SECONDS)

    return connect


@contextmanager
def outages() -> Iterator[None]:
    """Turn what asyncpg raises where a server does not answer into an OSError."""
    asyncpg = importlib.import_module("asyncpg")
    # the third where a connection is asked just as the server ends it
    broken = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
    try:
        yield
    except (*broken, ValueError) as error:
        raise ConnectionError(str(error)) from error
