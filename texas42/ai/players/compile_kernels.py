"""Compile the kernels in a child process, so that the running program never stalls.

Compiling holds the GIL for seconds at a time. The child leaves the compiled code in the cache
folder, from which the program then loads it. Children of several programs take turns by a lock on
the folder: the first compiles, the others find the code there. A child ends with its parent,
however that ends: it holds the read end of a pipe that closes with the parent, and on Linux the
kernel kills it, since a compiler that holds the GIL keeps the pipe from being read.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import select
import signal
import sys
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path

from texas42.ai.players.levels import make_player
from texas42.ai.solver.failures import SolverMissing
from texas42.ai.solver.loading import kernel_folder, load_solver

NICENESS = 10
PR_SET_PDEATHSIG = 1  # from linux/prctl.h
LOCK = "compiling.lock"
_STDERR_LINES = 12
_LINE_LIMIT = 1 << 20


class CompilerFailed(RuntimeError):
    """The child ended without compiled code; the text gives its exit status and last lines."""


class Part(StrEnum):
    """The part that a child compiles."""

    PLAYERS = "players"
    """The code that the strong players need to call and play, in every game."""
    SOLVER = "solver"
    """The searches of the solver, which reviews need."""


def is_compiled(folder: Path, part: Part) -> bool:
    """Return True if a child has compiled this version of a part into this folder; needs numba."""
    return _mark(folder, part).exists()


def _mark(folder: Path, part: Part) -> Path:
    return kernel_folder(folder) / f"{part}.compiled"


def child_command(folder: Path, part: Part) -> tuple[str, ...]:
    """Build the command line of the child that compiles a part."""
    return (sys.executable, "-m", "texas42.ai.players.compile_kernels", str(folder), part)


async def compile_kernels(command: Sequence[str]) -> None:
    """Run a child process until the kernels are compiled; raises CompilerFailed.

    Cancellation kills the child.
    """
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,  # never written to: it closes when this process ends
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        limit=_LINE_LIMIT,
    )
    last: deque[str] = deque(maxlen=_STDERR_LINES)
    try:
        if process.stderr is not None:
            async for line in process.stderr:
                last.append(line.decode(errors="replace").rstrip())
        status = await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if status:
        raise CompilerFailed("\n".join((f"exit status {status}", *last)))


def end_with_parent() -> None:
    """End this process as soon as its standard input closes, as it does when the parent ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if select.select([0], [], [], 0)[0]:  # the parent has ended before that
            os._exit(1)

    def watch() -> None:
        with suppress(OSError):
            while os.read(0, 1024):
                pass
        os._exit(1)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()


@contextmanager
def sole_process(folder: Path) -> Iterator[None]:
    """Lock a folder, after waiting for the process that holds the lock."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("ab") as file:
        _lock(file.fileno())
        yield  # closing the file, or the end of the process, releases the lock


if sys.platform == "win32":
    import msvcrt
    import time

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, 0, os.SEEK_SET)
        while True:
            try:
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            except OSError:  # another process holds it
                time.sleep(0.2)
            else:
                return

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)


def main(folder: Path, part: Part) -> None:
    """Compile the part for the strong players or for the solver into a cache folder."""
    end_with_parent()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with sole_process(folder):
        if part is Part.PLAYERS:
            make_player("expert", folder)
        else:
            load_solver(folder)
        _mark(folder, part).touch()


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), Part(sys.argv[2]))
    except SolverMissing as error:  # one line, which the parent logs
        sys.exit(str(error))
