"""The sweeper deletes data past the host's age limit in batches, every hour."""

from __future__ import annotations

import asyncio

import pytest

from bot.store.errors import StoreFailure
from bot.upkeep import sweeper
from bot.upkeep.sweeper import Sweeper
from tests.support.clocks import HandClock
from tests.support.house import until
from tests.upkeep.kept import Kept

DAY = 86_400.0


async def two_copies(before: float) -> int:
    return 2


async def test_data_past_the_age_limit_is_deleted_in_batches() -> None:
    kept = Kept(tables=12, events=1, days=2)
    clock = HandClock()
    assert await Sweeper(kept, kept, clock, 30, two_copies).sweep() == 17
    assert not any(kept.old.values())
    at_other_ages = {"reports", "pings", "alerts", "alerted", "wrong codes"}
    asked = {before for kind, before in kept.asked if kind not in at_other_ages}
    assert asked == {clock.now() - 30 * DAY}
    assert [kind for kind, _ in kept.asked].count("tables") == 4
    assert kept.swept == [(day, n * sweeper.PEOPLE) for day in (1, 2) for n in range(3)]


async def test_reports_are_kept_for_ninety_days_whatever_the_setting() -> None:
    kept = Kept(reports=2)
    clock = HandClock()
    assert await Sweeper(kept, kept, clock, 7, two_copies).sweep() == 4
    assert ("reports", clock.now() - 90 * DAY) in kept.asked


@pytest.mark.parametrize("error", [StoreFailure("no disk"), PermissionError("read-only")])
async def test_sweeper_runs_at_the_start_and_hourly_despite_failures(
    error: Exception,
) -> None:
    kept = Kept(tables=1)
    clock = HandClock()
    kept.fails = 1
    kept.error = error
    sweeping = Sweeper(kept, kept, clock, 30, two_copies)
    sweeping.start()
    await until(lambda: bool(clock.sleepers))
    assert kept.old["tables"] == 1
    clock.move(3600.0)
    await until(lambda: kept.old["tables"] == 0)
    await sweeping.stop()
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_servers_left_while_offline_are_recorded() -> None:
    kept = Kept(servers=[1, 2, 3])
    clock = HandClock()
    sweeping = Sweeper(kept, kept, clock, 30, two_copies)
    await sweeping.note_servers({2, 4}, lambda guild_id: guild_id != 3)
    assert sorted(kept.here) == [2, 3, 4]  # server 3 belongs to another process
    assert kept.left == [(1, clock.now())]
    await sweeping.on_server_left(2)
    await sweeping.on_server_joined(5)
    assert sorted(kept.here) == [3, 4, 5]


@pytest.mark.parametrize("error", [StoreFailure("no disk"), RuntimeError("broken")])
async def test_recording_servers_is_retried_after_a_failure(error: Exception) -> None:
    kept = Kept(servers=[1])
    clock = HandClock()
    kept.fails = 1
    kept.error = error
    sweeping = Sweeper(kept, kept, clock, 30, two_copies)
    sweeping.note_soon({2}, lambda _guild_id: True)
    await until(lambda: bool(clock.sleepers))
    clock.move(60.0)
    await until(lambda: kept.here == [2])
    await sweeping.stop()
