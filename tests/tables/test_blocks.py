"""Blocked people: they have no seat at tables that the blocker hosts, but finish their game."""

from __future__ import annotations

import pytest

from bot.tables.company.blocks import MOST_BLOCKED
from bot.tables.company.errors import BlocksFull, MeetsBlocked, NoInvitation, NotBlockable
from bot.tables.model import Status
from tests.support.house import ANA, BO, CHANNEL, CY, DI, House


async def test_blocked_person_cant_sit_at_the_hosts_table(house: House) -> None:
    table = await house.open(ANA)
    await house.tables.blocks.block(ANA, BO)
    for seat in (None, 1, 99):
        with pytest.raises(NoInvitation):
            await house.sit(table, BO, seat)
    await house.sit(table, CY)
    await house.tables.blocks.unblock(ANA, BO)
    assert (await house.sit(table, BO)).seat is not None


async def test_block_says_the_same_at_a_full_table(house: House) -> None:
    table = await house.start_game(ANA, CY, DI, 99)
    await house.tables.blocks.block(ANA, BO)
    with pytest.raises(NoInvitation):
        await house.sit(table, BO)


async def test_block_frees_seats_in_a_lobby_and_after_a_game(house: House) -> None:
    table = await house.open(ANA)
    await house.sit(table, BO)
    await house.tables.blocks.block(ANA, BO)
    assert (await house.tables.view(table)).held_by(BO) is None


async def test_blocked_person_plays_the_game_to_its_end_and_gets_no_rematch(
    house: House,
) -> None:
    table = await house.start_game(ANA, BO, target=1)
    await house.tables.blocks.block(ANA, BO)
    assert (await house.tables.view(table)).seat_of(BO) is not None
    await house.play_game(table)
    view = await house.tables.view(table)
    assert view.status is Status.FINISHED
    assert view.seat_of(BO) is not None
    with pytest.raises(NoInvitation):
        await house.tables.ready(table, BO)
    assert (await house.tables.view(table)).held_by(BO) is None


async def test_next_game_begins_without_the_blocked_person(house: House) -> None:
    table = await house.start_game(ANA, BO, target=1)
    await house.tables.blocks.block(ANA, BO)
    await house.play_game(table)
    await house.tables.ready(table, ANA)
    assert (await house.tables.view(table)).held_by(BO) is None


async def test_new_host_of_a_lobby_sits_there_without_people_they_have_blocked(
    house: House,
) -> None:
    table = await house.open(CY)
    await house.sit(table, ANA)
    await house.sit(table, BO)
    await house.tables.blocks.block(ANA, BO)
    assert (await house.tables.view(table)).held_by(BO) is not None
    await house.tables.leave(table, CY)
    view = await house.tables.view(table)
    assert (view.held_by(ANA) is not None, view.held_by(BO)) == (True, None)


async def test_who_blocked_somebody_is_told_before_they_sit_down_with_them(house: House) -> None:
    table = await house.open(CY)
    await house.sit(table, BO)
    await house.tables.blocks.block(ANA, BO)
    with pytest.raises(MeetsBlocked) as caught:
        await house.sit(table, ANA)
    assert caught.value.names == ("Bo",)
    progress = await house.tables.sit(table, ANA, "Ana", anyway=True)
    assert progress.panel.seat is not None
    await house.sit(table, ANA)  # asks no more


async def test_block_is_the_blockers_alone(house: House) -> None:
    table = await house.open(BO)
    await house.tables.blocks.block(ANA, BO)
    with pytest.raises(MeetsBlocked):
        await house.sit(table, ANA)  # who is blocked may still host
    elsewhere = await house.open(CY, CHANNEL + 1)
    await house.tables.leave(table, BO)
    await house.tables.sit(elsewhere, ANA, "Ana")
    assert (await house.sit(elsewhere, BO)).seat is not None  # and learns nothing


async def test_blocks_are_limited_and_nobody_blocks_themselves(house: House) -> None:
    with pytest.raises(NotBlockable):
        await house.tables.blocks.block(ANA, ANA)
    for other in range(MOST_BLOCKED):
        await house.tables.blocks.block(ANA, 10_000 + other)
    with pytest.raises(BlocksFull):
        await house.tables.blocks.block(ANA, BO)
