"""The program's own players: made ready when one of them is first asked."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.ai import RulesPlayer
from bot.ai.players import service as minds
from bot.ai.players.service import ComputerPlayers
from bot.engine import Action, SeatView
from bot.runtime.worker_threads import WorkerThreads

from .house import House


class Sleeper:
    """A strong player that notes when it is made ready, and where."""

    made_ready: list[str]

    def __init__(self, level: str, folder: Path) -> None:
        self.level = level

    def warm(self) -> None:
        self.made_ready.append(threading.current_thread().name.split("_")[0])

    def choose(self, view: SeatView, seconds: float) -> Action:
        return RulesPlayer().choose(view, seconds)


@pytest.fixture
async def sleeping(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[ComputerPlayers]:
    async def nothing_to_compile(_: Path) -> None:
        return

    monkeypatch.setattr(Sleeper, "made_ready", [], raising=False)
    monkeypatch.setattr(minds, "LevelPlayer", Sleeper)
    monkeypatch.setattr(minds, "_compile", nothing_to_compile)
    with WorkerThreads(1) as workers:
        players = ComputerPlayers(tmp_path, workers, 1.0)
        yield players
        await players.close()


async def _view(house: House) -> SeatView:
    table = await house.begun()
    user = await house.in_turn(table)
    assert user is not None
    view = (await house.tables.panel(table, user)).view
    assert view is not None
    return view


@pytest.mark.parametrize("ask", ["choose", "advise"])
async def test_whoever_asks_first_makes_all_levels_ready_in_the_background(
    house: House, sleeping: ComputerPlayers, ask: str
) -> None:
    view = await _view(house)
    assert sleeping._warming is None
    for _ in range(2):
        await (sleeping.advise(view) if ask == "advise" else sleeping.choose(view, "expert"))
    assert sleeping._warming is not None
    await sleeping._warming
    assert Sleeper.made_ready == ["background"] * 3


async def test_the_plain_level_needs_nothing_made_ready(
    house: House, sleeping: ComputerPlayers
) -> None:
    view = await _view(house)
    assert await sleeping.choose(view, "rules") == RulesPlayer().choose(view, 1.0)
    assert sleeping._warming is None
