"""Computer players in threads: one that fails never stops a table."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.ai import Player, RulesPlayer
from bot.ai.players import threaded
from bot.ai.players.threaded import ThreadedPlayers
from bot.engine import Action, MakeCall, SeatView
from bot.runtime.clock import SystemClock
from bot.runtime.randomness import SeededChance, SystemChance
from bot.runtime.worker_threads import WorkerThreads
from bot.tables.model import Status

from .house import ANA, House


class Scripted:
    """A player that does what a test wants."""

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
def _no_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no player be late because the machine is."""
    monkeypatch.setattr(threaded, "GRACE_SECONDS", 60.0)


async def _view(house: House) -> SeatView:
    table = await house.begun()
    turn = await house.in_turn(table)
    assert turn is not None
    view = (await house.tables.panel(table, turn)).view
    assert view is not None
    return view


def _players(player: Player, workers: WorkerThreads, quick: Player) -> ThreadedPlayers:
    return ThreadedPlayers({"hard": player, "quick": quick}, quick, workers, 0.01)


async def test_a_player_chooses_by_its_level(house: House, one_thread: WorkerThreads) -> None:
    view = await _view(house)
    hard, quick = Scripted(view.legal[1]), Scripted(view.legal[0])
    players = _players(hard, one_thread, quick)
    assert players.levels == ("hard", "quick")
    assert await players.choose(view, "hard") == view.legal[1]
    assert await players.choose(view, "quick") == view.legal[0]
    assert await players.choose(view, "a level of yesterday") == view.legal[1]


async def test_a_player_thinks_outside_of_the_loop(house: House, one_thread: WorkerThreads) -> None:
    view = await _view(house)
    threads: list[int] = []
    player = Scripted(lambda seen: (threads.append(threading.get_ident()), seen.legal[0])[1])
    await _players(player, one_thread, RulesPlayer()).choose(view, "hard")
    assert threads != [threading.get_ident()]


async def test_a_player_that_fails_is_replaced_by_the_quick_one(
    house: House, one_thread: WorkerThreads, caplog: pytest.LogCaptureFixture
) -> None:
    view = await _view(house)
    quick = Scripted(view.legal[1])
    broken = Scripted(RuntimeError("no idea"))
    assert await _players(broken, one_thread, quick).choose(view, "hard") == view.legal[1]
    assert "no idea" in caplog.text


async def test_an_illegal_choice_is_replaced_by_the_quick_one(
    house: House, one_thread: WorkerThreads, caplog: pytest.LogCaptureFixture
) -> None:
    view = await _view(house)
    legal = view.legal[0]
    assert isinstance(legal, MakeCall)
    cheat = Scripted(MakeCall((legal.seat + 1) % 4, legal.call))
    assert await _players(cheat, one_thread, RulesPlayer()).choose(view, "hard") in view.legal
    assert "not legal" in caplog.text


async def test_a_player_that_hangs_is_replaced_by_the_quick_one(
    house: House,
    one_thread: WorkerThreads,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threaded, "GRACE_SECONDS", 0.01)
    view = await _view(house)
    freed = threading.Event()
    stuck = Scripted(lambda seen: (freed.wait(30), seen.legal[0])[1])
    players = _players(stuck, one_thread, RulesPlayer())
    try:
        for _ in range(2):
            assert await players.choose(view, "hard") == RulesPlayer().choose(view, 1)
        # Its thread is replaced: the next player is not late on that account.
        monkeypatch.setattr(threaded, "GRACE_SECONDS", 60.0)
        stuck.act = view.legal[-1]
        assert await players.choose(view, "hard") == view.legal[-1]
    finally:
        freed.set()
    assert "hard is late" in caplog.text


async def test_a_move_gets_less_time_while_others_wait_behind_it(
    house: House, one_thread: WorkerThreads, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = await _view(house)
    given: list[float] = []
    begun, go_on = threading.Event(), threading.Event()

    class Patient:
        def choose(self, seen: SeatView, seconds: float) -> Action:
            given.append(seconds)
            begun.set()
            go_on.wait(30)
            return seen.legal[0]

    players = ThreadedPlayers({"hard": Patient()}, RulesPlayer(), one_thread, 8.0)
    monkeypatch.setattr(players._lag, "watch", lambda: None)  # only the others count here
    first = asyncio.create_task(players.choose(view, "hard"))
    await asyncio.to_thread(begun.wait, 30)
    others = [asyncio.create_task(players.choose(view, "hard")) for _ in range(4)]
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(first, *others)
    assert given == [8.0, 2.0, 8.0 / 3, 4.0, 8.0]


async def test_a_move_gets_less_time_while_the_loop_is_late(
    house: House, one_thread: WorkerThreads
) -> None:
    players = _players(RulesPlayer(), one_thread, RulesPlayer())
    players._lag.seconds = 0.02
    assert players.seconds_now() == 0.01
    players._lag.seconds = 0.08
    assert players.seconds_now() == 0.01 / 4


async def test_a_whole_hand_is_played_by_broken_players(
    file: Path, one_thread: WorkerThreads
) -> None:
    house = await House.build(file)
    broken = _players(Scripted(RuntimeError("no idea")), one_thread, RulesPlayer())
    house.tables._turn_timer._players = broken
    table = await house.begun(ANA)
    assert (await house.play_hand(table)).status is Status.BETWEEN
    await house.stop()


def test_seeded_chance_is_the_same_at_every_start() -> None:
    first, second, other = SeededChance("a"), SeededChance("a"), SeededChance("b")
    drawn = [(c.secret(), c.table_id(), c.choose(4)) for c in (first, second, other)]
    assert drawn[0] == drawn[1]
    assert drawn[0][0] != drawn[2][0]


@pytest.mark.parametrize("chance", [SystemChance(), SeededChance("a")], ids=["system", "seeded"])
def test_chance_gives_what_the_tables_need(chance: SystemChance | SeededChance) -> None:
    assert len({chance.secret() for _ in range(50)}) == 50
    assert all(len(chance.secret()) == 32 for _ in range(3))
    names = {chance.table_id() for _ in range(50)}
    assert len(names) == 50
    assert all(len(name) == 6 and name.isalnum() and name == name.lower() for name in names)
    assert {chance.choose(4) for _ in range(200)} == {0, 1, 2, 3}


async def test_a_fast_clock_sleeps_less(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("bot.runtime.clock.asyncio.sleep", sleep)
    clock = SystemClock(rate=20)
    await clock.sleep(10)
    await clock.sleep(-1)
    assert slept == [0.5, 0.0]


def test_a_fast_clock_runs_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    passed = [0.0]
    monkeypatch.setattr("bot.runtime.clock.time.time", lambda: 1000.0 + passed[0])
    monkeypatch.setattr("bot.runtime.clock.time.monotonic", lambda: passed[0])
    clock = SystemClock(rate=20)
    passed[0] = 3.0
    assert clock.now() == 1060.0
