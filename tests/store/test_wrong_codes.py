"""How many wrong codes people may type: counted in the store, for all processes."""

from __future__ import annotations

import asyncio

import pytest

from bot.store import Store
from bot.values.table_codes import MOST_WRONG, WRONG_SECONDS

pytestmark = pytest.mark.slow

ANA = 11
BO = 12
NOW = 1_000_000.0


async def take(store: Store, user_id: int, now: float = NOW) -> int | None:
    return await store.wrong_codes.take_try(
        user_id, now=now, since=now - WRONG_SECONDS, most=MOST_WRONG
    )


async def test_ten_tries_an_hour_are_allowed_to_each_person(store: Store) -> None:
    for second in range(MOST_WRONG):
        assert await take(store, ANA, NOW + second) is not None
    assert await take(store, ANA, NOW + MOST_WRONG) is None
    assert await take(store, BO, NOW + MOST_WRONG) is not None
    since = NOW + MOST_WRONG - WRONG_SECONDS
    assert await store.wrong_codes.oldest_try(ANA, since) == NOW
    assert await take(store, ANA, NOW + WRONG_SECONDS - 1) is None
    assert await take(store, ANA, NOW + WRONG_SECONDS) is not None
    assert await take(store, ANA, NOW + WRONG_SECONDS) is None


async def test_tries_at_the_same_time_are_counted_one_after_the_other(store: Store) -> None:
    tries = await asyncio.gather(*(take(store, ANA) for _ in range(2 * MOST_WRONG)))
    taken = [each for each in tries if each is not None]
    assert sorted(taken) == list(range(MOST_WRONG))


async def test_right_code_is_uncounted(store: Store) -> None:
    for _ in range(3 * MOST_WRONG):
        number = await take(store, ANA)
        assert number is not None
        await store.wrong_codes.forgive(ANA, number)
    assert await store.own_data.counts(ANA) == {}


async def test_old_tries_are_forgotten_and_newer_ones_are_kept(store: Store) -> None:
    for at in (NOW, NOW, NOW + 60):
        await take(store, ANA, at)
    while await store.retention.sweep_wrong_codes(NOW + 1, 1):
        pass
    assert (await store.own_data.counts(ANA))["wrong_codes"] == 1
    while await store.own_data.delete_some(ANA, 100):
        pass
    assert await store.own_data.counts(ANA) == {}
