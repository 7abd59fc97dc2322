"""Times in which no process ran, known from the heartbeats."""

from __future__ import annotations

import pytest

from bot.store import Store
from bot.store.host import run_times
from bot.upkeep.views import BEAT_SECONDS, SILENT_SECONDS, Heartbeat

HOUR = 3600.0


async def beat(store: Store, first: float, last: float, process: str = "one") -> None:
    """Renew a process's heartbeat from one time to another."""
    at = first
    while at <= last:
        await store.heartbeats.beat(Heartbeat(process, 1, "here", "1.0", first, at, {}))
        at += BEAT_SECONDS


async def test_nothing_is_known_before_the_first_heartbeat(store: Store) -> None:
    assert await store.heartbeats.down_time(0.0, 24 * HOUR) == 0.0
    await beat(store, 12 * HOUR, 12 * HOUR + 60)
    assert await store.heartbeats.down_time(0.0, 12 * HOUR + 60) == 0.0


async def test_outages_are_added_up(store: Store) -> None:
    await beat(store, 0.0, 600.0)
    await beat(store, HOUR, HOUR + 600.0, "two")
    assert await store.heartbeats.down_time(0.0, HOUR) == HOUR - 600.0
    assert await store.heartbeats.down_time(300.0, 2 * HOUR) == (HOUR - 600.0) * 2
    assert await store.heartbeats.down_time(HOUR, HOUR + 600.0) == 0.0
    assert await store.heartbeats.down_time(3 * HOUR, 4 * HOUR) == HOUR


async def test_quick_restart_is_not_an_outage(store: Store) -> None:
    await beat(store, 0.0, 60.0)
    await store.heartbeats.drop_heartbeat("one")
    await beat(store, 60.0 + SILENT_SECONDS, 300.0, "two")
    assert await store.heartbeats.down_time(0.0, 300.0) == 0.0


async def test_another_process_keeps_the_bot_running(store: Store) -> None:
    await beat(store, 0.0, 120.0)
    await beat(store, 0.0, HOUR, "two")
    assert await store.heartbeats.down_time(0.0, HOUR) == 0.0


@pytest.mark.parametrize("wrong", [0.0, 10_000 * HOUR])
async def test_wrong_clock_hides_and_invents_no_outage(store: Store, wrong: float) -> None:
    start = 100 * HOUR
    await beat(store, start, start + 60.0)
    await beat(store, wrong, wrong + 60.0)
    await beat(store, start + HOUR, start + HOUR + 60.0)
    await beat(store, start + 0.5 * HOUR, start + 0.5 * HOUR)  # set back by half an hour
    assert await store.heartbeats.down_time(start, start + HOUR) == HOUR - 60.0
    assert await store.heartbeats.down_time(start + HOUR, start + HOUR + 60.0) == 0.0


async def test_only_the_newest_stretches_are_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_times, "MOST_STORED", 3)
    for hour in range(6):
        await beat(store, hour * HOUR, hour * HOUR)
    assert await store.heartbeats.down_time(0.0, 3 * HOUR) == 0.0  # forgotten
    assert await store.heartbeats.down_time(3 * HOUR, 5 * HOUR) == 2 * HOUR
