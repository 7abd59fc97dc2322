"""The computer players of the running program, as the tables ask for them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TypeVar, TypeVarTuple

from bot.ai.players.decisions import SeatDecisions
from bot.ai.players.levels import STRONG_LEVELS, LevelPlayer, Player
from bot.ai.players.reviews import PATIENCE_SECONDS, ReviewQueue, SolverReviews
from bot.ai.players.warm_up import WarmUp, WarmUpState
from bot.ai.rules.explain import explain
from bot.ai.rules.player import RulesPlayer
from bot.ai.solver.claims import believes, lay_down, refutation
from bot.ai.solver.loading import SolverMissing
from bot.engine import Action, SeatView, Tile
from bot.runtime.loop_lag import LoopLagMonitor
from bot.runtime.worker_threads import WorkerThreads
from bot.tables.errors import ReviewNotReady
from bot.values.findings import Advice, Decision, Objection, Reason, Review

_LOG = logging.getLogger(__name__)
T = TypeVar("T")
Key = TypeVarTuple("Key")
SOLVER = "solver"  # the folder in DATA_DIR that keeps compiled code
GRACE_SECONDS = 2.0
"""How late a choice may be before the plain player moves instead."""


class ThreadedPlayers:
    """All levels of computer players, in threads: the event loop never waits for one of them.

    A player that errs or runs late is replaced, for that move, by the plain player; that is
    logged. A move's time shrinks with the moves that wait behind it, and while the event loop is
    late. What takes long, like a review, has a thread of its own, and no move waits for it.
    """

    def __init__(
        self,
        players: Mapping[str, Player],
        workers: WorkerThreads,
        seconds: float,
        cache: Path | None = None,
        chose: Callable[[str, float], None] = lambda _level, _seconds: None,
    ) -> None:
        self._players = dict(players)
        self._chose = chose
        self._plain = RulesPlayer()
        self._workers = workers
        self._background = WorkerThreads(1, "background")
        self._seconds = seconds
        self._lag = LoopLagMonitor()
        strong = [each for each in players.values() if isinstance(each, LevelPlayer)]
        self.warm_up = WarmUp(strong, cache, self._in_background) if cache and strong else None
        """The warm-up of the strong levels; None where there are none."""
        self._reviews = ReviewQueue(self._background, SolverReviews(cache))
        self._decisions = ReviewQueue(self._background, SeatDecisions(cache))

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of the levels, the default first."""
        return tuple(self._players)

    async def close(self) -> None:
        """Stop the warm-up and drop the reviews that are under way."""
        if self.warm_up is not None:
            await self.warm_up.close()
        await self._reviews.close()
        await self._decisions.close()
        self._background.shutdown()

    async def choose(self, view: SeatView, level: str, seconds: float | None = None) -> Action:
        """Return an action for the seat, by the player of that level or the plain one.

        `seconds`: what it may take, where that is less than a move usually gets.
        """
        began = time.perf_counter()
        try:
            return await self._chosen(view, level, seconds)
        finally:
            self._chose(level, time.perf_counter() - began)

    async def _chosen(self, view: SeatView, level: str, seconds: float | None) -> Action:
        player, most = self._player(level), self._seconds if seconds is None else seconds
        choice = await self._computed(
            lambda share: player.choose(view, min(share, most)), player, level
        )
        if choice in view.legal:
            return choice
        if choice is not None:
            _LOG.error("computer player %s chose %r, which is not legal", level, choice)
        # Not in the worker threads: they may all wait for players that hang.
        return await asyncio.to_thread(self._plain.choose, view, self._seconds)

    async def advise(self, view: SeatView) -> Advice:
        """Return what the default level would do in this seat's place, and why."""
        level = self.levels[0]
        player = self._player(level)
        found = await self._computed(
            lambda seconds: _choose_with_reason(player, view, seconds), player, level
        )
        if found is None or found[0] not in view.legal:
            found = await asyncio.to_thread(self._plain.choose_with_reason, view)
        return Advice(*found)

    async def lay_down(self, view: SeatView) -> tuple[Tile, ...] | None:
        """Return the leader's tiles in an order that takes every trick left, None if unproved."""
        return await asyncio.to_thread(lay_down, view)

    async def objection(self, view: SeatView) -> Objection | None:
        """Find a tile that may take a trick from a leader who lays down, or None."""
        return await asyncio.to_thread(refutation, view)

    async def believes(self, view: SeatView, claimer: int) -> bool:
        """Return whether a computer in this seat grants every trick left to the claimer."""
        return await asyncio.to_thread(believes, view, claimer)

    async def review(self, record: str, hand: int) -> Review | None:
        """Return what was possible in a hand of a record; None where there is no solver.

        Raises ReviewNotReady where that takes too long or too many reviews wait.
        """
        return await self._looked_back(self._reviews.review, record, hand)

    async def decisions(self, record: str, hand: int, seat: int) -> tuple[Decision, ...] | None:
        """Return a seat's bids and plays in a hand of a record, judged by what it could know.

        None where there is no solver. Raises ReviewNotReady like `review`.
        """
        return await self._looked_back(self._decisions.review, record, hand, seat)

    async def _looked_back(self, look: Callable[[*Key], Awaitable[T]], *key: *Key) -> T | None:
        """Return what the solver finds out about a finished hand, None without a solver."""
        if self.warm_up is not None:
            state = await self.warm_up.solver_state(PATIENCE_SECONDS)
            if state is not WarmUpState.READY:
                if state is WarmUpState.COMPILING:
                    raise ReviewNotReady(begun=False)
                return None
        try:
            return await look(*key)
        except SolverMissing:
            return None

    def seconds_now(self) -> float:
        """Return what a move that starts now may take: its share of what the threads can do."""
        workers = self._workers.workers
        share = workers / max(workers, self._workers.waiting + 1)
        return self._seconds * share * self._lag.share

    def _player(self, level: str) -> Player:
        return self._players.get(level) or next(iter(self._players.values()))

    async def _computed(
        self, compute: Callable[[float], T], player: Player, level: str
    ) -> T | None:
        """Return what a player computes in a worker thread, None where it failed or was late."""
        if self.warm_up is not None and isinstance(player, LevelPlayer):
            self.warm_up.start()
        self._lag.watch()
        work = self._workers.submit(lambda: compute(self.seconds_now()))
        try:
            async with asyncio.timeout(self._seconds + GRACE_SECONDS):
                return await asyncio.wrap_future(work)
        except TimeoutError:
            _LOG.warning("computer player %s is late; the plain one plays this turn", level)
        except Exception:  # noqa: BLE001 - whatever a player does, the game goes on
            _LOG.exception("computer player %s failed; the plain one plays this turn", level)
        self._workers.give_up(work)
        return None

    async def _in_background(self, work: Callable[[], None]) -> None:
        await asyncio.wrap_future(self._background.submit(work))


def computer_players(
    folder: Path,
    workers: WorkerThreads,
    seconds: float,
    chose: Callable[[str, float], None] = lambda _level, _seconds: None,
) -> ThreadedPlayers:
    """Return all levels; the strong ones get ready when one is first asked for.

    Until then, and without numba, the plain player serves in their place. `folder` is DATA_DIR.
    `chose` hears how long each choice took, waiting included, by level.
    """
    cache = folder / SOLVER
    strong: dict[str, Player] = {level: LevelPlayer(level, cache) for level in STRONG_LEVELS}
    return ThreadedPlayers({**strong, "rules": RulesPlayer()}, workers, seconds, cache, chose)


def _choose_with_reason(player: Player, view: SeatView, seconds: float) -> tuple[Action, Reason]:
    """Let a player choose, and say why."""
    if isinstance(player, LevelPlayer):
        return player.choose_with_reason(view, seconds)
    action = player.choose(view, seconds)
    return action, explain(view, action)
