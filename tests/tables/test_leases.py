"""Shard leases, and what a process does only for the tables it holds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from pathlib import Path

import pytest

from bot.runtime.loops import Pauses
from bot.store.errors import StoreFailure
from bot.store.processes import Lease
from bot.tables.sharing.leases import LEASE_SECONDS, ShardLeases, ShardsDiffer
from tests.support.clocks import HandClock
from tests.support.house import ANA, BO, GUILD, House, until

PATIENCE = 20.0
Changes = list[tuple[frozenset[int], frozenset[int]]]


class FakeLeaseStore:
    """A fake lease store with scripted answers."""

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
    """Leases on a fake clock; `changes` collects what they reported."""

    def __init__(self) -> None:
        self.rows = FakeLeaseStore()
        self.time = 100.0
        self.changes: Changes = []
        self.leases = ShardLeases(self.rows, "me", {0}, 2, now=lambda: self.time)

    async def beat(self, held: set[int], kept: set[int]) -> None:
        self.rows.held = frozenset(held)
        self.rows.kept = frozenset(kept)
        await self.leases.beat()

    async def start(self) -> None:
        self.rows.held = frozenset({0})
        await self.leases.start(lambda *told: self.changes.append(told))
        self.changes.clear()


@pytest.fixture
async def process() -> AsyncIterator[Process]:
    made = Process()
    yield made
    await made.leases.stop()


# servers of the shards 0 and 1, of two
FIRST = 2 << 22
SECOND = 1 << 22


async def test_process_holds_the_servers_of_its_shards(process: Process) -> None:
    assert not process.leases.holds(FIRST)
    await process.start()
    assert process.rows.asked[0].starting
    assert process.leases.holds(FIRST)
    assert process.leases.holds(None)
    assert not process.leases.holds(SECOND)
    assert process.leases.share == 0.5


async def test_holder_gives_up_before_its_lease_expires(process: Process) -> None:
    await process.start()
    process.rows.fails = True
    process.time += LEASE_SECONDS - 0.4
    with pytest.raises(StoreFailure):
        await process.leases.beat()
    assert not process.leases.holds(FIRST)


async def test_gained_and_lost_shards_are_reported_once(process: Process) -> None:
    await process.start()
    await process.beat({0, 1}, {0})
    await process.beat({0, 1}, {0, 1})
    await process.beat({0}, {0})
    assert process.changes == [({1}, {1}), ({1}, set())]


async def test_own_lapsed_lease_is_resumed_without_dropping_screens(process: Process) -> None:
    await process.start()
    process.time += LEASE_SECONDS
    await process.beat({0}, {0})
    assert process.changes == [(set(), {0})]


async def test_lease_another_process_had_in_between_drops_screens(process: Process) -> None:
    await process.start()
    await process.beat({0}, set())
    assert process.changes == [({0}, {0})]


async def test_renewal_continues_after_any_error(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process.leases.loop, "_pauses", Pauses(0.0))
    await process.start()
    asked = len(process.rows.asked)
    process.rows.error = RuntimeError("broken")
    process.rows.fails = True
    process.leases.look_soon()
    await until(lambda: process.leases.loop.state.failures > 0)
    process.rows.fails = False
    await until(lambda: len(process.rows.asked) > asked)


async def test_process_with_another_shard_count_is_refused(process: Process) -> None:
    process.rows.others = [3]
    with pytest.raises(ShardsDiffer, match="SHARD_COUNT=3"):
        await process.start()


# Work of the lease holder only ---------------------------------------------------------------


class FakeLease:
    """A lease that a test can grant and revoke."""

    def __init__(self) -> None:
        self.held = False

    def holds(self, _guild_id: int | None) -> bool:
        return self.held


@pytest.fixture
def lease() -> FakeLease:
    return FakeLease()


@pytest.fixture
async def other(house: House, file: Path, lease: FakeLease) -> AsyncIterator[House]:
    """A second process that holds no lease."""
    built = await House.build(file, house.clock, seed="other", leases=lease)
    yield built
    await built.stop()


async def _version(house: House, table_id: str) -> int:
    stored = await house.store.tables.load(table_id)
    assert stored is not None
    return stored.table.version


async def test_only_the_lease_holder_shows_a_change(house: House, other: House) -> None:
    table = await house.open()
    shown = len(house.publisher.published_ids)
    await other.sit(table, BO)
    assert other.publisher.published_ids == []
    await house.tables.on_table_changed(table, await _version(house, table), GUILD)
    assert len(house.publisher.published_ids) == shown + 1
    assert BO in {line.user_id for line in house.publisher.published[-1].after.people}


async def test_own_change_notice_is_ignored(house: House) -> None:
    table = await house.open()
    await house.sit(table, BO)
    shown = len(house.publisher.published_ids)
    await house.tables.on_table_changed(table, await _version(house, table), GUILD)
    assert len(house.publisher.published_ids) == shown


async def test_change_already_loaded_is_still_shown_on_its_notice(
    house: House, other: House
) -> None:
    table = await house.open()
    await other.sit(table, BO)
    shown = len(house.publisher.published_ids)
    await house.sit(table, BO)  # reloads the table and changes nothing
    await house.tables.on_table_changed(table, await _version(house, table), GUILD)
    assert len(house.publisher.published_ids) > shown


async def test_computers_act_only_in_the_process_with_the_lease(
    house: House, other: House, lease: FakeLease
) -> None:
    table = await house.start_on_turn_of(ANA, ANA)
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


async def test_computers_turn_does_not_wait_for_a_clock_that_runs_ahead(
    house: House, file: Path, lease: FakeLease
) -> None:
    ahead = HandClock(house.clock.now() + 3600)
    elsewhere = await House.build(file, ahead, seed="other", leases=lease)
    table = await house.start_on_turn_of(ANA, ANA)
    text, phase, seq = await elsewhere.choice(table, ANA)
    await elsewhere.tables.act(table, ANA, text, phase=phase, seq=seq)
    made = await house.acts(table)
    await house.tables.on_table_changed(table, await _version(house, table), GUILD)
    await house.later(60)
    assert len(await house.acts(table)) > len(made)
    await elsewhere.stop()


@pytest.mark.parametrize("turns", range(5))
async def test_process_can_stop_right_after_look_soon(turns: int) -> None:
    process = Process()
    await process.start()
    await asyncio.sleep(0)
    process.leases.look_soon()
    for _ in range(turns):  # stop at each step of the wake-up
        await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE):
        await process.leases.stop()
