"""The command line: one file a command, and one parser for all of them."""

import sys
from pathlib import Path

_STARTED_AS = Path(sys.argv[0]).stem
PROG = _STARTED_AS if _STARTED_AS in {"texas42", "fortytwo"} else "python -m bot"
OK, FAILED, MISUSED = 0, 1, 2


def complain(message: str, command: str | None = None) -> None:
    """Print one line about what went wrong, with the command that it concerns."""
    name = PROG if command is None else f"{PROG} {command}"
    print(f"{name}: {message}", file=sys.stderr)


def complain_at_start(message: str) -> None:
    """Print the line that ends a start, as LOG_FORMAT has it."""
    from bot.runtime.log_setup import fatal_line
    from bot.runtime.settings import logs_json

    if logs_json():
        print(fatal_line(message), file=sys.stderr)
    else:
        complain(message)
