"""Opening a database, its failures, and backing it up."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import uuid
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import Connection, make_url, text

from bot.store import BadDatabaseUrl, Store, open_store
from bot.store.connections import postgres, sqlite
from bot.store.connections.sqlite import MOST_READERS
from bot.store.database import Database, parse_url
from bot.store.errors import Conflict, StoreFailure, TooManyConnections
from bot.tables.stored import StoredTable
from tests.support.patience import PATIENCE

from .databases import SERVER, run_statement
from .samples import act, next_change, shake, table


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("sqlite:///data/var/x.sqlite3", "sqlite+aiosqlite:///data/var/x.sqlite3"),
        ("sqlite+aiosqlite:////x.db", "sqlite+aiosqlite:////x.db"),
        ("postgres://u:p@h:1/d", "postgresql+asyncpg://u:p@h:1/d"),
        ("postgresql://u@h/d", "postgresql+asyncpg://u@h/d"),
        ("postgresql+asyncpg://h/d", "postgresql+asyncpg://h/d"),
    ],
)
def test_url_gets_the_async_driver_of_its_database(given: str, read: str) -> None:
    assert parse_url(given).render_as_string(hide_password=False) == read


@pytest.mark.parametrize(
    "address", ["", "nonsense", "mysql://u:geheim@h/d", "sqlite://", "sqlite:///:memory:"]
)
async def test_unsupported_url_is_refused_without_echoing_its_password(address: str) -> None:
    with pytest.raises(BadDatabaseUrl) as refused:
        await open_store(address)
    assert "geheim" not in str(refused.value)


async def test_unreachable_database_is_a_store_failure(tmp_path: Path) -> None:
    with pytest.raises(StoreFailure):
        await open_store("postgresql://nobody@127.0.0.1:1/nothing")
    with pytest.raises(StoreFailure):
        await open_store(f"sqlite:///{tmp_path}")
    (tmp_path / "text").write_text("This is not a database, whatever its name says.\n" * 99)
    with pytest.raises(StoreFailure):
        await open_store(f"sqlite:///{tmp_path / 'text'}")


@pytest.mark.postgres
async def test_connection_that_fails_while_it_is_set_up_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[Any] = []
    asyncpg = pytest.importorskip("asyncpg")
    connect = asyncpg.connect

    async def recorded(*args: Any, **kwargs: Any) -> Any:
        opened.append(await connect(*args, **kwargs))
        return opened[-1]

    monkeypatch.setattr(asyncpg, "connect", recorded)
    monkeypatch.setattr(postgres, "NO_JIT", "SET no_such_setting = off")
    with pytest.raises(ConnectionError):
        await postgres.connector(make_url(f"{SERVER}postgres"))()
    (connection,) = opened
    assert connection.is_closed()


async def test_folder_of_a_new_database_is_created(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path / 'a' / 'b' / 'new.sqlite3'}")
    await store.close()
    assert (tmp_path / "a" / "b" / "new.sqlite3").is_file()


async def test_sqlite_uses_wal_full_sync_and_foreign_keys(sqlite_store: Store) -> None:
    def pragmas(connection: Connection) -> list[Any]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [connection.scalar(text(f"PRAGMA {name}")) for name in names]

    assert await sqlite_store.database.write(pragmas) == ["wal", 2, 1]


async def test_committed_data_is_there_after_reopening(url: str) -> None:
    store = await open_store(url)
    now = await store.tables.create(table(), shake())
    change = next_change(now, act(1))
    await store.tables.commit(change)
    await store.close()
    store = await open_store(url)
    assert await store.tables.load("k3f9q2") == StoredTable(change.table, shake(), (act(1),))
    await store.close()


async def test_close_waits_for_pending_writes(url: str) -> None:
    store = await open_store(url)
    now = await store.tables.create(table(), shake())
    written = asyncio.ensure_future(store.tables.commit(next_change(now, act(1))))
    await asyncio.sleep(0)
    await asyncio.gather(store.close(), written)
    store = await open_store(url)
    stored = await store.tables.load("k3f9q2")
    await store.close()
    assert stored is not None
    assert stored.acts == (act(1),)


async def test_read_whose_caller_is_cancelled_twice_loses_no_connection(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    def read(connection: Connection) -> None:
        loop.call_soon_threadsafe(begun.set)
        connection.execute(text("SELECT 1")).all()

    for _ in range(20):
        begun.clear()
        reading = asyncio.ensure_future(store.database.read(read))
        await begun.wait()
        reading.cancel()
        await asyncio.sleep(0)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
    await store.close()
    assert not caplog.messages


async def test_close_waits_for_a_read_whose_caller_is_cancelled(store: Store) -> None:
    finished: list[object] = []
    loop = asyncio.get_running_loop()

    def read(connection: Connection) -> None:
        loop.call_soon_threadsafe(reading.cancel)
        finished.append(connection.scalar(text("SELECT 1")))

    reading = asyncio.ensure_future(store.database.read(read))
    with pytest.raises(asyncio.CancelledError):
        await reading
    await store.close()
    assert finished == [1]


async def test_close_waits_for_a_connection_whose_reader_is_cancelled(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = asyncio.Event()
    may_open = threading.Event()
    opened: list[object] = []
    loop = asyncio.get_running_loop()
    open_reader = sqlite._Connection._open

    def open_late(connection: sqlite._Connection) -> sqlite3.Connection:
        loop.call_soon_threadsafe(begun.set)
        assert may_open.wait(PATIENCE)
        opened.append(connection)
        return open_reader(connection)

    async def read() -> bool:
        return await sqlite_store.database.read(lambda _: may_open.wait(PATIENCE))

    holding = asyncio.create_task(read())  # the only connection that is open
    await asyncio.sleep(0)
    monkeypatch.setattr(sqlite._Connection, "_open", open_late)
    reading = asyncio.create_task(read())
    await begun.wait()
    for _ in range(2):
        reading.cancel()
        await asyncio.sleep(0)
    assert not reading.done()
    may_open.set()
    assert await holding
    await sqlite_store.close()
    assert reading.cancelled()
    assert len(opened) == 1


async def test_eight_transactions_read_a_file_at_once(sqlite_store: Store) -> None:
    together = threading.Barrier(MOST_READERS)
    running = 0
    most = 0
    lock = threading.Lock()

    def read(connection: Connection) -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        connection.execute(text("SELECT 1")).all()
        together.wait()
        with lock:
            running -= 1
        together.wait()

    reads = (sqlite_store.database.read(read) for _ in range(3 * MOST_READERS))
    await asyncio.gather(*reads)
    assert most == MOST_READERS


async def test_transaction_on_a_file_changes_threads_once(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def three(connection: Connection) -> list[Any]:
        return [connection.scalar(text(f"SELECT {number}")) for number in range(3)]

    database = sqlite_store.database
    await asyncio.gather(database.read(three), database.write(three))  # connected from now on
    calls: list[object] = []
    execute = aiosqlite.Connection._execute

    async def counted(self: aiosqlite.Connection, *call: Any) -> Any:
        calls.append(call)
        return await execute(self, *call)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    assert await database.read(three) == await database.write(three) == [0, 1, 2]
    assert len(calls) == 2


async def test_closed_file_is_neither_read_nor_written(sqlite_store: Store) -> None:
    await sqlite_store.close()
    for use in (sqlite_store.database.read, sqlite_store.database.write):
        with pytest.raises(StoreFailure, match="closed"):
            await use(lambda connection: connection.scalar(text("SELECT 1")))


async def test_write_to_a_locked_file_fails_and_can_be_retried(tmp_path: Path) -> None:
    path = tmp_path / "busy.sqlite3"
    store = await open_store(f"sqlite:///{path}", busy_seconds=0)
    now = await store.tables.create(table(), shake())
    change = next_change(now, act(1))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreFailure):
            await store.tables.commit(change)
        assert await store.tables.load("k3f9q2") == StoredTable(
            now, shake(), ()
        )  # reads need no lock
        other.execute("ROLLBACK")
    await store.tables.commit(change)
    assert await store.tables.load("k3f9q2") == StoredTable(change.table, shake(), (act(1),))
    await store.close()


async def test_write_to_a_full_disk_fails_and_changes_nothing(sqlite_store: Store) -> None:
    def limit(pages: int) -> Callable[[Connection], int]:
        return lambda connection: connection.scalar(text(f"PRAGMA max_page_count = {pages}"))

    now = await sqlite_store.tables.create(table(), shake())
    await sqlite_store.database.write(limit(1))  # the file can't grow
    huge = next_change(now, act(1), rules={"preset": "x" * 100_000})
    with pytest.raises(StoreFailure):
        await sqlite_store.tables.commit(huge)
    assert await sqlite_store.tables.load("k3f9q2") == StoredTable(now, shake(), ())
    await sqlite_store.database.write(limit(1_000_000))
    await sqlite_store.tables.commit(huge)
    assert await sqlite_store.tables.load("k3f9q2") == StoredTable(huge.table, shake(), (act(1),))


async def test_two_processes_can_write_to_one_database(url: str) -> None:
    first = await open_store(url)
    second = await open_store(url)
    now = await first.tables.create(table(), shake())
    other = await second.tables.create(table("other1"), shake())
    change = next_change(now, act(1))
    await asyncio.gather(
        second.tables.commit(change), first.tables.commit(next_change(other, act(1)))
    )
    with pytest.raises(Conflict):
        await first.tables.commit(next_change(now, act(1)))
    assert await first.tables.load("k3f9q2") == StoredTable(change.table, shake(), (act(1),))
    await first.close()
    await second.close()


async def test_backup_during_a_write_is_a_complete_database(
    sqlite_store: Store, tmp_path: Path
) -> None:
    now = await sqlite_store.tables.create(table(), shake())
    first = next_change(now, act(1))
    await sqlite_store.tables.commit(first)  # so far only in the write-ahead log
    copy = tmp_path / "backups" / "copy.sqlite3"
    second = next_change(first.table, act(2))
    await asyncio.gather(sqlite_store.backup(copy), sqlite_store.tables.commit(second))
    assert [path.name for path in copy.parent.iterdir()] == ["copy.sqlite3"]
    opened = await open_store(f"sqlite:///{copy}")
    stored = await opened.tables.load("k3f9q2")
    await opened.close()
    assert stored in (
        StoredTable(first.table, shake(), (act(1),)),
        StoredTable(second.table, shake(), (act(1), act(2))),
    )


async def test_failed_backup_leaves_the_file_in_its_way(
    sqlite_store: Store, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreFailure):
        await sqlite_store.backup(tmp_path / "file" / "copy.sqlite3")
    assert (tmp_path / "file").read_text() == "in the way"


@pytest.mark.parametrize(
    "url", [pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True
)
async def test_postgresql_backup_is_refused_in_favor_of_pg_dump(store: Store) -> None:
    with pytest.raises(StoreFailure, match="pg_dump"):
        await store.backup(Path("unused"))


@pytest.mark.postgres
async def test_server_compiles_no_query(postgres: str) -> None:
    store = await open_store(f"{SERVER}{postgres}")
    for use in (store.database.read, store.database.write):
        assert await use(lambda connection: connection.scalar(text("SHOW jit"))) == "off"
    await store.close()


@pytest.mark.postgres
@pytest.mark.parametrize(
    "query",
    [
        "?sslmode=prefer",
        "?sslmode=disable&application_name=forty%20two",
        "?connect_timeout=5&channel_binding=prefer&target_session_attrs=any",
    ],
)
async def test_libpq_url_parameters_are_accepted(postgres: str, query: str) -> None:
    store = await open_store(f"{SERVER}{postgres}{query}")
    await store.ping()
    await store.close()


@pytest.mark.postgres
async def test_server_without_tls_is_refused_when_the_url_requires_it(postgres: str) -> None:
    with pytest.raises(StoreFailure, match="SSL"):
        await open_store(f"{SERVER}{postgres}?sslmode=require")


@pytest.mark.postgres
async def test_store_asks_for_no_more_connections_than_the_server_allows(postgres: str) -> None:
    role = f"small_{uuid.uuid4().hex}"
    run_statement("postgres", f"CREATE ROLE {role} LOGIN CONNECTION LIMIT 8")
    try:
        address = f"{SERVER}{postgres}".replace("postgres@", f"{role}@")
        with pytest.raises(TooManyConnections) as refused:
            await open_store(address, connections=9)
        said = "DATABASE_CONNECTIONS is 9, but the server allows this account 8; lower it"
        assert said in str(refused.value)
        database = Database(parse_url(address), connections=8)
        await database.require(8)
        many = [database.read(lambda each: each.scalar(text("SELECT 1"))) for _ in range(40)]
        assert await asyncio.gather(*many) == [1] * 40
        await database.close()
    finally:
        run_statement("postgres", f"DROP ROLE {role}")
