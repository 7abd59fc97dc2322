"""Tuning of the interpreter: answers before background work."""

from __future__ import annotations

import gc
import sys

SWITCH_SECONDS = 0.0005
COLLECT = (700, 10, 200)
"""The garbage collector's thresholds; the last is 10 by default.

The last one is the number of collections of the younger generations before a full one, which scans
all objects and delays all answers. With the default, a busy bot collected often enough to delay one
answer in a hundred.
"""


def keep_imports() -> None:
    """Spare the garbage collector what has been imported, none of which is ever garbage."""
    gc.freeze()


def tune_interpreter() -> None:
    """Configure the interpreter so that answers don't wait for background work.

    The writer thread needs the GIL after every statement, and the AI threads hold it for a whole
    switch interval, which adds up over a save. Objects alive at the start are frozen, so that the
    garbage collector does not scan them again, and it scans the others less often.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()
    gc.set_threshold(*COLLECT)
