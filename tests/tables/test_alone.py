"""A person alone with computer players has no time limit."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.loaded import PendingChange, with_table
from bot.tables.model import Status
from tests.support.house import ANA, BO, House
from tests.support.inner_tables import changes

DAY = 86400.0


async def test_lone_player_is_never_nudged_or_replaced(house: House) -> None:
    table = await house.start_on_turn_of(ANA, ANA)
    before = await house.tables.view(table)
    published = len(house.publisher.published)
    await house.later(7 * DAY)
    after = await house.tables.view(table)
    assert after == before
    assert (after.nudge, after.offer, after.seats[0].away) == (False, False, False)
    assert len(house.publisher.published) == published
    await house.act(table, ANA)


async def test_table_still_waits_after_a_restart(file: Path) -> None:
    house = await House.build(file)
    table = await house.start_on_turn_of(ANA, ANA)
    before = await house.tables.view(table)
    await house.stop()
    house.clock.move(3 * DAY)
    house = await House.build(file, house.clock)
    await house.later(3 * DAY)
    after = await house.tables.view(table)
    assert (after.status, after.seq, after.nudge, after.offer) == (
        Status.PLAYING,
        before.seq,
        False,
        False,
    )
    await house.play_hand(table)
    await house.stop()


@pytest.mark.parametrize("field", ["nudged", "offered"])
async def test_earlier_nudge_is_not_shown_to_a_lone_player(house: House, field: str) -> None:
    table = await house.start_on_turn_of(ANA, ANA)
    await changes(house.tables).change(
        table, lambda live: PendingChange(with_table(live, **{field: True}))
    )
    view = await house.tables.view(table)
    assert (view.nudge, view.offer) == (False, False)


async def test_next_hand_waits_until_the_lone_player_is_ready(house: House) -> None:
    table = await house.start_game(ANA)
    over = await house.play_hand(table)
    assert (over.status, over.next_at) == (Status.BETWEEN, None)
    await house.later(7 * DAY)
    assert (await house.tables.view(table)).hand_no == over.hand_no
    assert (await house.tables.ready(table, ANA)).after.hand_no == over.hand_no + 1


async def test_nudge_ends_when_the_other_person_leaves(house: House) -> None:
    table = await house.start_on_turn_of(ANA, ANA, BO)
    await house.later(60)
    assert (await house.tables.view(table)).offer
    await house.tables.leave(table, BO)
    view = await house.tables.view(table)
    assert (view.nudge, view.offer, view.alone) == (False, False, True)
    await house.later(DAY)
    assert (await house.tables.view(table)).seq == view.seq


async def test_two_people_are_still_nudged(house: House) -> None:
    table = await house.start_on_turn_of(ANA, ANA, BO)
    await house.later(20)
    assert (await house.tables.view(table)).nudge


async def test_table_closes_after_a_month_without_an_act(house: House) -> None:
    table = await house.start_on_turn_of(ANA, ANA)
    await house.later(house.timing.alone - 1)
    assert (await house.tables.view(table)).status is Status.PLAYING
    await house.later(1)
    assert (await house.tables.view(table)).status is Status.CLOSED
