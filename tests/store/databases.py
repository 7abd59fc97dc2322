"""A fresh database for a test: a SQLite file, or one of its own on the PostgreSQL server."""

from __future__ import annotations

import os
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import SqlStore, open_store

SERVER = os.environ.get("FORTYTWO_POSTGRES", "postgresql://postgres@127.0.0.1:5432/")


async def _postgres_database() -> AsyncIterator[str]:
    """Make a database, give its address, and drop it."""
    asyncpg = pytest.importorskip("asyncpg")
    try:
        server = await asyncpg.connect(f"{SERVER}postgres", timeout=5)
    except OSError as error:
        reason = f"no PostgreSQL at {SERVER}: {error}"
        if os.environ.get("FORTYTWO_REQUIRE_SERVICES") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    name = f"test_{uuid.uuid4().hex}"
    try:
        await server.execute(f'CREATE DATABASE "{name}"')
        yield f"{SERVER}{name}"
        await server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
    finally:
        await server.close()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """The address of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'fortytwo.sqlite3'}"
        return
    async for address in _postgres_database():
        yield address


@pytest.fixture
async def store(url: str) -> AsyncIterator[SqlStore]:
    """An open store on an empty database."""
    opened = await open_store(url)
    yield opened
    await opened.close()


@pytest.fixture
async def sqlite_store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    """An open store on an empty SQLite file, `fortytwo.sqlite3` in `tmp_path`."""
    opened = await open_store(f"sqlite:///{tmp_path / 'fortytwo.sqlite3'}")
    yield opened
    await opened.close()
