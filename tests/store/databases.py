"""Fixtures for fresh databases: a SQLite file or a PostgreSQL database."""

from __future__ import annotations

import asyncio
import os
import uuid
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from bot.store import Store, open_store
from tests.support.newest_schema import migrate

SERVER = os.environ.get("FORTYTWO_POSTGRES", "postgresql://postgres@127.0.0.1:5432/")

CONNECT_SECONDS = 60
FILE = "fortytwo.sqlite3"
NO_SCHEMA = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"
DELETE_ALL = """
DO $$
DECLARE name text;
BEGIN
    SET LOCAL session_replication_role = replica;  -- in any order: foreign keys are not checked
    FOR name IN
        SELECT tablename FROM pg_tables
        WHERE schemaname = 'public' AND tablename <> 'alembic_version'
    LOOP
        EXECUTE format('DELETE FROM %I', name);
    END LOOP;
END $$
"""


def run_statement(database: str, statement: str) -> None:
    """Run a statement on the PostgreSQL server, outside the test's event loop."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(_execute(database, statement))).result()


async def _execute(database: str, statement: str) -> None:
    asyncpg = pytest.importorskip("asyncpg")
    connection = await asyncpg.connect(f"{SERVER}{database}", timeout=CONNECT_SECONDS)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@contextmanager
def database() -> Iterator[str]:
    """Create an empty PostgreSQL database, yield its name, and drop it afterwards."""
    name = f"test_{uuid.uuid4().hex}"
    try:
        run_statement("postgres", f"CREATE DATABASE {name} TEMPLATE template0")
        run_statement("postgres", f"ALTER DATABASE {name} SET synchronous_commit = off")
    except OSError as error:
        reason = f"no PostgreSQL at {SERVER}: {error}"
        if os.environ.get("FORTYTWO_REQUIRE_SERVICES") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    try:
        yield name
    finally:
        run_statement("postgres", f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The name of a PostgreSQL database that only this test session uses."""
    with database() as name:
        yield name


@pytest.fixture(scope="session")
def newest_postgres() -> Iterator[str]:
    """The name of a PostgreSQL database of the newest schema, to be emptied for each test."""
    with database() as name:
        with ThreadPoolExecutor(1) as thread:  # beside the event loop of the test
            thread.submit(migrate, f"{SERVER}{name}").result()
        yield name


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, with the newest schema where a test asks for `store`."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / FILE}"
    node: pytest.Item = request.node
    if "store" in request.fixturenames and node.get_closest_marker("alters_schema") is None:
        shared: str = request.getfixturevalue("newest_postgres")
        run_statement(shared, DELETE_ALL)
        return f"{SERVER}{shared}"
    name: str = request.getfixturevalue("postgres")
    run_statement(name, NO_SCHEMA)
    return f"{SERVER}{name}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """An open store on an empty database."""
    opened = await open_store(url)
    yield opened
    await opened.close()


@pytest.fixture
async def sqlite_store(tmp_path: Path) -> AsyncIterator[Store]:
    """An open store on an empty SQLite file, `fortytwo.sqlite3` in `tmp_path`."""
    opened = await open_store(f"sqlite:///{tmp_path / FILE}")
    yield opened
    await opened.close()


async def settle(store: Store) -> None:
    """Wait until PostgreSQL has ended the killed process's transactions."""
    lock = text("LOCK TABLE tables IN ACCESS EXCLUSIVE MODE")

    def wait(connection: Connection) -> None:
        if connection.dialect.name == "postgresql":
            connection.execute(lock)

    await store.database.write(wait)
