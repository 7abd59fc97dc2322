"""Detecting a running bot by its SQLite file lock or its PostgreSQL leases."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import BadDatabaseUrl, DatabaseInUse, Store
from bot.store.errors import StoreFailure
from bot.store.in_use import unused_database
from bot.store.private_files import only_user
from bot.store.processes import Lease


@contextlib.asynccontextmanager
async def running_bot(store: Store, url: str) -> AsyncIterator[None]:
    """Hold the lock or the lease that a running bot would hold."""
    processes = store.processes()
    if processes is None:
        with only_user(Path(url.removeprefix("sqlite:///"))):
            yield
        return
    await processes.take(Lease("a bot", frozenset({0}), 1, 6.0, starting=True))
    yield
    await processes.release("a bot")


async def test_database_is_in_use_only_while_a_bot_runs(store: Store, url: str) -> None:
    async with unused_database(url):
        pass
    async with running_bot(store, url):
        with pytest.raises(DatabaseInUse, match="is in use"):
            async with unused_database(url):
                pass
    async with unused_database(url):
        pass


async def test_missing_database_is_unused(url: str) -> None:
    async with unused_database(url):
        pass


async def test_bot_cannot_start_while_a_command_uses_the_sqlite_file(
    sqlite_store: Store, tmp_path: Path
) -> None:
    file = tmp_path / "fortytwo.sqlite3"
    async with unused_database(f"sqlite:///{file}"):
        with pytest.raises(DatabaseInUse), only_user(file):
            pass


async def test_unusable_lock_file_is_a_store_failure(tmp_path: Path) -> None:
    (tmp_path / "a.sqlite3").touch()
    (tmp_path / "a.sqlite3.lock").mkdir()
    with pytest.raises(StoreFailure, match="directory"):
        async with unused_database(f"sqlite:///{tmp_path / 'a.sqlite3'}"):
            pass


async def test_unsupported_url_is_reported() -> None:
    with pytest.raises(BadDatabaseUrl):
        async with unused_database("oracle://host/db"):
            pass
