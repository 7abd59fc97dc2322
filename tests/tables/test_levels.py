"""The level of the computer players at a table."""

from __future__ import annotations

import pytest

from bot.tables.errors import NotSeated, WrongStatus
from bot.tables.model import Occupant
from bot.tables.views import TableView

from .house import ANA, EVE, House


async def test_computers_of_the_level_that_is_asked_for_sit_down(house: House) -> None:
    house.computers.levels = ("expert", "easy")
    table_id = await house.open(ANA)
    await house.tables.computers.fill(table_id, ANA, "easy")
    seats = (await house.tables.view(table_id)).seats
    assert {line.level for line in seats if line.user_id is None} == {"easy"}


async def test_the_level_is_that_of_all_computers_and_of_those_who_come(house: House) -> None:
    house.computers.levels = ("expert", "steady", "easy")
    table, computers = await house.open(ANA), house.tables.computers
    await computers.fill(table, ANA)
    assert _levels((await computers.set_level(table, ANA, "easy")).after) == ["easy"] * 3
    await computers.remove(table, ANA, 2)
    assert _levels((await computers.fill(table, ANA)).after) == ["easy"] * 3
    await computers.remove(table, ANA, 2)
    assert _levels((await computers.fill(table, ANA, "steady")).after) == ["steady"] * 3


async def test_the_level_is_chosen_in_the_lobby_by_those_who_sit_there(house: House) -> None:
    house.computers.levels = ("expert", "easy")
    table, computers = await house.open(ANA), house.tables.computers
    await computers.fill(table, ANA)
    with pytest.raises(NotSeated):
        await computers.set_level(table, EVE, "easy")
    await house.tables.begin(table, ANA)
    with pytest.raises(WrongStatus):
        await computers.set_level(table, ANA, "easy")
    assert _levels(await house.tables.view(table)) == ["expert"] * 3


def _levels(table: TableView) -> list[str]:
    return [line.level for line in table.seats if line.occupant is Occupant.COMPUTER]


async def test_a_level_nobody_knows_is_read_as_the_first(house: House) -> None:
    house.computers.levels = ("expert", "easy")
    table_id = await house.open(ANA)
    await house.tables.computers.fill(table_id, ANA, "grandmaster")
    seats = (await house.tables.view(table_id)).seats
    assert {line.level for line in seats if line.user_id is None} == {"expert"}
