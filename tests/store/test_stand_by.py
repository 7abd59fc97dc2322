"""One process serves a shard; others stand by to take over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from bot.store import stand_by
from bot.store.database import parse_url
from bot.store.stand_by import FIRST_LOCK, StandBy

from .databases import SERVER, postgres

__all__ = ["postgres"]
pytestmark = pytest.mark.postgres
Other = Callable[..., StandBy]


@pytest.fixture
async def another(postgres: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Other]:
    """Create standbys of several processes on one database."""
    monkeypatch.setattr(stand_by, "LOOK_SECONDS", 0.01)
    made: list[StandBy] = []

    def make(shard: int = 0) -> StandBy:
        made.append(StandBy(parse_url(f"{SERVER}{postgres}"), shard))
        return made[-1]

    yield make
    for turn in made:
        await turn.close()


async def kill_connection(postgres: str) -> None:
    """Kill the connection of the serving process."""
    asyncpg = pytest.importorskip("asyncpg")
    connection = await asyncpg.connect(f"{SERVER}{postgres}")
    try:
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database d ON d.oid = database "
            "WHERE locktype = 'advisory' AND granted AND objid::bigint = $1 AND d.datname = $2",
            FIRST_LOCK,
            postgres,
        )
    finally:
        await connection.close()


async def test_second_process_waits_until_the_first_ends(another: Other) -> None:
    first = another()
    second = another()
    await first.take()
    waiting = asyncio.create_task(second.take())
    done, _ = await asyncio.wait({waiting}, timeout=0.2)
    assert not done
    await first.close()
    await asyncio.wait_for(waiting, 20)


async def test_processes_of_different_shards_serve_side_by_side(another: Other) -> None:
    await asyncio.wait_for(asyncio.gather(another(0).take(), another(1).take()), 20)


async def test_process_takes_its_shard_again_after_an_outage(another: Other, postgres: str) -> None:
    first = another()
    await first.take()

    async def stop() -> None:
        raise AssertionError("nobody else has it")

    watching = asyncio.create_task(first.watching(stop).run())
    await kill_connection(postgres)
    held = first._is_held
    taken: list[bool] = []

    async def noted() -> bool:
        taken.append(await held())
        return taken[-1]

    first._is_held = noted  # type: ignore[method-assign]
    async with asyncio.timeout(20):
        while len(taken) < 2:  # noqa: ASYNC110 - no event to wait for
            await asyncio.sleep(0.01)
    watching.cancel()
    assert all(taken)
    assert not first.is_lost


async def test_own_stale_connection_is_not_another_process(another: Other) -> None:
    first = another()
    await first.take()
    left_over = first._connection
    first._connection = None
    first._has = False

    async def stop() -> None:
        raise AssertionError("nobody else has it")

    watching = asyncio.create_task(first.watching(stop).run())
    async with asyncio.timeout(20):
        while await first.lack() is not None:  # noqa: ASYNC110 - no event to wait for
            await asyncio.sleep(0.01)
    watching.cancel()
    left_over.terminate()
    assert not first.is_lost


async def test_process_stops_when_another_took_its_shard(another: Other, postgres: str) -> None:
    first = another()
    second = another()
    await first.take()
    waiting = asyncio.create_task(second.take())
    await kill_connection(postgres)
    await asyncio.wait_for(waiting, 20)
    stopped: list[str] = []

    def stop() -> Awaitable[object]:
        stopped.append("stopped")
        return asyncio.sleep(0)

    await asyncio.wait_for(first.watching(stop).run(), 20)
    assert first.is_lost
    assert stopped == ["stopped"]


async def test_unreachable_database_is_a_network_error() -> None:
    nowhere = StandBy(parse_url("postgresql://me@127.0.0.1:1/none"))
    with pytest.raises(OSError, match="Connect"):
        await nowhere.take()
