"""The warm-up of the strong players: compile once, load, and report the outcome.

The players come first, so that no one waits for parts that only a review needs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from enum import StrEnum
from pathlib import Path
from time import monotonic

from texas42.ai.players.compile_kernels import (
    CompilerFailed,
    Part,
    child_command,
    compile_kernels,
    is_compiled,
)
from texas42.ai.players.levels import LevelPlayer
from texas42.ai.solver.failures import SolverMissing
from texas42.ai.solver.loading import prepare

_LOG = logging.getLogger(__name__)
RETRY_SECONDS = 600.0
"""How long to wait after a failed warm-up before a question may start another."""

InBackground = Callable[[Callable[[], None]], Awaitable[None]]
"""Runs a function in the background thread."""


class WarmUpState(StrEnum):
    """The state of the strong players."""

    COLD = "cold"
    COMPILING = "compiling"
    READY = "ready"
    FAILED = "failed"
    """The plain player replaces them."""


class _Stage:
    """One part of the warm-up: runs once, and again some time after a failure.

    A numba that cannot be loaded stays unavailable until the program restarts.
    """

    def __init__(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        self._name = name
        self._work = work
        self._task: asyncio.Task[None] | None = None
        self._failed_at = 0.0
        self._is_final = False
        self.state = WarmUpState.COLD
        self.failures = 0

    def start(self) -> asyncio.Task[None]:
        """Return the running or finished stage; start it if needed."""
        failed = self.state is WarmUpState.FAILED and not self._is_final
        again = failed and monotonic() - self._failed_at >= RETRY_SECONDS
        if self._task is None or (again and self._task.done()):
            self.state = WarmUpState.COMPILING
            self._task = asyncio.create_task(self._run(), name="warm-up")
        return self._task

    async def close(self) -> None:
        """Stop the stage if it is running, its child process included."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        begun = monotonic()
        _LOG.info("warming up %s", self._name)
        try:
            await self._work()
        except SolverMissing as error:
            self._fail(is_final=True)
            _LOG.warning("computer players fall back to the plain rules: %s", error)
        except (CompilerFailed, OSError) as error:
            self._fail()
            _LOG.warning(
                "could not compile the kernels; computer players and reviews run without %s: %s",
                self._name,
                error,
            )
        except Exception:  # noqa: BLE001 - whatever it is, the plain player serves
            self._fail()
            _LOG.exception("warming up %s failed; computer players run without it", self._name)
        else:
            self.state = WarmUpState.READY
            _LOG.info("%s ready after %.1f s", self._name, monotonic() - begun)

    def _fail(self, *, is_final: bool = False) -> None:
        self._is_final = is_final
        self.state = WarmUpState.FAILED
        self.failures += 1
        self._failed_at = monotonic()


class WarmUp:
    """Warms up the strong players when one of them is first needed, then the solver.

    `state`: the players' state; `failures` counts failed attempts.
    """

    def __init__(
        self, players: Sequence[LevelPlayer], cache: Path, in_background: InBackground
    ) -> None:
        self._players = players
        self._cache = cache
        self._in_background = in_background
        self._playing = _Stage("the strong computer players", self._warm_players)
        self._solving = _Stage("the solver", self._warm_solver)

    @property
    def state(self) -> WarmUpState:
        """The state of the strong players."""
        return self._playing.state

    @property
    def failures(self) -> int:
        """The number of failed attempts, of the players and of the solver."""
        return self._playing.failures + self._solving.failures

    @property
    def is_solver_ready(self) -> bool:
        """True once the solver is compiled."""
        return self._solving.state is WarmUpState.READY

    def start(self) -> asyncio.Task[None]:
        """Return the running or finished warm-up of the players; start one if needed.

        A failed one is retried after RETRY_SECONDS. The solver's follows by itself.
        """
        return self._playing.start()

    async def wait_until_ready(self, seconds: float) -> bool:
        """Wait for the players with a timeout, starting if needed; True means ready."""
        await asyncio.wait({self.start()}, timeout=seconds)
        return self.state is WarmUpState.READY

    async def solver_state(self, seconds: float) -> WarmUpState:
        """Wait for the solver with a timeout, starting if needed; return its state."""
        end = monotonic() + seconds
        if not await self.wait_until_ready(seconds):
            return self.state
        await asyncio.wait({self._solving.start()}, timeout=max(0.0, end - monotonic()))
        return self._solving.state

    async def close(self) -> None:
        """Stop a running warm-up, its child process included."""
        await self._playing.close()
        await self._solving.close()

    async def _warm_players(self) -> None:
        await self._in_background(lambda: prepare(self._cache))
        await self._compile(Part.PLAYERS)
        for player in self._players:
            await self._in_background(player.warm)
        self._solving.start()

    async def _warm_solver(self) -> None:
        await self._compile(Part.SOLVER)

    async def _compile(self, part: Part) -> None:
        if not is_compiled(self._cache, part):
            await compile_kernels(child_command(self._cache, part))
