"""Computer players run in threads, and a failing one never stops a table."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

import pytest

from bot.players import service
from bot.players.service import ThreadedPlayers, computer_players
from bot.runtime.worker_threads import WorkerThreads
from bot.tables.model import Status
from tests.support.house import ANA, House
from texas42 import Player, RulesPlayer
from texas42.ai.players import warm_up
from texas42.ai.players.levels import STRONG_LEVELS, LevelPlayer
from texas42.ai.players.warm_up import WarmUpState
from texas42.engine import Action, MakeCall, SeatView


class Scripted:
    """A computer player that returns or raises what a test sets."""

    def __init__(self, act: object) -> None:
        self.act = act
        self.asked = 0

    def choose(self, view: SeatView, seconds: float) -> Action:
        self.asked += 1
        chosen = self.act(view) if callable(self.act) else self.act
        if isinstance(chosen, Exception):
            raise chosen
        return chosen  # type: ignore[no-any-return]


@pytest.fixture
def one_thread() -> Iterator[WorkerThreads]:
    with WorkerThreads(1) as workers:
        yield workers


@pytest.fixture(autouse=True)
def _long_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a slow test machine from making a player late."""
    monkeypatch.setattr(service, "GRACE_SECONDS", 60.0)


async def _view(house: House) -> SeatView:
    table = await house.start_game()
    turn = await house.in_turn(table)
    assert turn is not None
    view = (await house.tables.panel(table, turn)).view
    assert view is not None
    return view


def _players(
    player: Player, workers: WorkerThreads, other: Player | None = None
) -> ThreadedPlayers:
    return ThreadedPlayers({"hard": player, "other": other or RulesPlayer()}, workers, 0.01)


async def test_level_selects_the_player(house: House, one_thread: WorkerThreads) -> None:
    view = await _view(house)
    hard = Scripted(view.legal[1])
    other = Scripted(view.legal[0])
    players = _players(hard, one_thread, other)
    assert players.levels == ("hard", "other")
    assert await players.choose(view, "hard") == view.legal[1]
    assert await players.choose(view, "other") == view.legal[0]
    assert await players.choose(view, "a level of yesterday") == view.legal[1]


async def test_player_runs_in_a_worker_thread(house: House, one_thread: WorkerThreads) -> None:
    view = await _view(house)
    threads: list[int] = []
    player = Scripted(lambda seen: (threads.append(threading.get_ident()), seen.legal[0])[1])
    await _players(player, one_thread).choose(view, "hard")
    assert threads != [threading.get_ident()]


async def test_failing_player_falls_back_to_rules(
    house: House, one_thread: WorkerThreads, caplog: pytest.LogCaptureFixture
) -> None:
    view = await _view(house)
    broken = Scripted(RuntimeError("no idea"))
    chosen = await _players(broken, one_thread).choose(view, "hard")
    assert chosen == RulesPlayer().choose(view, 1)
    assert "no idea" in caplog.text


async def test_illegal_choice_falls_back_to_rules(
    house: House, one_thread: WorkerThreads, caplog: pytest.LogCaptureFixture
) -> None:
    view = await _view(house)
    legal = view.legal[0]
    assert isinstance(legal, MakeCall)
    cheat = Scripted(MakeCall((legal.seat + 1) % 4, legal.call))
    assert await _players(cheat, one_thread).choose(view, "hard") in view.legal
    assert "not legal" in caplog.text


async def test_hanging_player_falls_back_to_rules(
    house: House,
    one_thread: WorkerThreads,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(service, "GRACE_SECONDS", 0.01)
    view = await _view(house)
    freed = threading.Event()
    stuck = Scripted(lambda seen: (freed.wait(30), seen.legal[0])[1])
    players = _players(stuck, one_thread)
    try:
        for _ in range(2):
            assert await players.choose(view, "hard") == RulesPlayer().choose(view, 1)
        # The stuck thread was replaced, so the next player has one.
        monkeypatch.setattr(service, "GRACE_SECONDS", 60.0)
        stuck.act = view.legal[-1]
        assert await players.choose(view, "hard") == view.legal[-1]
    finally:
        freed.set()
    assert "hard is late" in caplog.text


async def test_players_get_less_time_when_others_are_queued(
    house: House, one_thread: WorkerThreads, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = await _view(house)
    given: list[float] = []
    begun = threading.Event()
    go_on = threading.Event()

    class Patient:
        def choose(self, seen: SeatView, seconds: float) -> Action:
            given.append(seconds)
            begun.set()
            go_on.wait(30)
            return seen.legal[0]

    players = ThreadedPlayers({"hard": Patient()}, one_thread, 8.0)
    monkeypatch.setattr(players._lag, "watch", lambda: None)  # test only the queue
    first = asyncio.create_task(players.choose(view, "hard"))
    await asyncio.to_thread(begun.wait, 30)
    others = [asyncio.create_task(players.choose(view, "hard")) for _ in range(4)]
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(first, *others)
    assert given == [8.0, 2.0, 8.0 / 3, 4.0, 8.0]


async def test_players_get_less_time_when_the_event_loop_lags(
    house: House, one_thread: WorkerThreads
) -> None:
    players = _players(RulesPlayer(), one_thread)
    players._lag.seconds = 0.02
    assert players.seconds_now() == 0.01
    players._lag.seconds = 0.08
    assert players.seconds_now() == 0.01 / 4


async def test_hand_is_finished_despite_broken_players(
    file: Path, one_thread: WorkerThreads
) -> None:
    house = await House.build(file)
    broken = _players(Scripted(RuntimeError("no idea")), one_thread)
    house.tables._computer_turns._players = broken
    table = await house.start_game(ANA)
    assert (await house.play_hand(table)).status is Status.BETWEEN
    await house.stop()


class Cold(LevelPlayer):
    """A strong player that records the thread it is warmed up in."""

    warmed: list[str]

    def warm(self) -> None:
        self.warmed.append(threading.current_thread().name.split("_")[0])


@pytest.fixture
async def cold(
    tmp_path: Path, one_thread: WorkerThreads, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[ThreadedPlayers]:
    async def nothing_to_compile(_: Sequence[str]) -> None:
        return

    monkeypatch.setattr(Cold, "warmed", [], raising=False)
    monkeypatch.setattr(service, "LevelPlayer", Cold)
    monkeypatch.setattr(warm_up, "compile_kernels", nothing_to_compile)
    players = computer_players(tmp_path, one_thread, 1.0)
    yield players
    await players.close()


@pytest.mark.parametrize("ask", ["choose", "advise"])
async def test_first_use_warms_up_all_strong_levels_in_the_background(
    house: House, cold: ThreadedPlayers, ask: str
) -> None:
    pytest.importorskip("numba", reason="the strong levels need numba")
    view = await _view(house)
    assert cold.warm_up is not None
    assert cold.warm_up.state is WarmUpState.COLD
    for _ in range(2):
        await (cold.advise(view, asked=True) if ask == "advise" else cold.choose(view, "expert"))
    assert await cold.warm_up.wait_until_ready(60.0)
    assert Cold.warmed == ["background"] * len(STRONG_LEVELS)


async def test_rules_level_needs_no_warm_up(house: House, cold: ThreadedPlayers) -> None:
    view = await _view(house)
    assert await cold.choose(view, "rules") == RulesPlayer().choose(view, 1.0)
    assert cold.warm_up is not None
    assert cold.warm_up.state is WarmUpState.COLD
