"""The computer players of the running program: every level, in threads that give way to answers."""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path

from bot.ai.players.level_player import LevelPlayer
from bot.ai.players.player import Player
from bot.ai.players.threaded import ThreadedPlayers
from bot.ai.rules.player import RulesPlayer
from bot.ai.solver.loading import SolverMissing
from bot.engine import Action, SeatView
from bot.runtime.worker_threads import WorkerThreads
from bot.tables.views import Advice, Review

_LOG = logging.getLogger(__name__)
STRONG_LEVELS = ("expert", "steady", "easy")  # the first sits down unless another is asked for
SOLVER = "solver"  # the folder in DATA_DIR that keeps compiled code


_COMPILE = """
import os, pathlib, sys
if hasattr(os, "nice"):
    os.nice(10)
from bot.ai.players.levels import make_player
from bot.ai.solver.loading import load_solver
folder = pathlib.Path(sys.argv[1])
make_player("expert", folder)
load_solver(folder)
"""


class ComputerPlayers(ThreadedPlayers):
    """All levels of computer players; the stronger ones are made ready when one is first asked.

    Until then, and without numba, the plain player serves in their place.
    """

    def __init__(self, folder: Path, workers: WorkerThreads, seconds: float) -> None:
        quick = RulesPlayer()
        self._strong = {name: LevelPlayer(name, folder / SOLVER) for name in STRONG_LEVELS}
        self._folder = folder
        self._warming: asyncio.Task[None] | None = None
        levels: dict[str, Player] = {**self._strong, "rules": quick}
        super().__init__(levels, quick, workers, seconds, folder / SOLVER)

    async def choose(self, view: SeatView, level: str) -> Action:
        """Return an act for the seat, by the player of that level or the quick one."""
        if level in self._strong:
            self._wake()
        return await super().choose(view, level)

    async def advise(self, view: SeatView) -> Advice:
        """Return what the strongest player would do in this seat's place, and why."""
        self._wake()
        return await super().advise(view)

    async def review(self, record: str, hand: int) -> Review | None:
        """Return what was possible in a hand of a record; None where numba is missing."""
        await asyncio.shield(self._wake())
        return await super().review(record, hand)

    def _wake(self) -> asyncio.Task[None]:
        if self._warming is None:
            self._warming = asyncio.create_task(self._warm_up(), name="warm-up")
        return self._warming

    async def close(self) -> None:
        """Give up what is being made ready."""
        if self._warming is not None:
            self._warming.cancel()
            await asyncio.gather(self._warming, return_exceptions=True)

    async def _warm_up(self) -> None:
        """Load the stronger levels.

        Compiling holds the interpreter for seconds, so it is done in a process of its own, which
        leaves the compiled code in DATA_DIR for this one to load.
        """
        try:
            await _compile(self._folder / SOLVER)
            for player in self._strong.values():
                await self.in_background(player.warm)
        except SolverMissing as error:
            _LOG.warning("computer players play by the plain rules: %s", error)
        else:
            _LOG.info("the stronger computer players are ready")


async def _compile(folder: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _COMPILE, str(folder)),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
