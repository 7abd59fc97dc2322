"""Computer players in worker threads: the event loop never waits for one of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import ParamSpec, TypeVar

from bot.ai.players.level_player import LevelPlayer
from bot.ai.players.player import Player
from bot.ai.rules.explain import explain
from bot.ai.rules.player import RulesPlayer
from bot.ai.rules.reasons import Reason
from bot.ai.solver.claims import believes, lay_down
from bot.ai.solver.loading import SolverMissing, load_solver
from bot.engine import Action, Deal, PlayTile, SeatView, Tile, new_game
from bot.records.record import parse_record
from bot.records.replay import record_rules, walk
from bot.runtime.loop_lag import LoopLagMonitor
from bot.runtime.worker_threads import WorkerThreads
from bot.tables.views import Advice, PlayCost, Possible, Review

_LOG = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
GRACE_SECONDS = 2.0
REVIEW_NODES = 3_000_000


class ThreadedPlayers:
    """Computer players in threads: the event loop never waits for one of them.

    A player that errs or runs late is replaced, for that move, by the quick one; that is logged.
    What a move gets of its seconds shrinks with the moves that wait behind it, and while the
    event loop is late. What takes long, like a review, has a thread of its own, and no move
    waits for it.
    """

    def __init__(
        self,
        players: Mapping[str, Player],
        quick: Player,
        workers: WorkerThreads,
        seconds: float,
        solver: Path | None = None,
    ) -> None:
        self._solver = solver
        self._players = dict(players)
        self._quick = quick
        self._workers = workers
        self._background = WorkerThreads(1, "background")
        self._seconds = seconds
        self._lag = LoopLagMonitor()

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of the levels, the default first."""
        return tuple(self._players)

    async def choose(self, view: SeatView, level: str) -> Action:
        """Return an act for the seat, by the player of that level or the quick one."""
        player = self._player(level)
        choice = await self._thought(lambda seconds: player.choose(view, seconds), level)
        if choice in view.legal:
            return choice
        if choice is not None:
            _LOG.error("computer player %s chose %r, which is not legal", level, choice)
        # Not by the thinkers: their threads may all wait for players that hang.
        return await asyncio.to_thread(self._quick.choose, view, self._seconds)

    def seconds_now(self) -> float:
        """Return what a move that is begun now may take: its share of what the threads can do."""
        workers = self._workers.workers
        share = workers / max(workers, self._workers.waiting + 1)
        return self._seconds * share * self._lag.share

    async def _thought(self, think: Callable[[float], T], level: str) -> T | None:
        """Return what comes of thinking, None where the player failed or was late."""
        self._lag.watch()
        thought = self._workers.submit(lambda: think(self.seconds_now()))
        try:
            return await asyncio.wait_for(
                asyncio.wrap_future(thought), self._seconds + GRACE_SECONDS
            )
        except TimeoutError:
            _LOG.warning("computer player %s is late; the quick one plays this turn", level)
        except Exception:  # noqa: BLE001 - whatever a player does, the game goes on
            _LOG.exception("computer player %s failed; the quick one plays this turn", level)
        self._workers.give_up(thought)
        return None

    def _player(self, level: str) -> Player:
        return self._players.get(level) or next(iter(self._players.values()))

    async def advise(self, view: SeatView) -> Advice:
        """Return what the default level would do in this seat's place, and why."""
        level = self.levels[0]
        player = self._player(level)
        found = await self._thought(lambda seconds: _reasoned(player, view, seconds), level)
        if found is None or found[0] not in view.legal:
            found = await asyncio.to_thread(RulesPlayer().choose_with_reason, view)
        action, reason = found
        return Advice(
            action,
            reason.kind.value,
            reason.tile,
            reason.suit,
            reason.seat,
            reason.contract,
            reason.points,
            reason.chance,
            reason.tried,
        )

    async def lay_down(self, view: SeatView) -> tuple[Tile, ...] | None:
        """Return the leader's tiles in an order that takes every trick left, None if unproved."""
        return await asyncio.to_thread(lay_down, view)

    async def believes(self, view: SeatView, claimer: int) -> bool:
        """Return whether a computer in this seat grants every trick left to the claimer."""
        return await asyncio.to_thread(believes, view, claimer)

    async def review(self, record: str, hand: int) -> Review | None:
        """Return what was possible in a hand of a record; None where numba is missing."""
        try:
            return await self.in_background(_review, self._solver, record, hand)
        except SolverMissing:
            return None

    async def in_background(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do what takes long in a thread for which neither moves nor the program's end wait."""
        return await asyncio.wrap_future(self._background.submit(work, *args, **kwargs))


def _reasoned(player: Player, view: SeatView, seconds: float) -> tuple[Action, Reason]:
    """Let a player choose, and say why."""
    if isinstance(player, LevelPlayer):
        return player.choose_with_reason(view, seconds)
    action = player.choose(view, seconds)
    return action, explain(view, action)


def _review(folder: Path | None, text: str, hand: int) -> Review:
    """Measure a finished hand; raises SolverMissing, and ValueError where no tile was played."""
    solver = load_solver(folder)
    judge = import_module("bot.ai.solver.review")  # like the solver these need numba
    wonder = import_module("bot.ai.solver.possible")
    record = parse_record(text)
    steps: list[tuple[Deal, PlayTile]] = [
        (turn.before.deal, turn.action)
        for turn in walk(record, new_game(record_rules(record)))
        if turn.hand == hand and isinstance(turn.action, PlayTile) and turn.before.deal is not None
    ]
    if not steps:
        raise ValueError("no tile was played in this hand")
    start = solver.solve(steps[0][0], REVIEW_NODES)
    low = start.outcome.low if start.outcome.exact else None
    tricks = [len(deal.tricks) + 1 for deal, _ in steps]
    judged = list(zip(tricks, judge.review(solver, steps), strict=True))
    costs = (
        PlayCost(trick, cost.play, cost.best, cost.points, cost.decisive)
        for trick, cost in judged
        if cost.exact
    )
    others = None if low is None else start.all_points - low
    unknown = sum(not cost.exact for _, cost in judged)
    # A hand that is too large to be searched as it was played is so in every other contract.
    found = wonder.possible(solver, steps[0][0]) if start.exact else ()
    could = tuple(Possible(each.side, each.bidder, each.contract, each.points) for each in found)
    return Review(low, others, start.outcome.made, tuple(costs), unknown, could)
