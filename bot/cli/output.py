"""Standard output with its own errors, so that no command mistakes them for its file's."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TextIO, cast

from bot.cli import discard


class OutputFailed(Exception):
    """Standard output cannot be written to; the text says why."""


class ReaderGone(Exception):
    """The program that read standard output has ended, as `head` does."""


class _Output:
    """Standard output with its own errors."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream

    @property
    def encoding(self) -> str:
        """The encoding of what is written; if it is closed, one that takes any text."""
        return "utf-8" if self._stream is None else self._stream.encoding

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write a text; raises OutputFailed or ReaderGone."""
        if self._stream is None:
            raise OutputFailed("is closed")
        with _convert_errors():
            return self._stream.write(text)

    def flush(self) -> None:
        """Flush the buffer; raises OutputFailed or ReaderGone."""
        if self._stream is not None:
            with _convert_errors():
                self._stream.flush()


@contextmanager
def _convert_errors() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGone from error
    except (OSError, ValueError) as error:  # ValueError: it was closed
        raise OutputFailed(reason(error)) from error


@contextmanager
def guard_output() -> Iterator[None]:
    """Print `?` for unencodable characters; raise OutputFailed or ReaderGone on failure."""
    standard = sys.stdout
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    sys.stdout = cast("TextIO", _Output(standard))
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except (OutputFailed, ReaderGone):
        discard(standard)
        raise
    finally:
        sys.stdout = standard


def reason(error: Exception) -> str:
    """Describe an error of a file, without the file's name."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)
