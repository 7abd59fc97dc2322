"""Upgrades a database in a process of its own, which can be killed before any step."""

from __future__ import annotations

import asyncio
import os
import signal
from multiprocessing.connection import Connection

from sqlalchemy import Engine, event

from bot.store import open_store
from tests.support.program import FORKS


def upgrade(url: str, killed_before: int | None = None) -> int | None:
    """Open a database in a child process; return the number of its steps, or None if killed.

    A step is a statement or a commit. `killed_before`: the step at which the child is to be killed
    (`kill -9`), counted from 1.
    """
    told, telling = FORKS.Pipe(duplex=False)
    child = FORKS.Process(target=_open, args=(url, killed_before, telling))
    child.start()
    telling.close()
    try:
        steps: int | None = told.recv()
    except EOFError:
        steps = None
    child.join()
    assert child.exitcode == (0 if steps else -signal.SIGKILL)
    return steps


def _open(url: str, killed_before: int | None, telling: Connection) -> None:
    steps = 0

    def step(*_: object) -> None:
        nonlocal steps
        steps += 1
        if steps == killed_before:
            os.kill(os.getpid(), signal.SIGKILL)

    async def opened() -> None:
        await (await open_store(url)).close()

    event.listen(Engine, "before_cursor_execute", step)
    event.listen(Engine, "commit", step)
    asyncio.run(opened())
    telling.send(steps)
