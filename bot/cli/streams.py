"""How commands read records and print answers: whole files, single lines, standard input."""

import sys
from collections.abc import Iterator
from pathlib import Path


def read_input(name: str) -> bytes:
    """Return a whole file, or all of standard input for `-`; raises OSError."""
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


def input_lines(name: str) -> Iterator[bytes]:
    """Yield the lines of a file or of standard input one by one, so that a pipe is answered."""
    if name == "-":
        yield from sys.stdin.buffer
    else:
        with Path(name).open("rb") as file:
            yield from file


def print_line(line: str) -> None:
    """Print a line at once: whoever reads a pipe waits for it."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def reason(error: Exception) -> str:
    """Return what went wrong, for a file without the file's name."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)
