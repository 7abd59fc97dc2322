"""The outside world behind the table service's ports: time, chance, and threads to think in."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Mapping
from concurrent.futures import Executor
from importlib import import_module
from pathlib import Path

from bot.ai.claims import lay_down
from bot.ai.player import Player
from bot.ai.reasons import Reason, ReasonKind
from bot.ai.rules_player import RulesPlayer
from bot.ai.solving import SolverMissing, load_solver
from bot.engine import Action, Deal, PlayTile, SeatView, Tile, new_game
from bot.records.record import parse_record
from bot.records.replay import record_rules, walk
from bot.tables.views import Advice, PlayCost, Review

_LOG = logging.getLogger(__name__)
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
GRACE_SECONDS = 2.0
REVIEW_NODES = 3_000_000


class SystemClock:
    """The system's time, running `rate` times as fast from the moment it was made."""

    def __init__(self, rate: float = 1.0) -> None:
        self._rate = rate
        self._began = time.time()
        self._mark = time.monotonic()

    def now(self) -> float:
        """Return the time in Unix seconds."""
        return self._began + (time.monotonic() - self._mark) * self._rate

    async def sleep(self, seconds: float) -> None:
        """Wait so many seconds of this clock."""
        await asyncio.sleep(max(0.0, seconds) / self._rate)


class SystemChance:
    """The operating system's source of chance."""

    def secret(self) -> bytes:
        """Return 32 fresh bytes."""
        return secrets.token_bytes(32)

    def table_id(self) -> str:
        """Return six random letters and digits that cannot be mistaken for each other."""
        return "".join(secrets.choice(_LETTERS) for _ in range(6))

    def choose(self, count: int) -> int:
        """Return a number from 0 to count - 1."""
        return secrets.randbelow(count)


class SeededChance:
    """The same secrets, names and draws at every start; never for play among strangers."""

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode()
        self._number = 0

    def _next(self) -> bytes:
        self._number += 1
        return hashlib.sha256(self._seed + self._number.to_bytes(8, "big")).digest()

    def secret(self) -> bytes:
        """Return the next 32 bytes."""
        return self._next()

    def table_id(self) -> str:
        """Return the next name of a table."""
        return "".join(_LETTERS[byte % len(_LETTERS)] for byte in self._next()[:6])

    def choose(self, count: int) -> int:
        """Return the next number from 0 to count - 1."""
        return int.from_bytes(self._next()[:8], "big") % count


class ThreadedPlayers:
    """Computer players in threads: the event loop never waits for one of them.

    A player that errs or runs late is replaced, for that move, by the quick one; that is logged.
    """

    def __init__(
        self,
        players: Mapping[str, Player],
        quick: Player,
        executor: Executor,
        seconds: float,
        solver: Path | None = None,
    ) -> None:
        self._solver = solver
        self._players = dict(players)
        self._quick = quick
        self._executor = executor
        self._seconds = seconds

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of the levels, the default first."""
        return tuple(self._players)

    async def choose(self, view: SeatView, level: str) -> Action:
        """Return an act for the seat, by the player of that level or the quick one."""
        player = self._players.get(level) or next(iter(self._players.values()))
        loop = asyncio.get_running_loop()
        thought = loop.run_in_executor(self._executor, player.choose, view, self._seconds)
        try:
            action = await asyncio.wait_for(thought, self._seconds + GRACE_SECONDS)
        except Exception:  # noqa: BLE001 - whatever a player does, the game goes on
            _LOG.exception("computer player %s failed; the quick one plays this turn", level)
        else:
            if action in view.legal:
                return action
            _LOG.error("computer player %s chose %r, which is not legal", level, action)
        # Not in the executor: its threads may all wait for players that hang.
        return await asyncio.to_thread(self._quick.choose, view, self._seconds)

    async def advise(self, view: SeatView) -> Advice:
        """Return what the default level would do in this seat's place, and why.

        The plain player's reason goes with its choice; another choice came out of trying.
        """
        action = await self.choose(view, self.levels[0])
        plain, reason = await asyncio.to_thread(RulesPlayer().choose_with_reason, view)
        if action != plain:
            reason = Reason(ReasonKind.SAMPLED)
        return Advice(
            action,
            reason.kind.value,
            reason.tile,
            reason.suit,
            reason.seat,
            reason.contract,
            reason.points,
            reason.chance,
        )

    async def lay_down(self, view: SeatView) -> tuple[Tile, ...] | None:
        """Return the leader's tiles in an order that takes every trick left, None if unproved."""
        return await asyncio.to_thread(lay_down, view)

    async def review(self, record: str, hand: int) -> Review | None:
        """Return what was possible in a hand of a record; None where numba is missing."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._executor, _review, self._solver, record, hand)
        except SolverMissing:
            return None


def _review(folder: Path | None, text: str, hand: int) -> Review:
    """Measure a finished hand; raises SolverMissing, and ValueError where no tile was played."""
    solver = load_solver(folder)
    judge = import_module("bot.ai.review")  # like the solver it needs numba
    record = parse_record(text)
    steps: list[tuple[Deal, PlayTile]] = [
        (turn.before.deal, turn.action)
        for turn in walk(record, new_game(record_rules(record)))
        if turn.hand == hand and isinstance(turn.action, PlayTile) and turn.before.deal is not None
    ]
    if not steps:
        raise ValueError("no tile was played in this hand")
    start = solver.solve(steps[0][0], REVIEW_NODES)
    low = start.outcome.low
    costs = (
        PlayCost(len(deal.tricks) + 1, cost.play, cost.best, cost.points, cost.decisive)
        for (deal, _), cost in zip(steps, judge.review(solver, steps), strict=True)
    )
    others = None if low is None else start.all_points - low
    return Review(low, others, start.outcome.made, tuple(costs))
