"""The computer players of the running program: every level, in threads that give way to answers."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from bot.ai.level_player import LevelPlayer
from bot.ai.solving import SolverMissing

_LOG = logging.getLogger(__name__)
STRONG_LEVELS = ("expert", "steady", "easy")  # the first sits down unless another is asked for
NICENESS = 10
SOLVER = "solver"  # the folder in DATA_DIR that keeps compiled code


def give_way() -> None:
    """Let this thread run after those that answer people; where threads have a priority."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


async def warm_up(players: Iterable[LevelPlayer], folder: Path) -> None:
    """Make the stronger levels ready; until then, and without numba, the plain player serves.

    Compiling holds the interpreter for seconds, so it is done in a process of its own, which
    leaves the compiled code in DATA_DIR for this one to load. `folder`: that DATA_DIR.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "player", "--level", "expert"),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, "DATA_DIR": str(folder)},
    )
    try:
        await process.wait()
        for player in players:
            await asyncio.to_thread(player.warm)
    except SolverMissing as error:
        _LOG.warning("computer players play by the plain rules: %s", error)
        return
    finally:
        if process.returncode is None:
            process.kill()
    _LOG.info("computer players are ready")
