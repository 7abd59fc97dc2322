"""The computer players of the running program, behind the tables' port."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TypeVar, TypeVarTuple

from bot.players.reviews import PATIENCE_SECONDS, ReviewQueue, SolverReviews
from bot.runtime.loop_lag import LoopLagMonitor
from bot.runtime.worker_threads import WorkerThreads
from bot.tables.errors import ReviewNotReady
from texas42.ai.findings.bid_chances import BidChances, BidQuestion
from texas42.ai.findings.judgments import Advice, Advised, Decision, Objection, Review
from texas42.ai.findings.play_chances import PlayChances
from texas42.ai.players.decisions import SeatDecisions
from texas42.ai.players.judges import Judges
from texas42.ai.players.levels import STRONG_LEVELS, LevelPlayer, Player
from texas42.ai.players.warm_up import WarmUp, WarmUpState
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.solver.claims import believes, lay_down, refutation
from texas42.ai.solver.failures import SolverMissing
from texas42.engine import Action, SeatView, Tile

_LOG = logging.getLogger(__name__)
T = TypeVar("T")
Key = TypeVarTuple("Key")
GRACE_SECONDS = 2.0
"""How late a choice may be before the plain player replaces it."""
ADVICE_SECONDS = 20.0
"""How long advice may take, most of it in the queue behind moves."""


class ThreadedPlayers:
    """All levels of computer players, in worker threads, so that the event loop never waits.

    A player that fails or is late is replaced, for that move, by the plain player; this is logged.
    A move's time shrinks with the queue of moves behind it, and with event loop lag. Long work,
    like a review, has its own thread, so that no move waits for it.
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
        """The warm-up of the strong levels; None if there are none."""
        self._judges = Judges(cache)
        reviewing = SolverReviews(cache, self._judges)
        self._reviews = ReviewQueue(self._background, reviewing)
        self._decisions = ReviewQueue(self._background, SeatDecisions(self._judges))

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of the levels, the default first."""
        return tuple(self._players)

    async def close(self) -> None:
        """Stop the warm-up and drop pending reviews."""
        if self.warm_up is not None:
            await self.warm_up.close()
        await self._reviews.close()
        await self._decisions.close()
        self._background.shutdown()

    async def choose(self, view: SeatView, level: str, seconds: float | None = None) -> Action:
        """Choose an action for the seat, by the player of that level or the plain one.

        `seconds`: its time limit, if below the usual one.
        """
        began = time.perf_counter()
        try:
            return await self._choose(view, level, seconds)
        finally:
            self._chose(level, time.perf_counter() - began)

    async def _choose(self, view: SeatView, level: str, seconds: float | None) -> Action:
        player = self._player(level)
        most = self._seconds if seconds is None else seconds
        choice = await self._compute(
            lambda share: player.choose(view, min(share, most)), player, level
        )
        if choice in view.legal:
            return choice
        if choice is not None:
            _LOG.error("computer player %s chose %r, which is not legal", level, choice)
        # Not in the worker threads: they may all be blocked by hanging players.
        return await asyncio.to_thread(self._plain.choose, view, self._seconds)

    async def advise(self, view: SeatView, *, asked: bool) -> Advice:
        """Return what the judge would do in this seat, and why.

        The plain player answers until the judge is compiled, and if it fails; also, unless somebody
        has `asked`, while the threads are busy, since a panel waits for this advice.
        """
        if self.warm_up is not None:
            self.warm_up.start()
        if self.warm_up is None or not self.warm_up.is_solver_ready:
            return await self._advise_plainly(view)
        if self._workers.are_busy and not asked:
            return await self._advise_plainly(view)
        work = self._workers.submit(lambda: self._judges.mine().advise(view))
        try:
            async with asyncio.timeout(ADVICE_SECONDS):
                return await asyncio.wrap_future(work)
        except TimeoutError:
            _LOG.warning("advice is late; the plain player gives it this time")
        except Exception:  # noqa: BLE001 - whatever the judge does, people get advice
            _LOG.exception("the judge failed; the plain player advises this time")
        self._workers.give_up(work)
        return await self._advise_plainly(view)

    async def _advise_plainly(self, view: SeatView) -> Advice:
        return Advice(*await asyncio.to_thread(self._plain.choose_with_reason, view))

    async def lay_down(self, view: SeatView) -> tuple[Tile, ...] | None:
        """Order the leader's tiles so that they take every remaining trick; None if unproved."""
        return await asyncio.to_thread(lay_down, view)

    async def objection(self, view: SeatView) -> Objection | None:
        """Find a tile that may take a trick from a leader who lays down, or None."""
        return await asyncio.to_thread(refutation, view)

    async def believes(self, view: SeatView, claimer: int) -> bool:
        """Return True if a computer in this seat grants every remaining trick to the claimer."""
        return await asyncio.to_thread(believes, view, claimer)

    async def review(
        self, record: str, hand: int, advised: tuple[Advised, ...] = ()
    ) -> Review | None:
        """Review a hand of a record; None without a solver. No advice that was followed is wrong.

        Raises ReviewNotReady if that takes too long or the queue is full.
        """
        return await self._ask_solver(self._reviews.review, record, hand, advised)

    async def decisions(
        self, record: str, hand: int, seat: int, advised: tuple[Advised, ...] = ()
    ) -> tuple[Decision, ...] | None:
        """Judge a seat's bids and plays in a hand of a record, by what it could know.

        None without a solver. Raises ReviewNotReady like `review`.
        """
        return await self._ask_solver(self._decisions.review, record, hand, seat, advised)

    async def _ask_solver(self, look: Callable[[*Key], Awaitable[T]], *key: *Key) -> T | None:
        """Compute the solver's result about a hand, None without a solver."""
        if self.warm_up is not None:
            state = await self.warm_up.solver_state(PATIENCE_SECONDS)
            if state is WarmUpState.COMPILING:
                raise ReviewNotReady(begun=False)
            if state is not WarmUpState.READY:
                return None
        try:
            return await look(*key)
        except SolverMissing:
            return None

    async def bid_chances(self, question: BidQuestion) -> BidChances | None:
        """Estimate the chances of a hand; None without a solver.

        Raises ReviewNotReady while they compile, or on a timeout.
        """
        judge = self._judges.mine
        return await self._ask_solver(self._in_worker, lambda: judge().bid_chances(question))

    async def play_chances(self, view: SeatView) -> PlayChances | None:
        """Estimate the chance of each legal play; None and errors as for `bid_chances`."""
        judge = self._judges.mine
        return await self._ask_solver(self._in_worker, lambda: judge().play_chances(view))

    async def _in_worker(self, compute: Callable[[], T]) -> T:
        """Run a computation in a worker thread; raises ReviewNotReady if it takes too long."""
        work = self._workers.submit(compute)
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await asyncio.wrap_future(work)
        except TimeoutError as error:
            self._workers.give_up(work)
            raise ReviewNotReady(begun=False) from error

    def seconds_now(self) -> float:
        """Compute the time for a move that starts now: its share of the threads' capacity."""
        workers = self._workers.workers
        share = workers / max(workers, self._workers.waiting + 1)
        return self._seconds * share * self._lag.share

    def _player(self, level: str) -> Player:
        return self._players.get(level) or next(iter(self._players.values()))

    async def _compute(self, compute: Callable[[float], T], player: Player, level: str) -> T | None:
        """Run a computation in a worker thread; None if it failed or was late."""
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
    cache: Path,
    workers: WorkerThreads,
    seconds: float,
    chose: Callable[[str, float], None] = lambda _level, _seconds: None,
) -> ThreadedPlayers:
    """Build all levels; the strong ones warm up when one is first requested.

    Until then, and without numba, the plain player serves in their place. `cache` is the folder for
    compiled code. `chose` is called with the level and the duration of each choice, waiting
    included.
    """
    strong: dict[str, Player] = {level: LevelPlayer(level, cache) for level in STRONG_LEVELS}
    return ThreadedPlayers({**strong, "rules": RulesPlayer()}, workers, seconds, cache, chose)
