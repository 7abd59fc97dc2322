"""The parser of the command line: all commands and their options.

A command's module is imported on use, so that `--help` and the light commands never wait for
Discord, the database or the solver.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, NoReturn

from bot.cli import MISUSED, PROG, complain, say_error
from bot.runtime.version import DISTRIBUTION, program_version

Runner = Callable[[argparse.Namespace], int]

_MOST_DIGITS = 20
_DAY_MS = 24 * 60 * 60 * 1000

# each command: its purpose, its module, and the function there that adds its options
COMMANDS: Mapping[str, tuple[str, str, str]] = {
    "run": ("run the bot on Discord (needs DISCORD_TOKEN)", "run", "configure"),
    "practice": ("open a practice table in the browser, without Discord", "practice", "configure"),
    "referee": ("replay a game record by the rules", "referee", "configure"),
    "verify": ("check that a hand was dealt by its shake", "verify", "configure"),
    "solve": ("find the best play of a hand with all tiles in view", "solve", "configure"),
    "bid": ("say what a hand of 42 makes at each bid", "bid", "configure"),
    "bidbook": ("write what every hand of 42 makes at each bid", "bidbook", "configure"),
    "arena": (
        "play two computer players against each other on the same deals",
        "arena",
        "configure",
    ),
    "player": ("seat a computer player at another program's table", "player", "configure"),
    "doctor": ("check the token, the database and the clock", "doctor", "configure"),
    "backup": ("back up the database while it is in use", "backups", "configure_backup"),
    "restore": ("replace the database with a backup", "backups", "configure_restore"),
    "status": ("show the state of the running bot", "status", "configure"),
    "reports": ("list what people have reported", "host", "configure_reports"),
    "block": ("block a person or a server", "host", "configure_block"),
    "unblock": ("unblock a person or a server", "host", "configure_unblock"),
    "close-table": ("close a table of the running bot", "host", "configure_close_table"),
    "export": ("print the record of a table's game", "admin", "configure_export"),
    "warm": ("compile the strong computer players before the bot starts", "warm", "configure"),
    "migrate": ("migrate the database to the newest schema", "admin", "configure_migrate"),
}


class Parser(argparse.ArgumentParser):
    """A parser that reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        """Print the error and where to read more; exit with status 2."""
        say_error(f"{self.prog}: {message}; try {self.prog} --help")
        self.exit(MISUSED)


class CommandParser(Parser):
    """The parser of one command; it imports the command's module on first use."""

    def __init__(self, *, command: str | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        self._command = command

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Declare the command's options, then parse them."""
        if self._command is not None:
            _, module, function = COMMANDS[self._command]
            self._command = None
            configure = getattr(_imported(f"bot.cli.{module}"), function)
            self.set_defaults(runner=configure(self))
        return super().parse_known_args(args, namespace)


def _imported(name: str) -> ModuleType:
    """Import a module without the garbage collector, which costs a tenth of the import.

    It would scan again and again what has just been made, none of which is garbage.
    """
    gc.disable()
    try:
        return import_module(name)
    finally:
        gc.enable()


class _ShowVersion(argparse.Action):
    """Prints the version, which is only looked up on demand."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print the version and exit."""
        print(f"{DISTRIBUTION} {program_version()}")
        parser.exit()


def build_parser() -> Parser:
    """Build the parser of the whole command line.

    The result has `command`, the command's own options, and `runner`, which runs it.
    """
    parser = Parser(
        prog=PROG,
        description="Texas 42 in Discord. Without a command: `run` where DISCORD_TOKEN is set, "
        "otherwise `practice`.",
        epilog=f"example: {PROG} practice --exhibition. {PROG} COMMAND --help explains a command.",
    )
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="print the version")
    commands = parser.add_subparsers(
        title="commands", dest="command", metavar="COMMAND", parser_class=CommandParser
    )
    for name, (summary, _, _) in COMMANDS.items():
        commands.add_parser(name, help=summary, command=name)
    return parser


def describe(parser: argparse.ArgumentParser, description: str, example: str) -> None:
    """Give a command its description and the example at the end of its help."""
    parser.description = description
    parser.epilog = f"example: {PROG} {example}"


def positive(text: str) -> int:
    """Parse a whole number from 1 up, no longer than a Discord id."""
    number = int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from 1 up")
    return number


def milliseconds(text: str) -> int:
    """Parse the time limit of a move: at least a millisecond, at most a day."""
    number = positive(text)
    if number > _DAY_MS:
        raise argparse.ArgumentTypeError(f"{text} is more than a day")
    return number


def run_command(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit status; argparse itself exits on help and errors."""
    if arguments and not arguments[0].startswith("-") and arguments[0] not in COMMANDS:
        complain(f"there is no command {arguments[0]!r}; try {PROG} --help")
        return MISUSED
    options = build_parser().parse_args(arguments)
    runner: Runner = options.runner
    return runner(options)
