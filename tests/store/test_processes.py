"""Shard leases and notifications on a real PostgreSQL server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial

import pytest

from bot.runtime.loops import Loop, Pauses
from bot.store import Store
from bot.store.processes import Lease, ProcessStore
from tests.store.samples import GUILD, next_change, shake, table

pytestmark = [pytest.mark.postgres, pytest.mark.parametrize("url", ["postgres"], indirect=True)]
# seconds
LONG = 1000.0
OVER = -1.0
ONE = Lease("one", frozenset({0}), 2, LONG)
TWO = Lease("two", frozenset({1}), 2, LONG)


@pytest.fixture
def shared(store: Store) -> ProcessStore:
    found = store.processes()
    assert found is not None
    return found


async def test_process_takes_its_own_shard_at_start_and_free_ones_later(
    shared: ProcessStore,
) -> None:
    assert await shared.take(replace(ONE, starting=True)) == ({0}, set())
    assert await shared.take(ONE) == ({0, 1}, {0})


async def test_only_an_expired_lease_is_taken_over(shared: ProcessStore) -> None:
    await shared.take(replace(ONE, starting=True))
    await shared.take(replace(TWO, starting=True))
    assert await shared.take(ONE) == ({0}, {0})
    await shared.take(replace(TWO, seconds=OVER))
    assert await shared.take(ONE) == ({0, 1}, {0})


async def test_expired_lease_nobody_took_counts_as_kept(shared: ProcessStore) -> None:
    await shared.take(replace(ONE, starting=True, seconds=OVER))
    assert await shared.take(replace(ONE, starting=True)) == ({0}, {0})


async def test_process_takes_its_own_shard_back_from_a_stand_in(shared: ProcessStore) -> None:
    await shared.take(ONE)  # both shards
    assert await shared.take(TWO) == ({1}, set())
    assert await shared.take(ONE) == ({0}, {0})


async def test_only_a_starting_process_replaces_one_with_the_same_shard(
    shared: ProcessStore,
) -> None:
    await shared.take(replace(ONE, starting=True))
    newer = replace(ONE, holder="newer")
    assert 0 not in (await shared.take(newer))[0]
    assert 0 in (await shared.take(replace(newer, starting=True)))[0]


async def test_released_leases_are_free(shared: ProcessStore) -> None:
    await shared.take(ONE)
    await shared.release("one")
    assert await shared.take(TWO) == ({0, 1}, set())


async def test_other_shard_counts_of_live_processes_are_listed(shared: ProcessStore) -> None:
    await shared.take(ONE)
    assert await shared.other_counts(2) == []
    assert await shared.other_counts(3) == [2]
    await shared.take(replace(ONE, seconds=OVER))
    assert await shared.other_counts(3) == []


@pytest.fixture
async def notices(shared: ProcessStore) -> AsyncIterator[asyncio.Queue[str]]:
    """A queue of the notices a process receives."""
    received: asyncio.Queue[str] = asyncio.Queue()
    listens = asyncio.Event()
    listening = asyncio.create_task(shared.listen(received.put_nowait, listens.set))
    await listens.wait()
    yield received
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)


async def test_each_saved_table_change_is_announced_with_its_version(
    store: Store, notices: asyncio.Queue[str]
) -> None:
    made = await store.tables.create(table(), shake())
    assert await notices.get() == f"table {made.table_id} {made.version} {GUILD}"
    await store.tables.commit(next_change(made))
    assert await notices.get() == f"table {made.table_id} {made.version + 1} {GUILD}"


async def test_lease_change_is_announced_once(
    shared: ProcessStore, notices: asyncio.Queue[str]
) -> None:
    await shared.take(ONE)
    await shared.take(ONE)
    await shared.tell("the end")
    assert [await notices.get(), await notices.get()] == ["leases", "the end"]


async def test_listener_reconnects_after_its_connection_drops(
    store: Store, shared: ProcessStore
) -> None:
    connected: asyncio.Queue[None] = asyncio.Queue()
    received: asyncio.Queue[str] = asyncio.Queue()
    listen = partial(shared.listen, received.put_nowait, lambda: connected.put_nowait(None))
    listening = Loop("news", listen, pauses=Pauses(0.01))
    listening.start()
    await connected.get()
    cut = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid != pg_backend_pid()"
    )
    await store.database.write(lambda connection: connection.exec_driver_sql(cut).all())
    await connected.get()
    await shared.tell("again")
    assert await received.get() == "again"
    await listening.stop()
