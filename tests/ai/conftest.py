"""Share compiled kernels between tests.

Importing a kernel compiles it, so the cache folder is set before collection.
"""

from contextlib import suppress

from bot.ai.solver.failures import SolverMissing
from bot.ai.solver.loading import prepare
from tests.support.compiled import SHARED

with suppress(SolverMissing):
    prepare(SHARED)
