"""Which tables a process keeps, and what it leaves to the one that keeps them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from pathlib import Path

import pytest

from bot.runtime.loops import Pauses
from bot.tables.ports import Lease, StoreFailure
from bot.tables.sharing.leases import LEASE_SECONDS, ShardLeases, ShardsDiffer

from .house import ANA, BO, GUILD, HandClock, House, until

PATIENCE = 20.0
Heard = list[tuple[frozenset[int], frozenset[int]]]


class Rows:
    """What the database answers."""

    def __init__(self) -> None:
        self.held: frozenset[int] = frozenset()
        self.kept: frozenset[int] = frozenset()
        self.others: list[int] = []
        self.fails = False
        self.error: Exception = StoreFailure("gone")
        self.asked: list[Lease] = []

    async def take(self, lease: Lease) -> tuple[frozenset[int], frozenset[int]]:
        if self.fails:
            raise self.error
        self.asked.append(lease)
        return self.held, self.kept

    async def other_counts(self, shards: int) -> Collection[int]:
        return self.others

    async def release(self, holder: str) -> None:
        if self.fails:
            raise StoreFailure("gone")
        self.held = frozenset()


class Process:
    """Leases on a clock that a test moves; `heard` is what they told of changes."""

    def __init__(self) -> None:
        self.rows = Rows()
        self.time = 100.0
        self.heard: Heard = []
        self.leases = ShardLeases(self.rows, "me", {0}, 2, now=lambda: self.time)

    async def beat(self, held: set[int], kept: set[int]) -> None:
        self.rows.held, self.rows.kept = frozenset(held), frozenset(kept)
        await self.leases.beat()

    async def start(self) -> None:
        self.rows.held = frozenset({0})
        await self.leases.start(lambda *told: self.heard.append(told))
        self.heard.clear()


@pytest.fixture
async def process() -> AsyncIterator[Process]:
    made = Process()
    yield made
    await made.leases.stop()


FIRST, SECOND = 2 << 22, 1 << 22  # servers of the shards 0 and 1, of two


async def test_process_keeps_the_servers_of_the_shards_that_it_holds(process: Process) -> None:
    assert not process.leases.holds(FIRST)
    await process.start()
    assert process.rows.asked[0].starting
    assert process.leases.holds(FIRST)
    assert process.leases.holds(None)
    assert not process.leases.holds(SECOND)
    assert process.leases.share == 0.5


async def test_holder_stops_by_itself_before_its_lease_runs_out(process: Process) -> None:
    await process.start()
    process.rows.fails = True
    process.time += LEASE_SECONDS - 0.4
    with pytest.raises(StoreFailure):
        await process.leases.beat()
    assert not process.leases.holds(FIRST)


async def test_shards_that_come_and_go_are_told_once(process: Process) -> None:
    await process.start()
    await process.beat({0, 1}, {0})
    await process.beat({0, 1}, {0, 1})
    await process.beat({0}, {0})
    assert process.heard == [({1}, {1}), ({1}, set())]


async def test_lease_that_lapsed_unnoticed_is_looked_at_and_keeps_its_screens(
    process: Process,
) -> None:
    await process.start()
    process.time += LEASE_SECONDS
    await process.beat({0}, {0})
    assert process.heard == [(set(), {0})]


async def test_lease_that_another_process_had_meanwhile_loses_its_screens(
    process: Process,
) -> None:
    await process.start()
    await process.beat({0}, set())
    assert process.heard == [({0}, {0})]


async def test_leases_are_renewed_again_whatever_a_renewal_raised(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process.leases.loop, "_pauses", Pauses(0.0))
    await process.start()
    asked = len(process.rows.asked)
    process.rows.error, process.rows.fails = RuntimeError("broken"), True
    process.leases.look_soon()
    await until(lambda: process.leases.loop.state.failures > 0)
    process.rows.fails = False
    await until(lambda: len(process.rows.asked) > asked)


async def test_process_with_another_number_of_shards_is_refused(process: Process) -> None:
    process.rows.others = [3]
    with pytest.raises(ShardsDiffer, match="SHARD_COUNT=3"):
        await process.start()


# What is left to the keeper ------------------------------------------------------------------


class Kept:
    """A lease that a test gives and takes."""

    def __init__(self) -> None:
        self.held = False

    def holds(self, _guild_id: int | None) -> bool:
        return self.held


@pytest.fixture
def lease() -> Kept:
    return Kept()


@pytest.fixture
async def other(house: House, file: Path, lease: Kept) -> AsyncIterator[House]:
    """A second process, which keeps no table."""
    built = await House.build(file, house.clock, seed="other", leases=lease)
    yield built
    await built.stop()


async def _version(house: House, table_id: str) -> int:
    stored = await house.store.load(table_id)
    assert stored is not None
    return stored.table.version


async def test_change_elsewhere_is_shown_by_the_keeper_and_by_nobody_else(
    house: House, other: House
) -> None:
    table = await house.open()
    shown = len(house.board.told)
    await other.sit(table, BO)
    assert other.board.told == []
    await house.tables.on_table_changed(table, await _version(house, table), GUILD)
    assert len(house.board.told) == shown + 1
    assert BO in {line.user_id for line in house.board.published[-1].after.people}


async def test_own_change_is_not_shown_again_when_word_of_it_comes(house: House) -> None:
    table = await house.open()
    await house.sit(table, BO)
    shown = len(house.board.told)
    await house.tables.on_table_changed(table, await _version(house, table), GUILD)
    assert len(house.board.told) == shown


async def test_change_that_was_read_and_not_shown_is_shown_when_word_of_it_comes(
    house: House, other: House
) -> None:
    table = await house.open()
    await other.sit(table, BO)
    shown = len(house.board.told)
    await house.sit(table, BO)  # reads the table again, and finds nothing to change
    await house.tables.on_table_changed(table, await _version(house, table), GUILD)
    assert len(house.board.told) > shown


async def test_computer_acts_for_the_keeper_alone_until_the_other_takes_over(
    house: House, other: House, lease: Kept
) -> None:
    table = await house.begun_with_turn_of(ANA, ANA)
    await house.tables.stop()  # killed
    text, phase, seq = await other.choice(table, ANA)
    await other.tables.act(table, ANA, text, phase=phase, seq=seq)
    made = await other.acts(table)
    await other.later(60)
    assert await other.acts(table) == made
    lease.held = True
    await other.tables.resume(lease.holds)
    await other.later(60)
    assert len(await other.acts(table)) > len(made)


async def test_computer_does_not_wait_for_the_clock_of_who_acted_to_be_reached(
    house: House, file: Path, lease: Kept
) -> None:
    ahead = HandClock(house.clock.now() + 3600)
    elsewhere = await House.build(file, ahead, seed="other", leases=lease)
    table = await house.begun_with_turn_of(ANA, ANA)
    text, phase, seq = await elsewhere.choice(table, ANA)
    await elsewhere.tables.act(table, ANA, text, phase=phase, seq=seq)
    made = await house.acts(table)
    await house.tables.on_table_changed(table, await _version(house, table), GUILD)
    await house.later(60)
    assert len(await house.acts(table)) > len(made)
    await elsewhere.stop()


@pytest.mark.parametrize("turns", range(5))
async def test_process_stops_also_at_the_moment_in_which_it_is_told_to_look(turns: int) -> None:
    process = Process()
    await process.start()
    await asyncio.sleep(0)
    process.leases.look_soon()
    for _ in range(turns):  # of the loop, in each of which the word is somewhere else
        await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE):
        await process.leases.stop()
