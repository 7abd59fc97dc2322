"""Compiled kernels, shared by all tests and their programs: compiling takes 20 seconds."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from pathlib import Path

from bot.runtime.settings import SOLVER
from texas42.ai.players.compile_kernels import (
    Part,
    child_command,
    compile_kernels,
    is_compiled,
)

ROOT = Path(__file__).resolve().parents[2]
#: In pytest's cache folder; `pytest --cache-clear` clears it. The kernels' fingerprint invalidates
#: old code.
SHARED = ROOT / ".pytest_cache" / "d" / SOLVER


def share_compiled(data: Path) -> None:
    """Link the shared kernels into a DATA_DIR."""
    data.mkdir(parents=True, exist_ok=True)
    link = data / SOLVER
    if not link.exists():
        link.symlink_to(SHARED, target_is_directory=True)


def compile_once() -> None:
    """Compile the kernels of the players and the solver, unless this version exists."""
    if find_spec("numba") is None:
        return
    for part in Part:
        if not is_compiled(SHARED, part):
            asyncio.run(compile_kernels(child_command(SHARED, part)))
