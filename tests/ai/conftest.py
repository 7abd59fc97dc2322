"""Kernels from the folder that all tests share.

It is named before a test module is collected, since importing a kernel already compiles it.
"""

from contextlib import suppress

from bot.ai.solver.failures import SolverMissing
from bot.ai.solver.loading import prepare
from tests.support.compiled import SHARED

with suppress(SolverMissing):
    prepare(SHARED)
