"""The level of the computer players at a table."""

from __future__ import annotations

import pytest

from bot.tables.errors import GameGoesOn, NotSeated
from bot.tables.model import Occupant
from bot.tables.views import TableView
from tests.support.house import ANA, EVE, House


async def test_computers_get_the_requested_level(house: House) -> None:
    house.computers.levels = ("expert", "easy")
    table_id = await house.open(ANA)
    await house.tables.computers.fill(table_id, ANA, "easy")
    seats = (await house.tables.view(table_id)).seats
    assert {line.level for line in seats if line.user_id is None} == {"easy"}


async def test_level_applies_to_all_computers_present_and_future(house: House) -> None:
    house.computers.levels = ("expert", "steady", "easy")
    table = await house.open(ANA)
    computers = house.tables.computers
    await computers.fill(table, ANA)
    assert _levels((await computers.set_level(table, ANA, "easy")).after) == ["easy"] * 3
    await computers.remove(table, ANA, 2)
    assert _levels((await computers.fill(table, ANA)).after) == ["easy"] * 3
    await computers.remove(table, ANA, 2)
    assert _levels((await computers.fill(table, ANA, "steady")).after) == ["steady"] * 3


async def test_seated_people_choose_the_level_in_the_lobby(house: House) -> None:
    house.computers.levels = ("expert", "easy")
    table = await house.open(ANA)
    computers = house.tables.computers
    await computers.fill(table, ANA)
    with pytest.raises(NotSeated):
        await computers.set_level(table, EVE, "easy")
    await house.tables.begin(table, ANA)
    with pytest.raises(GameGoesOn):
        await computers.set_level(table, ANA, "easy")
    assert _levels(await house.tables.view(table)) == ["expert"] * 3


def _levels(table: TableView) -> list[str]:
    return [line.level for line in table.seats if line.occupant is Occupant.COMPUTER]


async def test_unknown_level_means_the_first_level(house: House) -> None:
    house.computers.levels = ("expert", "easy")
    table_id = await house.open(ANA)
    await house.tables.computers.fill(table_id, ANA, "grandmaster")
    seats = (await house.tables.view(table_id)).seats
    assert {line.level for line in seats if line.user_id is None} == {"expert"}
