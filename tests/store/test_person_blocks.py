"""Blocks between people: the blocker's data, and never the blocked person's."""

from __future__ import annotations

import asyncio

from bot.store import Store

ANA = 2**62
BO = 12
CY = 13


async def test_block_goes_one_way_until_it_is_dropped(store: Store) -> None:
    assert await store.blocks.add_block(ANA, BO, 10.0, 5)
    assert await store.blocks.add_block(ANA, BO, 11.0, 5)  # once more changes nothing
    assert await store.blocks.has_blocked(ANA, BO)
    assert not await store.blocks.has_blocked(BO, ANA)
    assert await store.blocks.blocked_among(ANA, [BO, CY]) == {BO}
    await store.blocks.drop_block(ANA, BO)
    assert not await store.blocks.has_blocked(ANA, BO)


async def test_blocks_are_listed_newest_first_with_known_names(store: Store) -> None:
    await store.people.save_choices(BO, name="Bo")
    await store.blocks.add_block(ANA, BO, 10.0, 5)
    await store.blocks.add_block(ANA, CY, 11.0, 5)
    assert list(await store.blocks.blocked_by(ANA)) == [(CY, ""), (BO, "Bo")]


async def test_no_more_people_than_the_limit_are_blocked_even_at_once(store: Store) -> None:
    adding = (store.blocks.add_block(ANA, other, 10.0, 2) for other in range(1, 6))
    assert sorted(await asyncio.gather(*adding)) == [False] * 3 + [True] * 2
    assert len(await store.blocks.blocked_by(ANA)) == 2


async def test_block_is_in_the_blockers_copy_and_goes_with_their_deletion(store: Store) -> None:
    await store.blocks.add_block(ANA, BO, 10.0, 5)
    copy = await store.own_data.about(ANA)
    assert copy == {
        "person_blocks": [{"user_id": str(ANA), "blocked_user_id": str(BO), "at": 10.0}]
    }
    assert await store.own_data.counts(ANA) == {"person_blocks": 1}
    while await store.own_data.delete_some(ANA, 10):
        pass
    assert list(await store.blocks.blocked_by(ANA)) == []


async def test_block_is_not_in_the_blocked_persons_copy_and_survives_their_deletion(
    store: Store,
) -> None:
    await store.blocks.add_block(ANA, BO, 10.0, 5)
    await store.people.save_choices(BO, name="Bo")
    assert "person_blocks" not in await store.own_data.about(BO)
    assert "person_blocks" not in await store.own_data.counts(BO)
    while await store.own_data.delete_some(BO, 10):
        pass
    assert await store.blocks.has_blocked(ANA, BO)
