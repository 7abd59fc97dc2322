"""Compiled kernels kept from one run of the tests to the next, apart for each version of them.

It happens before a test module is collected, since importing a kernel already compiles it.
"""

from contextlib import suppress
from pathlib import Path

from bot.ai.solver.loading import SolverMissing, prepare

with suppress(SolverMissing):
    prepare(Path(__file__).parents[2] / ".pytest_cache" / "kernels")
