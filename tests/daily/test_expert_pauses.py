"""The time that an expert takes tells nothing about its choice: it thinks during a fixed pause."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.daily.expert_turns import ExpertPauses
from bot.daily.views import DailyView
from tests.daily.stage import ANA, DailyStage, installed
from texas42.engine import Action, PlayTile, SeatView

PAUSES = ExpertPauses(act=0.6, trick=1.4)
Thinking = Callable[[Action], float]
"""The seconds that an expert needs to choose an action."""


def no_time(_: Action) -> float:
    """Choose at once."""
    return 0.0


def longer_for_doubles(action: Action) -> float:
    """Think longest about leading or playing a double."""
    return 0.5 if isinstance(action, PlayTile) and action.tile.is_double else 0.1


async def shown_at(stage: DailyStage, thinking: Thinking) -> list[float]:
    """Play a hand out; return how long after its beginning each of the experts' acts was shown."""
    clock = stage.clock
    began = clock.time
    times = list[float]()

    async def sleep(seconds: float) -> None:
        clock.time += seconds

    async def choose(view: SeatView) -> Action:
        action = stage.experts.choose_by(view)
        clock.time += thinking(action)
        return action

    def publish(_: DailyView) -> None:
        times.append(round(clock.time - began, 6))

    clock.sleep = sleep  # type: ignore[method-assign]
    stage.experts.choose = choose  # type: ignore[method-assign]
    stage.screens.publish = publish  # type: ignore[method-assign]
    stage.pauses = PAUSES
    stage.restart()
    stage.turns._scored.add(((await stage.book.today()).date, stage.experts.version))
    await stage.play(ANA)
    return times


async def test_expert_takes_the_same_time_whatever_it_chooses(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    found = [await _times(tmp_path_factory, each) for each in (no_time, longer_for_doubles)]
    assert len(found[0]) > 20
    assert found[0] == found[1]


async def test_expert_whose_thinking_comes_before_its_pause_is_found(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.daily.stage.DayClock.elapsed", lambda _: 0.0)
    found = [await _times(tmp_path_factory, each) for each in (no_time, longer_for_doubles)]
    assert found[0] != found[1]


async def _times(folders: pytest.TempPathFactory, thinking: Thinking) -> list[float]:
    async with installed(folders.mktemp("daily")) as stage:
        return await shown_at(stage, thinking)
