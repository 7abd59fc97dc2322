"""The entry of the command line: `python -m bot`, installed as `texas42` and `fortytwo`.

With a token it runs the bot on Discord; without one it opens a practice table in the browser.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence

from bot.cli import FAILED, MISUSED, OK, complain
from bot.cli.output import OutputFailed, ReaderGone, guard_output
from bot.cli.parser import run_command
from bot.runtime.errors import StartError, Unreachable
from bot.runtime.stopping import Terminated, end_on_signal, interruptible

ON_THEIR_OWN = ("-h", "--help", "--version")
"""Options that need no command."""
UNTIL_STOPPED = ("practice", "player")
"""Commands that run until they are stopped, apart from `run`, which handles signals itself."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        with interruptible(), guard_output():
            if not arguments or (arguments[0].startswith("-") and arguments[0] not in ON_THEIR_OWN):
                arguments.insert(0, _default_command())
            if arguments[0] == "run":
                end_on_signal()  # before anything that takes time, such as its imports
            return run_command(arguments)
    except StartError as error:
        complain(str(error))
        return FAILED if isinstance(error, Unreachable) else MISUSED
    except OutputFailed as error:
        complain(f"standard output: {error}")
        return FAILED
    except KeyboardInterrupt as error:
        return _interrupted(error, arguments)
    except ReaderGone:
        return FAILED


def _interrupted(error: KeyboardInterrupt, arguments: Sequence[str]) -> int:
    """Say which command was cut short; return the status that a shell gives for its signal."""
    command = next(iter(arguments), None)
    if command in UNTIL_STOPPED:
        return OK
    complain("interrupted before it was done", command)
    return 128 + (signal.SIGTERM if isinstance(error, Terminated) else signal.SIGINT)


def _default_command() -> str:
    """Return the command to run if none is named."""
    from bot.runtime.settings import load_settings

    if load_settings().discord_token is not None:
        return "run"
    print("No DISCORD_TOKEN is set: opening a practice table instead.", flush=True)
    return "practice"


if __name__ == "__main__":
    raise SystemExit(main())
