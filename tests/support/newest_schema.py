"""The newest schema of SQLite, migrated once a process: later databases begin as a copy.

Migrating takes ten times as long as opening, and nearly every test opens a database of its own.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.store import open_store, store
from bot.store.database import Database
from bot.store.migrate import revisions

Migrate = Callable[[Database, Path | None], Awaitable[None]]


class CopiedSchema:
    """Migrates databases; an empty SQLite file first gets what the first one became."""

    def __init__(self, migrate: Migrate) -> None:
        self._migrate = migrate
        self._migrated: dict[str, bytes] = {}

    async def __call__(self, database: Database, backups: Path | None) -> None:
        file = database.file
        if file is None or file.stat().st_size > 0:
            await self._migrate(database, backups)
            return
        newest = revisions()[-1]
        if newest in self._migrated:
            file.write_bytes(self._migrated[newest])
        await self._migrate(database, backups)
        if newest not in self._migrated:
            self._migrated[newest] = _content_of(file)


def share_newest_schema() -> None:
    """Make all stores opened from now on share one migrated schema."""
    store.migrate = CopiedSchema(store.migrate)  # type: ignore[assignment]


def migrate(url: str) -> None:
    """Create the newest schema in a database, where no event loop runs."""

    async def open_and_close() -> None:
        await (await open_store(url)).close()

    asyncio.run(open_and_close())


def migrate_once() -> None:
    """Migrate a database, so that programs forked from this process find the schema."""
    with TemporaryDirectory() as folder:
        migrate(f"sqlite:///{folder}/newest.sqlite3")


def _content_of(file: Path) -> bytes:
    """Return what a database holds, with what is still in its log of writes."""
    with closing(sqlite3.connect(file)) as opened:
        return opened.serialize()
