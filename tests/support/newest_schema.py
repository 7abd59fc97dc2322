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
        newest = revisions()[-1]
        is_new = file is not None and file.stat().st_size == 0
        if file is not None and is_new:
            file.write_bytes(self._migrated.get(newest, b""))
        await self._migrate(database, backups)
        if file is not None and is_new:
            self._migrated.setdefault(newest, _content_of(file))


def share_newest_schema() -> None:
    """Make all stores opened from now on share one migrated schema."""
    store.migrate = CopiedSchema(store.migrate)  # type: ignore[assignment]


def migrate_once() -> None:
    """Migrate a database, so that programs forked from this process find the schema."""

    async def migrate(folder: str) -> None:
        await (await open_store(f"sqlite:///{folder}/newest.sqlite3")).close()

    with TemporaryDirectory() as folder:
        asyncio.run(migrate(folder))


def _content_of(file: Path) -> bytes:
    """Return what a database holds, with what is still in its log of writes."""
    with closing(sqlite3.connect(file)) as opened:
        return opened.serialize()
