"""How often one person may ping another: counted in the store, for all processes."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

import pytest

from bot.store import Store
from bot.values.pings import MOST_PINGS, PING_SECONDS

pytestmark = pytest.mark.slow

ANA = 11
BO = 12
CY = 13
NOW = 1_000_000.0


async def take(
    store: Store, about: str, pinger: int, *people: int, now: float = NOW
) -> Collection[int]:
    return await store.pings.take_pings(
        about, pinger, people, now=now, since=now - PING_SECONDS, most=MOST_PINGS
    )


async def test_one_person_pings_another_three_times_an_hour(store: Store) -> None:
    for at, table in enumerate(("a", "b", "c")):
        assert await take(store, table, ANA, BO, now=NOW + at) == {BO}
    assert await take(store, "d", ANA, BO, CY, now=NOW + 3) == {CY}
    assert await take(store, "d", CY, BO, now=NOW + 3) == {BO}
    assert await take(store, "d", BO, ANA, now=NOW + 3) == {ANA}
    assert await take(store, "e", ANA, BO, now=NOW + PING_SECONDS - 1) == set()
    assert await take(store, "e", ANA, BO, now=NOW + PING_SECONDS) == {BO}


async def test_retry_about_the_same_thing_pings_the_same_people_and_counts_once(
    store: Store,
) -> None:
    for _ in range(5):
        assert await take(store, "a", ANA, BO) == {BO}
    for table in ("b", "c"):
        assert await take(store, table, ANA, BO) == {BO}
    assert await take(store, "d", ANA, BO) == set()
    assert await take(store, "a", ANA, BO) == {BO}


async def test_pings_at_the_same_time_are_counted_one_after_the_other(store: Store) -> None:
    taken = await asyncio.gather(*(take(store, str(n), ANA, BO, CY) for n in range(8)))
    assert sum(map(len, taken)) == 2 * MOST_PINGS


async def test_old_pings_are_forgotten_and_newer_ones_are_kept(store: Store) -> None:
    for table, at in (("a", NOW), ("b", NOW), ("c", NOW + 60)):
        await take(store, table, ANA, BO, now=at)
    while await store.retention.sweep_pings(NOW + 1, 1):
        pass
    assert (await store.own_data.counts(BO))["pings"] == 1


async def test_deletion_of_either_persons_data_deletes_their_pings(store: Store) -> None:
    await take(store, "a", ANA, BO, CY)
    await take(store, "b", BO, ANA)
    for person in (ANA, BO):
        while await store.own_data.delete_some(person, 100):
            pass
        assert await store.own_data.counts(person) == {}
    assert await store.own_data.counts(CY) == {}


async def test_copy_of_ones_data_names_nobody_else(store: Store) -> None:
    await take(store, "a", ANA, BO)
    (row,) = (await store.own_data.about(BO))["pings"]
    assert row["user_id"] == str(BO)
    assert "host_id" not in row


async def test_who_has_blocked_somebody_is_never_pinged_by_them(store: Store) -> None:
    await store.blocks.add_block(BO, ANA, NOW, 9)
    assert await take(store, "a", ANA, BO, CY) == {CY}
    assert await take(store, "a", BO, ANA) == {ANA}
    await store.blocks.drop_block(BO, ANA)
    assert await take(store, "b", ANA, BO) == {BO}
