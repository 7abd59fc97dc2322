"""How commands read records and print answers: whole files, single lines, standard input."""

import errno
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from bot.records.limits import MOST_BYTES


def read_input(name: str) -> bytes:
    """Return a whole file, or all of standard input for `-`; raises OSError, also if too long."""
    with ExitStack() as stack:
        return _bounded(_opened(name, stack).read(MOST_BYTES + 1))


def input_lines(name: str) -> Iterator[bytes]:
    """Yield the lines of a file or of standard input one by one, so that a pipe is answered."""
    with ExitStack() as stack:
        source = _opened(name, stack)
        while line := source.readline(MOST_BYTES + 1):
            yield _bounded(line)


def _opened(name: str, stack: ExitStack) -> BinaryIO:
    return sys.stdin.buffer if name == "-" else stack.enter_context(Path(name).open("rb"))


def _bounded(text: bytes) -> bytes:
    if len(text) > MOST_BYTES:
        raise OSError(errno.EFBIG, f"longer than {MOST_BYTES // 1024**2} MB")
    return text


def print_line(line: str) -> None:
    """Print a line at once: whoever reads a pipe waits for it."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def reason(error: Exception) -> str:
    """Return what went wrong, for a file without the file's name."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)
