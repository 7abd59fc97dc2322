"""Errors of compiled code that cannot be loaded."""

from collections.abc import Iterator
from contextlib import contextmanager


class SolverMissing(RuntimeError):
    """The compiled code can't be used; the text gives the reason in one line."""


class SolverBroken(SolverMissing):
    """numba is installed, but it or a library that it needs fails."""


@contextmanager
def numba_errors() -> Iterator[None]:
    """Convert any error of numba's while loading or compiling to SolverMissing.

    If NumPy is too new or a library is missing, that can be any exception.
    """
    try:
        yield
    except SolverMissing:
        raise
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name == "numba":
            raise SolverMissing(
                "install the extra `solver` (numba) for the stronger players"
            ) from error
        raise SolverBroken(broken("numba", error)) from error


def broken(library: str, error: Exception) -> str:
    """Say in one line that a library is installed and fails."""
    why = f"{type(error).__name__}: {error}".split("\n", 1)[0]
    return f"{library} is installed and cannot be loaded: {why}"
