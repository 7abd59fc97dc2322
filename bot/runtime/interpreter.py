"""How the interpreter shares its time between answers and background work."""

from __future__ import annotations

import gc
import sys

SWITCH_SECONDS = 0.0005


def tune_interpreter() -> None:
    """Set the interpreter up so that answers do not wait for background work.

    The writer thread needs the GIL after every statement, and the AI threads hold it for a whole
    switch interval: 5 ms by default, tens of milliseconds a save. Objects
    alive at the start are frozen, so that the garbage collector does not scan them again.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()
