"""Guards for what must not run beside a bot: some commands, and migrations."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager

from sqlalchemy import Connection, inspect, select

from bot.upkeep.views import Heartbeat, is_alive

from . import schema
from .database import Database, parse_url, sqlite_file
from .errors import DatabaseInUse, StillServed, convert_errors
from .host.schema_host import heartbeats
from .private_files import only_user
from .processes import lease_end, server_time

LOOK_SECONDS = 0.5
"""How often to check whether a lease is renewed."""


@asynccontextmanager
async def unused_database(url: str) -> AsyncIterator[None]:
    """Ensure that no bot uses a database; hold a SQLite file's lock during the block.

    Raises BadDatabaseUrl, DatabaseInUse and StoreFailure.
    """
    parsed = parse_url(url)
    file = sqlite_file(parsed)
    if file is not None and file.exists():
        with ExitStack() as stack:
            with convert_errors():
                stack.enter_context(only_user(file))
            yield
        return
    if file is None:
        database = Database(parsed, read_only=True)
        try:
            if await database.read(_is_leased):
                raise DatabaseInUse(parsed)
        finally:
            await database.close()
    yield


async def wait_until_unserved(database: Database, is_done: Callable[[Connection], bool]) -> None:
    """Wait until no process serves a PostgreSQL database, or it is done.

    A killed process's lease runs out within seconds. Raises StillServed once a lease is renewed.
    """

    def find_end(connection: Connection) -> float | None:
        return None if is_done(connection) else lease_end(connection)

    first: float | None = None
    while (end := await database.read(find_end)) is not None:
        if first is not None and end > first:
            raise StillServed(await database.read(_serving))
        first = first or end
        await asyncio.sleep(LOOK_SECONDS)


def _serving(connection: Connection) -> Sequence[Heartbeat]:
    """List the processes that serve a database, the oldest first."""
    now = server_time(connection)
    found = select(heartbeats).order_by(heartbeats.c.started_at, heartbeats.c.process)
    beats = (Heartbeat(**row) for row in connection.execute(found).mappings())
    return [each for each in beats if is_alive(each, now)]


def _is_leased(connection: Connection) -> bool:
    """Return True if a live process holds a lease; the table is missing before the first start."""
    if not inspect(connection).has_table(schema.leases.name):
        return False
    return lease_end(connection) is not None
