"""Builds the nightly backup."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.runtime.errors import StartError
from bot.runtime.settings import Settings
from bot.store import Store
from bot.store.backup import dated_copy_path, keep_newest
from bot.upkeep.nightly import NightlyBackup
from bot.values.clock import Clock


def nightly_backup(
    store: Store, file: Path | None, settings: Settings, clock: Clock
) -> NightlyBackup | None:
    """Build the nightly backup, None if the host has turned it off.

    Raises StartError if the database cannot be copied.
    """
    if not settings.nightly_backups:
        return None
    if file is None:
        raise StartError("NIGHTLY_BACKUPS copies SQLite only; back up PostgreSQL with pg_dump")
    database = file
    keep = settings.nightly_backups

    async def make() -> None:
        await store.backup(dated_copy_path(settings.backups, database.stem, clock.now()))
        await asyncio.to_thread(keep_newest, settings.backups, database.stem, keep)

    return NightlyBackup(make, clock)
