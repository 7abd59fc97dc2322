"""The time that an expert takes tells nothing about its choice: it thinks during a fixed pause."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.daily.hand import SEAT
from bot.tables.clocks.computer_turns import ComputerTurns
from bot.tables.views import Progress
from tests.support.clocks import HandClock
from tests.support.daily_house import ANA, CALENDAR, MONDAY, DailyHouse, installed
from tests.support.inner_tables import saving
from texas42 import RulesPlayer
from texas42.engine import Action, PlayTile, SeatView, format_action

PACE = 2.0
"""Of the experts' tables: an act then takes 0.6 seconds, and the first one of a trick 1.3."""
TICK = 0.05
Thinking = Callable[[Action], float]
"""The seconds that an expert needs to choose an action."""


def no_time(_: Action) -> float:
    """Choose at once."""
    return 0.0


def longer_for_doubles(action: Action) -> float:
    """Think longest about leading or playing a double."""
    return 0.5 if isinstance(action, PlayTile) and action.tile.is_double else 0.1


class Times:
    """Notes when each change of a hand is shown; passes it on."""

    def __init__(self, house: DailyHouse) -> None:
        self._stage = house
        self.newest: Progress | None = None
        self.seen: list[float] = []

    def publish(self, progress: Progress) -> None:
        self.newest = progress
        self.seen.append(round(self._stage.clock.now() - CALENDAR.begins(MONDAY), 6))

    async def shown(self, _table_id: str) -> None:
        pass


async def shown_at(house: DailyHouse, thinking: Thinking) -> list[float]:
    """Play a hand out; return when each of its acts was shown, in seconds of the day."""
    clock = HandClock(CALENDAR.begins(MONDAY) + 60)

    async def choose(view: SeatView) -> Action:
        action = house.experts.choose_by(view)
        if seconds := thinking(action):
            await clock.sleep(seconds)
        return action

    house.clock = clock  # type: ignore[assignment]
    house.pace = PACE
    house.experts.choose = choose  # type: ignore[method-assign]
    await house.restart()
    times = Times(house)
    house.tables.publish_hands_to(times)
    view = await house.daily.begin(ANA, "Ana")
    while times.newest is None or not times.newest.hand_ended:
        panel = None if times.newest is None else times.newest.panel_for(ANA)
        seen = None if panel is None else panel.view
        if seen is not None and seen.to_act == SEAT:
            text = format_action(RulesPlayer().choose(seen, 1.0), seen.rules)
            await house.act_on(ANA, view.date, text, phase=seen.phase)
            continue
        clock.move(TICK)
        for _ in range(30):
            await asyncio.sleep(0)
        await asyncio.gather(*saving(house.tables))
    return times.seen


async def test_expert_takes_the_same_time_whatever_it_chooses(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    found = [await _times(tmp_path_factory, each) for each in (no_time, longer_for_doubles)]
    assert len(found[0]) > 20
    assert found[0] == found[1]


async def test_expert_whose_thinking_comes_after_its_pause_is_found(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ComputerTurns, "think_ahead", lambda *_: None)
    found = [await _times(tmp_path_factory, each) for each in (no_time, longer_for_doubles)]
    assert found[0] != found[1]


async def _times(folders: pytest.TempPathFactory, thinking: Thinking) -> list[float]:
    async with installed(folders.mktemp("daily")) as house:
        return await shown_at(house, thinking)
