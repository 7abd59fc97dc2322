"""Whatever hangs while the program closes, it ends as a stop that went well."""

from __future__ import annotations

import subprocess
import sys

HANGS = """
import threading
from bot.runtime import stopping
stopping.STOP_SECONDS = 0
stopping.stop_watchdog().start()
threading.Event().wait()
"""


def test_a_program_that_hangs_while_it_closes_is_ended() -> None:
    ended = subprocess.run([sys.executable, "-c", HANGS], timeout=60, check=False)
    assert ended.returncode == 0
