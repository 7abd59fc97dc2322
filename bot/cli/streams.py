"""How commands read records and print answers: whole files, single lines, standard input."""

import codecs
import errno
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from bot.cli import harmless
from texas42.records.jsontext import UTF_16, format_json
from texas42.records.limits import MOST_BYTES

_BLANK = " \t\r\n"


def read_input(name: str) -> bytes:
    """Return a whole file, or all of standard input for `-`; raises OSError, also if too long."""
    with ExitStack() as stack:
        return _require_bounded(_open_input(name, stack).read(MOST_BYTES + 1))


def input_lines(name: str) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file or of standard input one by one, so that a pipe is answered.

    Each comes with its number; in UTF-16 each begins with the byte order mark of the file. Blank
    lines are skipped.
    """
    with ExitStack() as stack:
        source = _open_input(name, stack)
        head = source.read(1)
        if head and head in b"\xff\xfe":
            head += source.read(1)
        encoding = UTF_16.get(head, "utf-8")
        mark = head if head in UTF_16 else b""
        line = _line(source, encoding, head.removeprefix(mark))
        number = 1
        while line:
            text = _require_bounded(line)
            if number == 1:
                text = text.removeprefix(codecs.BOM_UTF8)
            if text.decode(encoding, "replace").strip(_BLANK):
                yield number, mark + line
            line = _line(source, encoding)
            number = number + 1


def _line(source: BinaryIO, encoding: str, line: bytes = b"") -> bytes:
    """Read up to the next line feed, which in UTF-16 is two bytes."""
    feed = "\n".encode(encoding)
    while not (line.endswith(feed) and len(line) % len(feed) == 0) and len(line) <= MOST_BYTES:
        piece = source.readline(MOST_BYTES + 1 - len(line))
        if encoding == "utf-16-le" and piece.endswith(b"\n"):
            piece += source.read((len(line) + len(piece)) % 2)
        if not piece:
            break
        line += piece
    return line


def _open_input(name: str, stack: ExitStack) -> BinaryIO:
    if name != "-":
        return stack.enter_context(Path(name).open("rb"))
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed")
    return sys.stdin.buffer


def _require_bounded(text: bytes) -> bytes:
    if len(text) > MOST_BYTES:
        raise OSError(errno.EFBIG, f"longer than {MOST_BYTES // 1024**2} MB")
    return text


def print_line(line: str) -> None:
    """Print a line, escaped for the console, and flush it for the reader of a pipe."""
    sys.stdout.write(harmless(line) + "\n")
    sys.stdout.flush()


def print_answer(value: object, words: Iterable[str], *, as_json: bool) -> None:
    """Print a command's answer as a line of JSON, or in words."""
    if as_json:
        print_json(value)
        return
    for line in words:
        print_line(line)


def print_json(value: object) -> None:
    """Print a value as a line of JSON, in ASCII if the output can't encode all of it."""
    line = format_json(value)
    try:
        line.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        line = json.dumps(value)
    print_line(line)
