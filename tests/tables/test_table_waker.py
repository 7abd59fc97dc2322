"""At a start and after an outage tables are looked at a few at a time, the most urgent first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tables.clocks.table_waker import AT_ONCE, RETRY_SECONDS
from bot.tables.ports import StoreFailure

from .house import GUILD, Board, House

COUNT = AT_ONCE + 3


class SlowBoard(Board):
    """A publisher that shows each table only when a test lets it; `behind`: which are not shown."""

    def __init__(self) -> None:
        super().__init__()
        self.behind: dict[str, asyncio.Event] = {}

    async def shown(self, table_id: str) -> None:
        self.behind[table_id] = asyncio.Event()
        await self.behind[table_id].wait()

    def let(self, table_id: str) -> None:
        self.behind.pop(table_id).set()


@pytest.fixture
async def tables(house: House) -> list[str]:
    """Lobbies, opened a second apart: the first one is the first to be closed if nobody comes."""
    opened = []
    for user in range(1, COUNT + 1):
        opened.append(await house.open(user, user))
        await house.later(1.0)
    await house.tables.stop()
    return opened


@pytest.fixture
async def reborn(house: House, file: Path, tables: list[str]) -> AsyncIterator[House]:
    """A second service on the file of `house`, not started yet."""
    built = await House.build(file, house.clock, seed="other", start=False)
    yield built
    await built.stop()


@pytest.fixture
async def slow(reborn: House, monkeypatch: pytest.MonkeyPatch) -> SlowBoard:
    """The publisher of `reborn`, which is slow from the start on."""
    board = SlowBoard()
    monkeypatch.setattr(reborn.tables._waker, "_publisher", board)
    monkeypatch.setattr(reborn.tables._repository, "_publisher", board)
    await reborn.tables.start()
    return board


async def _until(board: SlowBoard, *tables: str) -> None:
    """Wait until these tables, and no others, are about to be shown."""
    async with asyncio.timeout(20):
        while set(board.behind) != set(tables):  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.001)


async def test_a_few_tables_are_woken_at_a_time_in_the_order_of_their_clocks(
    slow: SlowBoard, tables: list[str]
) -> None:
    for number in range(COUNT - AT_ONCE):
        await _until(slow, *tables[number : number + AT_ONCE])
        slow.let(tables[number])
    await _until(slow, *tables[-AT_ONCE:])
    assert sorted(slow.told) == sorted(tables)


async def test_nothing_is_shown_before_the_start(reborn: House, tables: list[str]) -> None:
    # as where another process, which has gone, kept these tables
    await reborn.tables.resume(lambda _: True)
    reborn.tables.show(tables[0])
    await reborn.tables.on_table_changed(tables[1], 99, GUILD)
    await reborn.settle()
    assert reborn.board.told == []
    await reborn.tables.start()
    await reborn.settle()
    assert set(reborn.board.told) == set(tables)


async def test_table_that_somebody_has_to_see_comes_before_all_others(
    reborn: House, slow: SlowBoard, tables: list[str]
) -> None:
    await _until(slow, *tables[:AT_ONCE])
    reborn.tables.show(tables[-1])
    slow.let(tables[0])
    await _until(slow, *tables[1:AT_ONCE], tables[-1])


async def test_clock_rings_in_time_though_its_table_is_still_to_be_woken(
    reborn: House, slow: SlowBoard, tables: list[str]
) -> None:
    await _until(slow, *tables[:AT_ONCE])
    last = tables[-1]
    [expires] = [at for table, at, _ in await reborn.store.wakes() if table == last]
    reborn.clock.move(expires - reborn.clock.now())
    async with asyncio.timeout(20):
        while (await reborn.tables.view(last)).status != "closed":  # noqa: ASYNC110
            await asyncio.sleep(0.001)


@pytest.mark.parametrize("error", [StoreFailure("disk full"), KeyError("seats"), OSError()])
async def test_table_that_cannot_be_read_is_woken_a_little_later(
    reborn: House, tables: list[str], monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    load = reborn.store.load
    broken = [tables[0]]

    async def failing(table_id: str) -> object:
        if table_id in broken:
            broken.remove(table_id)
            raise error
        return await load(table_id)

    monkeypatch.setattr(reborn.store, "load", failing)
    await reborn.tables.start()
    while len(reborn.board.told) < COUNT - 1:  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    assert tables[0] not in reborn.board.told
    reborn.clock.move(RETRY_SECONDS)
    await reborn.settle()
    assert set(reborn.board.told) == set(tables)


async def test_table_that_is_shown_again_keeps_its_clock(reborn: House, tables: list[str]) -> None:
    await reborn.tables.start()
    await reborn.settle()
    before = dict(reborn.tables._scheduler._due)
    reborn.board.told.clear()
    reborn.tables.show(tables[2])
    await reborn.settle()
    assert reborn.board.told == [tables[2]]
    assert reborn.tables._scheduler._due == before
