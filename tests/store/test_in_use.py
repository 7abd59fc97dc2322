"""Whether a bot runs with a database: by the lock of a SQLite file, by leases on PostgreSQL."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import BadDatabaseUrl, DatabaseInUse, SqlStore
from bot.store.in_use import unused_database
from bot.store.private_files import only_user
from bot.tables.ports import Lease, StoreFailure


@contextlib.asynccontextmanager
async def a_bot(store: SqlStore, url: str) -> AsyncIterator[None]:
    """Hold what a bot that runs with the database holds."""
    processes = store.processes()
    if processes is None:
        with only_user(Path(url.removeprefix("sqlite:///"))):
            yield
        return
    await processes.take(Lease("a bot", frozenset({0}), 1, 6.0, starting=True))
    yield
    await processes.release("a bot")


async def test_a_database_is_unused_before_and_after_a_bot_runs_with_it(
    store: SqlStore, url: str
) -> None:
    async with unused_database(url):
        pass
    async with a_bot(store, url):
        with pytest.raises(DatabaseInUse, match="is in use"):
            async with unused_database(url):
                pass
    async with unused_database(url):
        pass


async def test_a_database_that_nobody_has_made_yet_is_unused(url: str) -> None:
    async with unused_database(url):
        pass


async def test_no_bot_takes_a_sqlite_file_meanwhile(sqlite_store: SqlStore, tmp_path: Path) -> None:
    file = tmp_path / "fortytwo.sqlite3"
    async with unused_database(f"sqlite:///{file}"):
        with pytest.raises(DatabaseInUse), only_user(file):
            pass


async def test_a_lock_that_cannot_be_opened_is_a_failure_of_the_store(tmp_path: Path) -> None:
    (tmp_path / "a.sqlite3").touch()
    (tmp_path / "a.sqlite3.lock").mkdir()
    with pytest.raises(StoreFailure, match="directory"):
        async with unused_database(f"sqlite:///{tmp_path / 'a.sqlite3'}"):
            pass


async def test_an_address_of_no_database_is_named() -> None:
    with pytest.raises(BadDatabaseUrl):
        async with unused_database("oracle://host/db"):
            pass
