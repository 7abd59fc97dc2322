"""Load the solver: numba is an optional extra, and compiled code is cached on disk."""

import sys
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from texas42.ai.solver.failures import numba_errors

if TYPE_CHECKING:
    from texas42.ai.solver.review import Reviewer
    from texas42.ai.solver.solver import Solver


def load_solver(cache: Path | None, *, whole: bool = True) -> "Solver":
    """Load a solver; raises SolverMissing if numba cannot be loaded.

    With `whole` the searches for all games are loaded now, so that no later question waits for the
    compiler; otherwise each is loaded by the first question that needs it.
    """
    prepare(cache)
    with numba_errors():
        solver: Solver = import_module("texas42.ai.solver.solver").Solver()
        if whole:
            import_module("texas42.ai.kernels.search_general")
    return solver


def load_reviewer(cache: Path | None) -> "Reviewer":
    """Load a reviewer of finished hands; raises SolverMissing like `load_solver`."""
    prepare(cache)
    with numba_errors():
        reviewer: Reviewer = import_module("texas42.ai.solver.review").Reviewer()
    return reviewer


def prepare(cache: Path | None) -> None:
    """Set the cache for compiled code; raises SolverMissing if numba cannot be loaded.

    `cache` is a writable folder; without one, every process compiles at its first use. None leaves
    the choice to numba. It must be set before the first kernel is imported.
    """
    with numba_errors():
        numba = import_module("numba")
        folder = None if cache is None else kernel_folder(cache)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        numba.config.CACHE_DIR = str(folder)


def kernel_folder(cache: Path) -> Path:
    """Name the folder of this version of the kernels on this machine; needs numba.

    numba checks only a kernel's own file, and recompiles for another processor or version.
    """
    sources = sorted(
        (each.name, each.read_bytes())
        for each in files("texas42.ai.kernels").iterdir()
        if each.name.endswith(".py")
    )
    binding = import_module("llvmlite.binding")
    target = (
        import_module("numba").__version__,
        sys.version,
        binding.get_host_cpu_name(),
        binding.get_host_cpu_features().flatten(),
    )
    digest = sha256(b"".join(source for _, source in sources) + repr(target).encode())
    return cache / digest.hexdigest()[:16]
