"""Saved DM channels, and the limit on new ones across all processes."""

from __future__ import annotations

import asyncio

from sqlalchemy import select

from bot.store import Store, open_store
from bot.store.schema import dm_openings
from bot.store.sent.dm_channels import DAY, HOUR

from .samples import forget

NOW = 1_000_000.0


async def _may_open(store: Store, opening: str, now: float = NOW, hour: int = 2) -> bool:
    return await store.dm_channels.take_dm_opening(opening, now, per_hour=hour, per_day=3)


async def test_dm_channel_is_remembered_until_it_is_cleared(store: Store) -> None:
    assert await store.dm_channels.dm_channel(11) is None
    await store.dm_channels.save_dm_channel(11, 2**62)
    await store.dm_channels.save_dm_channel(12, 8)
    await store.dm_channels.save_dm_channel(11, 2**62 + 1)
    assert [await store.dm_channels.dm_channel(user) for user in (11, 12)] == [2**62 + 1, 8]
    await store.dm_channels.save_dm_channel(11, None)
    await store.dm_channels.save_dm_channel(13, None)
    assert [await store.dm_channels.dm_channel(user) for user in (11, 12)] == [None, 8]


async def test_new_channels_per_hour_are_limited(store: Store) -> None:
    assert await _may_open(store, "a")
    assert await _may_open(store, "b", NOW + 600)
    assert not await _may_open(store, "c", NOW + HOUR - 1)
    assert await _may_open(store, "c", NOW + HOUR)
    assert not await _may_open(store, "d", NOW + HOUR)  # "b" still counts
    assert not await _may_open(store, "e", NOW, hour=0)


async def test_new_channels_per_day_are_limited(store: Store) -> None:
    for number in range(3):
        assert await _may_open(store, f"{number}", NOW + number * HOUR)
    assert not await _may_open(store, "late", NOW + DAY - 1)
    assert await _may_open(store, "late", NOW + DAY)
    times = select(dm_openings.c.at).order_by(dm_openings.c.at)
    kept = await store.database.read(lambda connection: list(connection.scalars(times)))
    assert kept == [NOW + HOUR, NOW + 2 * HOUR, NOW + DAY]  # older ones are deleted


async def test_retry_counts_once_and_restarts_its_hour(store: Store) -> None:
    assert await _may_open(store, "a")
    assert await _may_open(store, "b")
    assert await _may_open(store, "a", NOW + 600)
    assert await _may_open(store, "c", NOW + HOUR)
    assert not await _may_open(store, "d", NOW + HOUR)
    assert not await _may_open(store, "b", NOW + HOUR)  # its hour is over, so it counts as new


async def test_processes_share_one_limit_on_new_channels(url: str) -> None:
    stores = [await open_store(url) for _ in range(2)]
    asked = [
        store.dm_channels.take_dm_opening(f"{name}{number}", NOW, per_hour=5, per_day=100)
        for number in range(10)
        for name, store in enumerate(stores)
    ]
    assert sum(await asyncio.gather(*asked)) == 5
    for store in stores:
        await store.close()


async def test_channels_opened_before_a_restart_count(url: str) -> None:
    store = await open_store(url)
    await store.dm_channels.save_dm_channel(11, 7)
    assert [await _may_open(store, name) for name in "abc"] == [True, True, False]
    await store.close()
    store = await open_store(url)
    assert await store.dm_channels.dm_channel(11) == 7
    assert not await _may_open(store, "c", NOW + HOUR - 1)
    await store.close()


async def test_deleting_a_user_does_not_free_a_new_channel(store: Store) -> None:
    for user_id in (11, 12):
        assert await _may_open(store, f"{user_id}")
        await store.dm_channels.save_dm_channel(user_id, user_id)
        await forget(store, user_id)
        assert await store.dm_channels.dm_channel(user_id) is None
    assert not await _may_open(store, "c")
