"""The command `verify`: deals a shake file again and compares."""

from __future__ import annotations

import argparse

from bot.cli import FAILED, MISUSED, OK, complain
from bot.cli.output import reason
from bot.cli.parser import Runner, describe
from bot.cli.streams import print_json, print_line, read_input
from texas42.records.shakefile import ShakeFileError, drawn_dominoes, parse_shake_file, verify


def configure(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `verify` and return its runner."""
    describe(
        parser,
        "Deal a shake file again and compare. Exit status 0 if everything matches, 1 if something "
        "differs, 2 if it is not a shake file.",
        "verify shake.json",
    )
    parser.add_argument("file", metavar="FILE", help="the shake file, or - for standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return run


def run(options: argparse.Namespace) -> int:
    """Verify a shake file; return the exit status."""
    try:
        file = parse_shake_file(read_input(options.file))
        differences = verify(file)
    except (OSError, ShakeFileError) as error:
        complain(f"{options.file}: {reason(error)}", "verify")
        return MISUSED
    if options.json:
        print_json({"ok": not differences, "differences": list(differences)})
    else:
        for line in differences or ("Everything matches: the secret deals exactly these hands.",):
            print_line(line)
        if (drawn := drawn_dominoes(file)) and not differences:
            print_line("A draw. Each seat's dominoes, in order of drawing:")
            for seat, dominoes in enumerate(drawn):
                print_line(f"seat {seat}: {' '.join(dominoes)}")
    return FAILED if differences else OK
