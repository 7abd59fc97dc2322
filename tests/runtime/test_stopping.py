"""A hang during shutdown still ends the program with a clean exit status."""

from __future__ import annotations

import subprocess
import sys

HANGS = """
import asyncio, os, signal, threading
from bot.runtime import stopping
stopping.STOP_SECONDS = 0

async def hang():
    with stopping.stop_signals() as asked:
        os.kill(os.getpid(), signal.SIGTERM)
        await asked.wait()
        threading.Event().wait()

asyncio.run(hang())
"""


def test_program_that_hangs_during_shutdown_is_ended() -> None:
    ended = subprocess.run([sys.executable, "-c", HANGS], timeout=60, check=False)
    assert ended.returncode == 0
