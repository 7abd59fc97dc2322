"""Limits on house rules."""

from __future__ import annotations

import pytest

from bot.tables.errors import RuleTooHigh
from tests.support.house import House
from texas42.library import UnknownRule


@pytest.mark.parametrize(
    ("rules", "option", "most"),
    [
        ({"target": 51}, "target", 50),
        ({"target": 10_001, "scoring": "points"}, "target", 10_000),
        ({"open_max_marks": 21}, "open_max_marks", 20),
        ({"max_marks": 10**9}, "max_marks", 20),
    ],
)
async def test_house_rule_above_its_maximum_is_refused(
    house: House, rules: dict[str, object], option: str, most: int
) -> None:
    with pytest.raises(RuleTooHigh) as caught:
        await house.open(**rules)
    assert (caught.value.option, caught.value.most) == (option, most)
    assert await house.tables.live_tables() == []


async def test_house_rules_at_their_maximum_are_accepted(house: House) -> None:
    table = await house.open(target=50, open_max_marks=20, max_marks=20)
    assert (await house.tables.view(table)).rules.max_marks == 20


async def test_unknown_option_is_refused(house: House) -> None:
    with pytest.raises(UnknownRule):
        await house.open(nelo="any")
    assert await house.tables.live_tables() == []
