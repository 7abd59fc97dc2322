"""Each act costs one request for every screen that it changes, pictures included."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.model import Status
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.screens import presses
from tests.support.stage import Stage

from .onlookers import Draftsman

ACTS = ("call", "contract", "play")
MODEST = {"30": 0, "pass": 1}
PACE = 30.0
"""Seconds of the test's clock: all screens show an act before a computer makes the next one."""
THINK = 2.5
FEWEST = 12


@pytest.fixture
def settings() -> dict[str, Any]:
    return {"pace_seconds": PACE}


@pytest.fixture(autouse=True)
def _pictures(draftsman: Draftsman) -> None:
    """Draw pictures, each in time for its answer."""


async def act(person: SimulatedUser, channel: str) -> None:
    """Choose on the panel: a bid of 30, else a pass, else the first trump or domino."""
    panel = [m for m in person.messages(channel) if m["flags"] & 64][-1]
    chosen = min(presses(panel, *ACTS), key=lambda each: MODEST.get(each.arg, 2))
    assert (await person.click(panel, chosen.custom_id, chosen.values)).ok


async def requests_per_act(stage: Stage, table: str) -> float:
    """Play a hand on the panels to its end, and count what the bot sends."""
    people = {int(person.id): person for person in stage.people}
    view = await stage.view(table)
    for line in view.people:
        await stage.panel(people[line.user_id])
    await stage.wait_until_quiet()
    hand = view.hand_no
    first = view.seq
    before = len(stage.sandbox.log)
    while view.status is Status.PLAYING and view.hand_no == hand:
        acts = view.seq + 1 - first
        requests = len(stage.sandbox.log) - before
        assert view.view is not None
        assert view.view.to_act is not None
        user_id = view.seats[view.view.to_act].user_id
        if user_id is not None:
            await act(people[user_id], stage.channel)
        await stage.later(PACE if user_id is None else THINK)
        view = await stage.view(table)
    assert acts > FEWEST
    return requests / (acts - 1)


@pytest.mark.parametrize(("seated", "most"), [(4, 5.3), (1, 2.4)])
async def test_act_costs_one_request_for_each_screen(
    stage: Stage, seated: int, most: float
) -> None:
    table = await stage.start_game(*stage.people[1:seated])
    found = await requests_per_act(stage, table)
    assert seated < found <= most
