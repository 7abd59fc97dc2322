"""Known DM channels are kept; new ones are counted, in all processes together."""

from __future__ import annotations

import asyncio

from sqlalchemy import select

from bot.store import SqlStore, open_store
from bot.store.dm_channels import DAY, HOUR
from bot.store.schema import dm_openings

from .samples import forget

NOW = 1_000_000.0


async def _takes(store: SqlStore, opening: str, now: float = NOW, hour: int = 2) -> bool:
    return await store.take_dm_opening(opening, now, per_hour=hour, per_day=3)


async def test_the_dm_channel_of_a_person_is_known_until_it_is_given_up(store: SqlStore) -> None:
    assert await store.dm_channel(11) is None
    await store.save_dm_channel(11, 2**62)
    await store.save_dm_channel(12, 8)
    await store.save_dm_channel(11, 2**62 + 1)
    assert [await store.dm_channel(user) for user in (11, 12)] == [2**62 + 1, 8]
    await store.save_dm_channel(11, None)
    await store.save_dm_channel(13, None)
    assert [await store.dm_channel(user) for user in (11, 12)] == [None, 8]


async def test_only_so_many_new_channels_are_opened_in_an_hour(store: SqlStore) -> None:
    assert await _takes(store, "a")
    assert await _takes(store, "b", NOW + 600)
    assert not await _takes(store, "c", NOW + HOUR - 1)
    assert await _takes(store, "c", NOW + HOUR)
    assert not await _takes(store, "d", NOW + HOUR)  # that of ten past counts
    assert not await _takes(store, "e", NOW, hour=0)


async def test_only_so_many_new_channels_are_opened_in_a_day(store: SqlStore) -> None:
    for number in range(3):
        assert await _takes(store, f"{number}", NOW + number * HOUR)
    assert not await _takes(store, "late", NOW + DAY - 1)
    assert await _takes(store, "late", NOW + DAY)
    times = select(dm_openings.c.at).order_by(dm_openings.c.at)
    kept = await store._database.read(lambda connection: list(connection.scalars(times)))
    assert kept == [NOW + HOUR, NOW + 2 * HOUR, NOW + DAY]  # older ones count for nothing


async def test_a_retry_counts_once_and_from_now(store: SqlStore) -> None:
    assert await _takes(store, "a")
    assert await _takes(store, "b")
    assert await _takes(store, "a", NOW + 600)
    assert await _takes(store, "c", NOW + HOUR)
    assert not await _takes(store, "d", NOW + HOUR)
    assert not await _takes(store, "b", NOW + HOUR)  # its hour is over: it needs room again


async def test_processes_that_open_channels_at_once_keep_to_the_limit_together(url: str) -> None:
    stores = [await open_store(url) for _ in range(2)]
    asked = [
        store.take_dm_opening(f"{name}{number}", NOW, per_hour=5, per_day=100)
        for number in range(10)
        for name, store in enumerate(stores)
    ]
    assert sum(await asyncio.gather(*asked)) == 5
    for store in stores:
        await store.close()


async def test_what_was_opened_before_a_restart_counts(url: str) -> None:
    store = await open_store(url)
    await store.save_dm_channel(11, 7)
    assert [await _takes(store, name) for name in "abc"] == [True, True, False]
    await store.close()
    store = await open_store(url)
    assert await store.dm_channel(11) == 7
    assert not await _takes(store, "c", NOW + HOUR - 1)
    await store.close()


async def test_a_deleted_user_makes_no_room_for_another_channel(store: SqlStore) -> None:
    for user_id in (11, 12):
        assert await _takes(store, f"{user_id}")
        await store.save_dm_channel(user_id, user_id)
        await forget(store, user_id)
        assert await store.dm_channel(user_id) is None
    assert not await _takes(store, "c")
