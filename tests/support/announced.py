"""A process that announces a database as the bot does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from bot.store.host.running_bots import VARIABLE, announce
from tests.support.program import FORKS


def hold(where: str, folder: str, ready: Connection) -> None:
    """Announce a database in this child process until the parent closes the connection."""
    os.environ[VARIABLE] = folder
    with announce(where):
        ready.send(None)
        ready.poll(None)


@contextmanager
def bot_on(where: str) -> Iterator[BaseProcess]:
    """Run a process that announces a database in this process's runtime folder."""
    ready, theirs = FORKS.Pipe()
    process = FORKS.Process(target=hold, args=(where, os.environ[VARIABLE], theirs))
    process.start()
    theirs.close()
    ready.recv()
    try:
        yield process
    finally:
        process.kill()
        process.join()
        ready.close()
