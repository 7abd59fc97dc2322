"""The call for players counts the seats that anybody can take."""

from __future__ import annotations

import pytest

from bot.presenter.company.inviting import players_call
from tests.presenter.tabling import sample
from tests.screens.registry import Look
from tests.screens.states.tables import holding


@pytest.mark.parametrize(("held", "needed"), [((), 3), ((1,), 2), ((1, 2), 1)])
def test_seats_that_are_held_need_nobody(held: tuple[int, ...], needed: int) -> None:
    look = Look()
    table = holding(look, sample(0), *held)
    assert table.free_seats == needed
    said = "one more" if needed == 1 else f"{needed} more"
    assert f"Table 3 needs {said}:" in players_call(table, 7, look.context).content
