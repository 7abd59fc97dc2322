"""Computer players that crash, cheat or hang: the game continues silently."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from bot.players import service
from bot.players.service import ThreadedPlayers
from bot.runtime.worker_threads import WorkerThreads
from bot.tables.model import Status
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.stage import Stage, buttons, press
from texas42.ai.rules.player import RulesPlayer
from texas42.engine import Action, SeatView

ACTS = ("play", "contract", "call")


class Bad:
    """A computer player that fails now and then, so that the plain player replaces it."""

    def __init__(self, fault: str, awake: threading.Event) -> None:
        self._fault = fault
        self._awake = awake
        self._good = RulesPlayer()
        self._turns = 0

    def choose(self, view: SeatView, seconds: float) -> Action:
        self._turns += 1
        if self._turns == 1:  # only once: few threads may hang
            if self._fault == "raises":
                raise RuntimeError("kaput")
            if self._fault == "cheats":
                return "64"  # type: ignore[return-value]
            self._awake.wait()
        return self._good.choose(view, seconds)


@pytest.fixture
def awake() -> threading.Event:
    """Setting this event releases the hanging player."""
    return threading.Event()


@pytest.fixture(params=["raises", "cheats", "hangs"])
def players(
    request: pytest.FixtureRequest, awake: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Replace the computer player of the tables with a bad one."""
    bad = Bad(request.param, awake)

    def with_a_bad_one(
        _: Path, workers: WorkerThreads, seconds: float, _chose: object
    ) -> ThreadedPlayers:
        return ThreadedPlayers({"expert": bad}, workers, seconds)

    monkeypatch.setattr("bot.runtime.composition.foundation.computer_players", with_a_bad_one)
    monkeypatch.setattr(service, "GRACE_SECONDS", 0.05)


@pytest.fixture
def settings() -> dict[str, Any]:
    return {"ai_seconds": 0.05, "ai_workers": 2}


@pytest.fixture
def unlit_with(players: None, unlit: Stage) -> Stage:
    """The stage, on which the bot will use the bad player."""
    return unlit


async def test_bad_computer_player_is_silently_replaced_for_that_turn(
    unlit_with: Stage, ana: SimulatedUser, awake: threading.Event
) -> None:
    stage = unlit_with
    async with stage.running():
        table = await stage.start_game()
        for _ in range(3):
            await stage.until(table, lambda view: _ana_acts(view) or _over(view))
            if (await stage.view(table)).status is not Status.PLAYING:
                break
            panel = await stage.panel(ana)
            await press(ana, panel, next(v for v in ACTS if buttons(panel, v)))
        assert (await stage.view(table)).seq > 3
        assert stage.channel_texts() == []
        assert stage.bot.router.failed == 0
    awake.set()  # only now, since a hanging player does not delay a shutdown


def _ana_acts(view: Any) -> bool:
    return view.view is not None and view.view.to_act == 0


def _over(view: Any) -> bool:
    return view.status is not Status.PLAYING
