"""Compiled kernels that all programs of the tests share: compiling takes most of a minute."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bot.ai.players.service import SOLVER

ROOT = Path(__file__).resolve().parents[2]
#: Beside what pytest keeps from run to run; `pytest --cache-clear` clears it. The kernels' own
#: fingerprint tells old code from new.
SHARED = ROOT / ".pytest_cache" / "d" / SOLVER

_COMPILE = """
import pathlib, sys
from bot.ai.players.levels import make_player
from bot.ai.solver.loading import load_solver
folder = pathlib.Path(sys.argv[1])
make_player("expert", folder)
load_solver(folder)
"""


def share_compiled(data: Path) -> None:
    """Let a program with this DATA_DIR find what others have compiled, and add to it."""
    SHARED.mkdir(parents=True, exist_ok=True)
    data.mkdir(parents=True, exist_ok=True)
    link = data / SOLVER
    if not link.exists():
        link.symlink_to(SHARED, target_is_directory=True)


async def compiled() -> None:
    """Compile the whole solver, if no other has.

    A program would compile it by itself, but gives way to everything else on the machine meanwhile.
    """
    SHARED.mkdir(parents=True, exist_ok=True)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _COMPILE, str(SHARED)), cwd=ROOT
    )
    assert await process.wait() == 0
