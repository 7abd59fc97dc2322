"""A database that an older process serves is not migrated under it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from functools import partial

import pytest

from bot.store import StillServed, in_use, open_store
from bot.store.database import Database, parse_url
from bot.store.host.heartbeats import HeartbeatStore
from bot.store.migrate import _upgrade, revision_of, revisions
from bot.store.processes import Lease, ProcessStore
from bot.upkeep.views import SILENT_SECONDS, Heartbeat

from .upgrades import START, load_old, rows_of

pytestmark = [pytest.mark.postgres, pytest.mark.parametrize("url", ["postgres"], indirect=True)]
LEASE = Lease("old one", frozenset({0}), 1, 6.0, starting=True)


@pytest.fixture(autouse=True)
def _looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_use, "LOOK_SECONDS", 0.01)


@pytest.fixture
async def old(url: str) -> AsyncIterator[Database]:
    """A database of an older schema, as a process of an older version sees it."""
    load_old(url)
    database = Database(parse_url(url))
    yield database
    await database.close()


def heartbeat(pid: int = 4711, machine: str = "host-a", age: float = 1.0) -> Heartbeat:
    """Build the heartbeat of a process, last renewed some seconds ago."""
    now = time.time()
    return Heartbeat(f"{pid}", pid, machine, "1.2.0", now - 100 + pid / 1e6, now - age, {})


def processes_of(old: Database) -> ProcessStore:
    """The leases in a database."""
    assert old.connect is not None
    return ProcessStore(old, old.connect)


async def take_lease(old: Database, lease: Lease = LEASE) -> None:
    await processes_of(old).take(lease)


async def revision(old: Database) -> str | None:
    return await old.read(revision_of)


@contextlib.asynccontextmanager
async def serving(old: Database, *beats: Heartbeat) -> AsyncIterator[None]:
    """Serve a database: renew the lease all the time."""

    async def renew() -> None:
        while True:
            await take_lease(old)

    for each in beats:
        await HeartbeatStore(old).beat(each)
    await take_lease(old)
    renewing = asyncio.create_task(renew())
    try:
        yield
    finally:
        renewing.cancel()
        await asyncio.wait({renewing})


async def refusal(url: str) -> str:
    """Open a database, which is refused; return what is said."""
    with pytest.raises(StillServed) as refused:
        await (await open_store(url)).close()
    return str(refused.value)


async def test_database_that_an_older_process_serves_is_refused_and_unchanged(
    old: Database, url: str
) -> None:
    async with serving(old, heartbeat()):
        before = await rows_of(url)
        assert await refusal(url) == (
            "A bot of version 1.2.0 still serves this database (process 4711 on host-a). "
            "Stop it, then start this one again."
        )
        after = await rows_of(url)
    assert await revision(old) == START
    assert {**after, "leases": []} == {**before, "leases": []}


async def test_every_process_that_serves_is_named_and_none_that_is_gone(
    old: Database, url: str
) -> None:
    gone = heartbeat(4713, "host-c", age=SILENT_SECONDS + 60)
    async with serving(old, heartbeat(), heartbeat(4712, "host-b"), gone):
        assert await refusal(url) == (
            "Bots still serve this database: version 1.2.0 (process 4711 on host-a), "
            "1.2.0 (process 4712 on host-b). Stop them, then start this one again."
        )


async def test_process_without_a_heartbeat_is_refused_for_as_well(old: Database, url: str) -> None:
    async with serving(old):
        said = await refusal(url)
    assert said == ("Another bot still serves this database. Stop it, then start this one again.")


async def test_lease_of_a_killed_process_is_waited_for(old: Database, url: str) -> None:
    await take_lease(old, Lease("killed", frozenset({0}), 1, 0.3, starting=True))
    await (await open_store(url)).close()
    assert await revision(old) == revisions()[-1]


async def test_database_is_migrated_once_the_older_process_has_stopped(
    old: Database, url: str
) -> None:
    async with serving(old, heartbeat()):
        await refusal(url)
    await processes_of(old).release("old one")
    await (await open_store(url)).close()
    assert await revision(old) == revisions()[-1]


async def test_newer_process_that_migrated_first_does_not_block_the_upgrade(
    old: Database, url: str
) -> None:
    await take_lease(old, Lease("newer", frozenset({0}), 1, 1000.0, starting=True))
    opening = asyncio.create_task(open_store(url))
    await old.write(partial(_upgrade, target="head"))
    await (await opening).close()


async def test_newest_schema_is_opened_beside_a_process_that_serves_it(url: str) -> None:
    await (await open_store(url)).close()
    database = Database(parse_url(url))
    async with serving(database, heartbeat()):
        await (await open_store(url)).close()
    await database.close()


@pytest.mark.parametrize("starts", [2, 3])
async def test_newer_processes_that_start_at_once_migrate_once(
    old: Database, url: str, starts: int
) -> None:
    opened = await asyncio.gather(*(open_store(url) for _ in range(starts)))
    for store in opened:
        await store.close()
    assert await revision(old) == revisions()[-1]
