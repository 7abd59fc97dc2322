"""Loads the solver: numba is an optional extra, and compiled code is cached on disk."""

from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.ai.solver.review import Reviewer
    from bot.ai.solver.solver import Solver


class SolverMissing(RuntimeError):
    """The `solver` extra is not installed."""


def load_solver(cache: Path | None, *, whole: bool = True) -> "Solver":
    """Return a new solver; raises SolverMissing where numba is not installed.

    With `whole` the searches for all games are loaded now, so that no later question waits for
    the compiler; otherwise each is loaded by the first question that needs it.
    """
    prepare(cache)
    solver: Solver = import_module("bot.ai.solver.solver").Solver()
    if whole:
        import_module("bot.ai.kernels.search_general")
    return solver


def load_reviewer(cache: Path | None) -> "Reviewer":
    """Return a new reviewer of finished hands; raises SolverMissing where numba is missing."""
    prepare(cache)
    reviewer: Reviewer = import_module("bot.ai.solver.review").Reviewer()
    return reviewer


def prepare(cache: Path | None) -> None:
    """Set the cache for compiled code; raises SolverMissing where numba is not installed.

    `cache` is a writable folder, without which every process compiles at its first use; None
    leaves the choice to numba. It must be set before the first kernel is imported.
    """
    try:
        numba = import_module("numba")
    except ImportError as error:
        raise SolverMissing(
            "install the extra `solver` (numba) for the stronger players"
        ) from error
    if cache is not None:
        folder = cache / _fingerprint()
        folder.mkdir(parents=True, exist_ok=True)
        numba.config.CACHE_DIR = str(folder)


def _fingerprint() -> str:
    """Return a name of this version of the kernels: numba only checks a function's own file."""
    sources = sorted(
        (each.name, each.read_bytes())
        for each in files("bot.ai.kernels").iterdir()
        if each.name.endswith(".py")
    )
    return sha256(b"".join(source for _, source in sources)).hexdigest()[:16]
