"""Skip to my turn: computers act right away if no other person is waiting."""

from __future__ import annotations

import asyncio

from bot.tables.model import Status
from tests.support.house import ANA, BO, EVE, House
from texas42.engine import DealEnded


async def test_skip_plays_computers_until_the_users_turn(house: House) -> None:
    table = await house.start_on_turn_of(ANA, ANA)
    before = await house.act(table, ANA)
    assert before.can_skip
    now = house.clock.now()
    panel = (await house.tables.skip(table, ANA)).panel
    assert house.clock.now() == now
    assert await house.in_turn(table) == ANA
    assert not panel.can_skip
    assert panel.table.seq > before.table.seq


async def test_each_skipped_act_is_saved_and_published(house: House) -> None:
    table = await house.start_on_turn_of(ANA, ANA)
    before = (await house.act(table, ANA)).table.seq
    shown = len(house.publisher.published)
    after = (await house.tables.skip(table, ANA)).after.seq
    assert len(house.publisher.published) == shown + after - before
    assert (await house.acts(table))[-1] == after - 1


async def test_whole_hand_can_be_skipped_without_a_pause(house: House) -> None:
    table = await house.start_game(ANA)
    now = house.clock.now()
    while (await house.tables.skip(table, ANA)).after.status is Status.PLAYING:
        await house.act(table, ANA)
    assert house.clock.now() == now
    assert any(
        isinstance(e, DealEnded) for told in house.publisher.published for e in told.happenings
    )


async def test_skip_does_nothing_on_the_users_turn_or_for_a_watcher(house: House) -> None:
    table = await house.start_on_turn_of(ANA, ANA)
    before = await house.tables.view(table)
    assert (await house.tables.skip(table, ANA)).after == before
    await house.act(table, ANA)
    before = await house.tables.view(table)
    assert (await house.tables.skip(table, EVE)).after == before


async def test_skip_never_passes_another_persons_turn(house: House) -> None:
    table = await house.open(ANA)
    await house.sit(table, BO, 1)
    await house.tables.computers.fill(table, ANA)
    await house.tables.begin(table, ANA)
    await house.until_turn_of(table, BO)
    await house.act(table, BO)  # seats 2 and 3, then Ana
    assert not (await house.tables.panel(table, BO)).can_skip
    assert (await house.tables.panel(table, ANA)).can_skip
    await house.tables.skip(table, ANA)
    assert await house.in_turn(table) == ANA


async def test_concurrent_skips_duplicate_no_act(house: House) -> None:
    table = await house.start_on_turn_of(ANA, ANA)
    await house.act(table, ANA)
    await asyncio.gather(*(house.tables.skip(table, ANA) for _ in range(3)))
    acts = await house.acts(table)
    assert acts == sorted(set(acts))
