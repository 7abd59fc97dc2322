"""Opens the database, on PostgreSQL once it is this process's turn to serve its shards."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bot.runtime.health import health_server
from bot.runtime.metrics import Metrics
from bot.runtime.settings import Settings
from bot.runtime.start_checks import opening_database
from bot.store import Store, open_store
from bot.store.database import parse_url, sqlite_file
from bot.store.private_files import only_user
from bot.store.stand_by import StandBy


@dataclass(frozen=True, slots=True)
class OpenDatabase:
    """The open database. `file`: that of SQLite. `stand_by`: the turn to serve, on PostgreSQL."""

    store: Store
    file: Path | None
    stand_by: StandBy | None


@asynccontextmanager
async def open_database(settings: Settings, metrics: Metrics) -> AsyncIterator[OpenDatabase]:
    """Yield the open database, waiting while another process serves these shards; then close it.

    Raises StartError, and what `open_store` raises.
    """
    opening = partial(opening_database, settings.database, settings.backups)
    file = sqlite_file(parse_url(settings.database))
    stand_by: StandBy | None = None
    async with AsyncExitStack() as stack:
        if file is not None:
            with opening():
                stack.enter_context(only_user(file))
        else:
            stand_by = StandBy(parse_url(settings.database), min(settings.own_shards))
            stack.push_async_callback(stand_by.close)
            with opening():
                await _take(stand_by, settings, metrics)
        with opening():
            store = await open_store(
                settings.database,
                backups=settings.backups,
                connections=settings.database_connections,
                observer=metrics,
            )
        stack.push_async_callback(store.close)
        yield OpenDatabase(store, file, stand_by)


async def _take(stand_by: StandBy, settings: Settings, metrics: Metrics) -> None:
    """Take the turn to serve; meanwhile the host's monitor sees that this process stands by."""
    checks = {"shards": stand_by.lack}
    async with health_server(settings.health_host, settings.health_port, checks, metrics.registry):
        await stand_by.take()
