"""Share compiled kernels between tests.

Importing a kernel compiles it, so the cache folder is set before collection.
"""

from contextlib import suppress

from tests.support.compiled import SHARED
from texas42.ai.solver.failures import SolverMissing
from texas42.ai.solver.loading import prepare

with suppress(SolverMissing):
    prepare(SHARED)
