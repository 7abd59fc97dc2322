"""The command line: one file per command, and one parser for all of them."""

import json
import os
import sys
import unicodedata
from pathlib import Path
from typing import TextIO

_STARTED_AS = Path(sys.argv[0]).stem
PROG = _STARTED_AS if _STARTED_AS in {"texas42", "fortytwo"} else "python -m bot"
OK = 0
FAILED = 1
MISUSED = 2


_JOINERS = {"\N{ZERO WIDTH JOINER}", "\N{ZERO WIDTH NON-JOINER}"}
_HARMFUL = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Unicode categories that move the cursor, change the text direction or cannot be encoded."""


def complain(message: str, command: str | None = None) -> None:
    """Print one line about a failure, with the command that it concerns."""
    say_error(f"{PROG if command is None else f'{PROG} {command}'}: {message}")


def say_error(line: str) -> None:
    """Print a line to standard error, escaped for the console."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(harmless(line) + "\n")
        sys.stderr.flush()
    except OSError:  # closed or full: only the exit status can report the failure
        discard(sys.stderr)


def harmless(text: str) -> str:
    """Escape invisible and control characters as JSON does."""
    return text if text.isprintable() else "".join(map(_escape, text))


def _escape(character: str) -> str:
    if unicodedata.category(character) in _HARMFUL and character not in _JOINERS:
        return json.dumps(character)[1:-1] if character > "\x1f" else f"\\u{ord(character):04x}"
    return character


def discard(stream: TextIO | None) -> None:
    """Discard the rest of the buffer, so that flushing it at exit does not fail again."""
    try:
        target = -1 if stream is None else stream.fileno()
    except (OSError, ValueError):  # not a real file
        return
    if target >= 0:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, target)
        os.close(nowhere)


def complain_at_start(message: str) -> None:
    """Print the line that ends a start, in the format of LOG_FORMAT."""
    from bot.runtime.log_setup import fatal_line
    from bot.runtime.settings import logs_json

    if logs_json():
        print(fatal_line(message), file=sys.stderr)
    else:
        complain(message)
