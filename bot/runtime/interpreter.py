"""Tuning of the interpreter: answers before background work."""

from __future__ import annotations

import gc
import sys

SWITCH_SECONDS = 0.0005
COLLECT = (700, 10, 200)
"""The garbage collector's thresholds; the last is 10 by default.

It looks at all objects, and so holds up all answers, once that many of the rounds of the two
younger generations were. With 100 tables of four that takes 0.1 s of a slow processor, and at 25
plays a second it came every ten seconds: one answer in a hundred waited for it.
"""


def tune_interpreter() -> None:
    """Configure the interpreter so that answers don't wait for background work.

    The writer thread needs the GIL after every statement, and the AI threads hold it for a whole
    switch interval, which adds up over a save. Objects alive at the start are frozen, so that the
    garbage collector does not scan them again, and it scans the others less often.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()
    gc.set_threshold(*COLLECT)
