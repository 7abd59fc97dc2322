"""The house rules that a table takes."""

from __future__ import annotations

import pytest

from bot.library import UnknownRule
from bot.tables.errors import RuleTooHigh

from .house import House


@pytest.mark.parametrize(
    ("rules", "option", "most"),
    [
        ({"target": 51}, "target", 50),
        ({"target": 10_001, "scoring": "points"}, "target", 10_000),
        ({"open_max_marks": 21}, "open_max_marks", 20),
        ({"max_marks": 10**9}, "max_marks", 20),
    ],
)
async def test_a_number_that_makes_a_game_endless_is_refused(
    house: House, rules: dict[str, object], option: str, most: int
) -> None:
    with pytest.raises(RuleTooHigh) as caught:
        await house.open(**rules)
    assert (caught.value.option, caught.value.most) == (option, most)
    assert await house.tables.live_tables() == []


async def test_the_highest_numbers_are_played(house: House) -> None:
    table = await house.open(target=50, open_max_marks=20, max_marks=20)
    assert (await house.tables.view(table)).rules.max_marks == 20


async def test_an_unknown_option_opens_no_table(house: House) -> None:
    with pytest.raises(UnknownRule):
        await house.open(nelo="any")
    assert await house.tables.live_tables() == []
