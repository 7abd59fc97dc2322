"""Experts without a clock: the same view leads to the same choice on every machine.

Ordinary players think until their time is up, so a fast machine may choose differently from a slow
one. These stop after a fixed number of sampled deals, and no fallback replaces their choice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from threading import local
from typing import TYPE_CHECKING

from bot.runtime.worker_threads import WorkerThreads
from bot.values.experts import ExpertState
from texas42.ai.players.warm_up import WarmUp, WarmUpState
from texas42.ai.rollouts.level_config import LEVEL_CONFIGS, Level
from texas42.ai.solver.loading import load_solver, prepare
from texas42.engine import Action, Deal, SeatView
from texas42.library.files import shipped_data

if TYPE_CHECKING:
    from texas42.ai.players.sampled_player import SampledPlayer
    from texas42.ai.solver.solver import Solver

CONFIG = replace(LEVEL_CONFIGS[Level.EXPERT], play_deals=6000, bid_deals=2048)
"""An expert with fewer sampled deals, to keep a choice within half a second."""
NODES = 20_000_000
SOLVER_SECONDS = 120.0
_FOLDERS = (
    "engine",
    "library",
    "ai/inference",
    "ai/kernels",
    "ai/rollouts",
    "ai/rules",
    "ai/solver",
    "ai/valuation",
)
_FILES = ("ai/players/fixed.py", "ai/players/sampled_player.py")
_DATA = ("games/42.toml", "games/options.toml")
_STATES = {
    WarmUpState.COLD: ExpertState.WARMING,
    WarmUpState.COMPILING: ExpertState.WARMING,
    WarmUpState.READY: ExpertState.READY,
    WarmUpState.FAILED: ExpertState.MISSING,
}


@cache
def players_version() -> str:
    """Compute a fingerprint of everything that these players' choices depend on."""
    digest = sha256()
    for name, source in sorted(_sources()):
        digest.update(f"{name}:{len(source)}:".encode() + source)
    return digest.hexdigest()[:12]


def _sources() -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the files that the fingerprint covers."""
    code, data = files("bot"), shipped_data()
    for folder in _FOLDERS:
        for each in code.joinpath(folder).iterdir():
            if each.name.endswith(".py"):
                yield f"{folder}/{each.name}", each.read_bytes()
    for name in _FILES:
        yield name, code.joinpath(name).read_bytes()
    for name in _DATA:
        yield name, data.joinpath(name).read_bytes()


class FixedExperts:
    """Experts in worker threads; each thread has its own player and solver.

    `warm_up` compiles and loads the code; None where there are no strong players.
    """

    def __init__(self, warm_up: WarmUp | None, workers: WorkerThreads, folder: Path) -> None:
        self._warm_up = warm_up if find_spec("numba") is not None else None
        self._workers = workers
        self._folder = folder
        self._own = local()
        self.version = players_version()

    @property
    def state(self) -> ExpertState:
        """Whether the experts can play now."""
        return ExpertState.MISSING if self._warm_up is None else _STATES[self._warm_up.state]

    async def ready(self, seconds: float) -> ExpertState:
        """Wait for the warm-up with a timeout, starting it if needed; return the state."""
        if self._warm_up is not None:
            await self._warm_up.wait_until_ready(seconds)
        return self.state

    async def choose(self, view: SeatView) -> Action:
        """Choose an action for the seat in turn, without a time limit; they must be ready."""
        work = self._workers.submit(lambda: self._player().choose_fixed(view))
        return await asyncio.wrap_future(work)

    async def par(self, deal: Deal) -> int | None:
        """Compute the points of the bidder's side from the first lead on, with best play by all.

        None if the solver cannot be loaded or runs out of nodes.
        """
        if self._warm_up is None:
            return None
        if await self._warm_up.solver_state(SOLVER_SECONDS) is not WarmUpState.READY:
            return None
        work = self._workers.submit(lambda: self._solver().points(deal, NODES))
        low, high = await asyncio.wrap_future(work)
        return low if low == high else None

    def _player(self) -> SampledPlayer:
        """Return this thread's player."""
        if not hasattr(self._own, "player"):
            prepare(self._folder)
            sampled = import_module("texas42.ai.players.sampled_player")
            self._own.player = sampled.SampledPlayer(Level.EXPERT, CONFIG)
        player: SampledPlayer = self._own.player
        return player

    def _solver(self) -> Solver:
        """Return this thread's solver."""
        if not hasattr(self._own, "solver"):
            self._own.solver = load_solver(self._folder, whole=False)
        solver: Solver = self._own.solver
        return solver
