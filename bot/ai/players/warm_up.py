"""The warm-up of the strong players: compile once, load, and say how it went."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from enum import StrEnum
from pathlib import Path
from time import monotonic

from bot.ai.players.compile_kernels import CompilerFailed, child_command, compile_kernels
from bot.ai.players.level_player import LevelPlayer
from bot.ai.solver.loading import SolverMissing, prepare

_LOG = logging.getLogger(__name__)
RETRY_SECONDS = 600.0
"""How long a failed warm-up is left alone before the next question starts another."""

InBackground = Callable[[Callable[[], None]], Awaitable[None]]
"""Runs a function in the background thread."""


class WarmUpState(StrEnum):
    """How far the strong players are."""

    COLD = "cold"
    COMPILING = "compiling"
    READY = "ready"
    FAILED = "failed"
    """The plain player serves in their place."""


class WarmUp:
    """Makes the strong players ready when one of them is first needed.

    `state` says how far it is, `failures` counts the attempts that failed.
    """

    def __init__(
        self, players: Sequence[LevelPlayer], cache: Path, in_background: InBackground
    ) -> None:
        self._players = players
        self._cache = cache
        self._in_background = in_background
        self._task: asyncio.Task[None] | None = None
        self._failed_at = 0.0
        self.state = WarmUpState.COLD
        self.failures = 0

    def start(self) -> asyncio.Task[None]:
        """Return the running or finished warm-up; begin one where there is none.

        One that failed is repeated after RETRY_SECONDS.
        """
        again = self.state is WarmUpState.FAILED and monotonic() - self._failed_at >= RETRY_SECONDS
        if self._task is None or (again and self._task.done()):
            self.state = WarmUpState.COMPILING
            self._task = asyncio.create_task(self._run(), name="warm-up")
        return self._task

    async def ready(self, seconds: float) -> bool:
        """Wait so long for the warm-up, beginning it if needed; return whether it succeeded."""
        await asyncio.wait({self.start()}, timeout=seconds)
        return self.state is WarmUpState.READY

    async def close(self) -> None:
        """Stop a warm-up that is under way, its child process included."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        begun = monotonic()
        try:
            await self._in_background(lambda: prepare(self._cache))
            _LOG.info("warming up the strong computer players")
            await compile_kernels(child_command(self._cache))
            for player in self._players:
                await self._in_background(player.warm)
        except SolverMissing as error:
            self._fail()
            _LOG.warning("computer players play by the plain rules: %s", error)
        except (CompilerFailed, OSError) as error:
            self._fail()
            _LOG.warning(
                "the kernels could not be compiled; computer players play by the plain rules: %s",
                error,
            )
        else:
            self.state = WarmUpState.READY
            _LOG.info("the strong computer players are ready after %.1f s", monotonic() - begun)

    def _fail(self) -> None:
        self.state = WarmUpState.FAILED
        self.failures += 1
        self._failed_at = monotonic()
