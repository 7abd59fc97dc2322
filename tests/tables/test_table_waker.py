"""After a start or an outage, tables wake a few at a time, most urgent first."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.errors import StoreFailure
from bot.tables.clocks import table_waker
from bot.tables.clocks.table_waker import (
    AT_ONCE,
    LONGEST_PAUSE_SECONDS,
    PAUSE_SECONDS,
    RETRY_SECONDS,
    pause_after,
)
from tests.support.house import GUILD, FakePublisher, House
from tests.support.inner_tables import timers

COUNT = AT_ONCE + 3


class SlowPublisher(FakePublisher):
    """A publisher that finishes a table only when a test allows it."""

    def __init__(self) -> None:
        super().__init__()
        self.pending: dict[str, asyncio.Event] = {}

    async def shown(self, table_id: str) -> None:
        self.pending[table_id] = asyncio.Event()
        await self.pending[table_id].wait()

    def finish(self, table_id: str) -> None:
        self.pending.pop(table_id).set()


@pytest.fixture
async def tables(house: House) -> list[str]:
    """Lobbies opened a second apart, so the first one expires first."""
    opened = []
    for user in range(1, COUNT + 1):
        opened.append(await house.open(user, user))
        await house.later(1.0)
    await house.tables.stop()
    return opened


@pytest.fixture
async def restarted(house: House, file: Path, tables: list[str]) -> AsyncIterator[House]:
    """A second service on the file of `house`, not started."""
    built = await House.build(file, house.clock, seed="other", start=False)
    yield built
    await built.stop()


@pytest.fixture
async def slow(restarted: House) -> SlowPublisher:
    """Start `restarted` with a slow publisher."""
    board = SlowPublisher()
    restarted.tables.publish_to(board)
    await restarted.tables.start()
    return board


async def _wait_for_pending(board: SlowPublisher, *tables: str) -> None:
    """Wait until exactly these tables are about to be shown."""
    async with asyncio.timeout(20):
        while set(board.pending) != set(tables):  # noqa: ASYNC110 - no event to wait for
            await asyncio.sleep(0.001)


async def test_tables_wake_a_few_at_a_time_in_timer_order(
    slow: SlowPublisher, tables: list[str]
) -> None:
    for number in range(COUNT - AT_ONCE):
        await _wait_for_pending(slow, *tables[number : number + AT_ONCE])
        slow.finish(tables[number])
    await _wait_for_pending(slow, *tables[-AT_ONCE:])
    assert sorted(slow.published_ids) == sorted(tables)


async def test_worker_pauses_for_as_long_as_a_table_took(
    restarted: House, tables: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[float] = []

    def note(took: float) -> float:
        taken.append(took)
        return 0.0

    # each look at the clock finds that half a second has passed
    monkeypatch.setattr(table_waker, "monotonic", itertools.count(0.0, 0.5).__next__)
    monkeypatch.setattr(table_waker, "pause_after", note)
    await restarted.tables.start()
    await restarted.settle()
    assert len(taken) >= COUNT - AT_ONCE
    assert min(taken) >= 0.5


def test_pause_is_neither_none_nor_endless() -> None:
    assert pause_after(0.0) == PAUSE_SECONDS
    assert pause_after(0.5) == 0.5
    assert pause_after(60.0) == LONGEST_PAUSE_SECONDS


async def test_nothing_is_shown_before_the_start(restarted: House, tables: list[str]) -> None:
    # as if another process that has ended held these tables
    await restarted.tables.resume(lambda _: True)
    restarted.tables.show(tables[0])
    await restarted.tables.on_table_changed(tables[1], 99, GUILD)
    await restarted.settle()
    assert restarted.publisher.published_ids == []
    await restarted.tables.start()
    await restarted.settle()
    assert set(restarted.publisher.published_ids) == set(tables)


async def test_requested_table_is_woken_first(
    restarted: House, slow: SlowPublisher, tables: list[str]
) -> None:
    await _wait_for_pending(slow, *tables[:AT_ONCE])
    restarted.tables.show(tables[-1])
    slow.finish(tables[0])
    await _wait_for_pending(slow, *tables[1:AT_ONCE], tables[-1])


async def test_timer_of_a_sleeping_table_fires_on_time(
    restarted: House, slow: SlowPublisher, tables: list[str]
) -> None:
    await _wait_for_pending(slow, *tables[:AT_ONCE])
    last = tables[-1]
    [expires] = [at for table, at, _ in await restarted.store.tables.wakes() if table == last]
    restarted.clock.move(expires - restarted.clock.now())
    async with asyncio.timeout(20):
        while (await restarted.tables.view(last)).status != "closed":  # noqa: ASYNC110
            await asyncio.sleep(0.001)


@pytest.mark.parametrize("error", [StoreFailure("disk full"), KeyError("seats"), OSError()])
async def test_table_that_fails_to_load_is_retried(
    restarted: House, tables: list[str], monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    load = restarted.store.tables.load
    broken = [tables[0]]

    async def failing(table_id: str) -> object:
        if table_id in broken:
            broken.remove(table_id)
            raise error
        return await load(table_id)

    monkeypatch.setattr(restarted.ledger, "load", failing)
    await restarted.tables.start()
    while len(restarted.publisher.published_ids) < COUNT - 1:  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    assert tables[0] not in restarted.publisher.published_ids
    restarted.clock.move(RETRY_SECONDS)
    await restarted.settle()
    assert set(restarted.publisher.published_ids) == set(tables)


async def test_showing_a_table_again_keeps_its_timer(restarted: House, tables: list[str]) -> None:
    await restarted.tables.start()
    await restarted.settle()
    before = dict(timers(restarted.tables))
    restarted.publisher.published_ids.clear()
    restarted.tables.show(tables[2])
    await restarted.settle()
    assert restarted.publisher.published_ids == [tables[2]]
    assert timers(restarted.tables) == before
