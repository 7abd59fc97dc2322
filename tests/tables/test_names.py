"""People with the same name are distinguished at a table and in its records."""

from __future__ import annotations

import json

import pytest

from bot.tables.errors import NotHost, NotYourTurn, SeatTaken
from bot.tables.model import Occupant, Place
from bot.values.pace import Pace
from tests.support.house import ANA, BO, CHANNEL, CY, DI, House


async def _open(house: House, *names: str) -> str:
    """Open a table; Ana and those after her have these names."""
    table = (
        await house.tables.open(
            place=Place(1, CHANNEL, CHANNEL),
            user_id=ANA,
            name=names[0],
            game="42",
            rules={"target": 2},
        )
    ).table_id
    for user, name in enumerate(names[1:], ANA + 1):
        await house.tables.sit(table, user, name)
    return table


async def test_a_computer_is_never_named_like_a_person(house: House) -> None:
    table = await _open(house, "pearl", "Ｈoyt")
    view = (await house.tables.computers.fill(table, ANA)).after
    computers = [line.name for line in view.seats if line.occupant is Occupant.COMPUTER]
    assert computers == ["Opal", "Dub"]
    assert view.names == ("pearl", "Ｈoyt", "Opal", "Dub")


async def test_person_beside_a_computer_of_their_name_is_distinguished(house: House) -> None:
    table = await _open(house, "Ana")
    await house.tables.computers.fill(table, ANA)
    await house.tables.computers.remove(table, ANA, 3)
    view = (await house.tables.sit(table, BO, "Pearl")).after
    assert view.names == ("Ana", "Pearl", "Hoyt", "Pearl #4")


async def test_refusals_name_people_as_the_table_does(house: House) -> None:
    table = await _open(house, "Alex", "Alex", "Bo")
    with pytest.raises(SeatTaken) as taken:
        await house.tables.sit(table, DI, "Di", 0)
    assert taken.value.by == "Alex #1"
    with pytest.raises(NotHost) as refused:
        await house.tables.set_pace(table, BO, Pace.FAST)
    assert refused.value.host == "Alex #1"
    await house.tables.computers.fill(table, ANA)
    await house.tables.begin(table, ANA)
    await house.until_turn_of(table, BO)
    text, phase, seq = await house.choice(table, BO)
    with pytest.raises(NotYourTurn) as early:
        await house.tables.act(table, CY, text, phase=phase, seq=seq)
    assert early.value.name == "Alex #2"


async def test_record_distinguishes_them_and_the_store_keeps_the_names(house: House) -> None:
    table = await _open(house, "Alex", "Bo", "Alex", "Di")
    await house.tables.begin(table, ANA)
    await house.play_hand(table)
    told = ["Alex #1", "Bo", "Alex #3", "Di"]
    view, text = await house.tables.archive.record(table)
    assert json.loads(text)["players"] == told
    await house.play_game(table)
    await house.tables.leave(table, ANA)
    assert json.loads((await house.tables.archive.record(table))[1])["players"] == told
    finished = await house.store.results.last_game(table, view.game_no)
    assert finished is not None
    assert finished.names == ("Alex", "Bo", "Alex", "Di")
