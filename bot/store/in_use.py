"""Guard for commands that must not run beside a bot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager

from sqlalchemy import Connection, inspect

from . import schema
from .database import Database, parse_url, sqlite_file
from .errors import DatabaseInUse, convert_errors
from .private_files import only_user
from .processes import other_counts

NO_SHARDS = 0


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


def _is_leased(connection: Connection) -> bool:
    """Return True if a live process holds a lease; the table is missing before the first start."""
    if not inspect(connection).has_table(schema.leases.name):
        return False
    return bool(other_counts(connection, NO_SHARDS))
