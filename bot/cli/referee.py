"""The commands `referee` and `verify`: reading files, printing answers, exit statuses."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from bot.cli.streams import input_lines, print_line, read_input
from bot.records.errors import RecordError, error_json
from bot.records.jsontext import format_json
from bot.records.record import parse_record
from bot.records.referee import judge
from bot.records.report import fault_line, human
from bot.records.shakefile import ShakeFileError, parse_shake_file, verify

OK = 0
DIFFERENT = 1
BROKEN = 2

Say = Callable[[str], object]


def referee_main(argv: Sequence[str], prog: str = "python -m bot referee") -> int:
    """Run `referee` with its arguments; return the exit status."""
    parser = _parser(
        prog,
        "Replay a game record by the rules and say what happened. "
        "Exit status 2 where the record breaks a rule.",
        f"example: {prog} --json game.json",
    )
    parser.add_argument("file", metavar="FILE", help="the record, or - for standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--lines", action="store_true", help="a record a line in, an answer a line out"
    )
    options = parser.parse_args(argv)
    referee = _referee_json if options.json else _referee_words
    try:
        if options.lines:
            return max((referee(line) for line in input_lines(options.file)), default=OK)
        return referee(read_input(options.file))
    except OSError as error:
        return _complain(prog, options.file, error)


def verify_main(argv: Sequence[str], prog: str = "python -m bot verify") -> int:
    """Run `verify` with its arguments; return the exit status."""
    parser = _parser(
        prog,
        "Deal a shake file again and compare. Exit status 0 where all agrees, "
        "1 with what differs, 2 where it is no shake file.",
        f"example: {prog} shake.json",
    )
    parser.add_argument("file", metavar="FILE", help="the shake file, or - for standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(argv)
    try:
        differences = verify(parse_shake_file(read_input(options.file)))
    except (OSError, ShakeFileError) as error:
        return _complain(prog, options.file, error)
    if options.json:
        print_line(format_json({"ok": not differences, "differences": list(differences)}))
    else:
        for line in differences or ("All agrees: the secret deals exactly these hands.",):
            print_line(line)
    return DIFFERENT if differences else OK


def _referee_json(text: bytes) -> int:
    try:
        answer: dict[str, object] = judge(parse_record(text))
    except RecordError as error:
        print_line(format_json(error_json(error)))
        return BROKEN
    print_line(format_json(answer))
    return OK


def _referee_words(text: bytes) -> int:
    try:
        record = parse_record(text)
    except RecordError as error:
        print_line(fault_line(error))
        return BROKEN
    report = human(record)
    for line in report.lines:
        print_line(line)
    return OK if report.error is None else BROKEN


def _parser(prog: str, description: str, example: str) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(prog=prog, description=description, epilog=example)


def _complain(prog: str, name: str, error: Exception) -> int:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    sys.stderr.write(f"{prog}: {name}: {reason}\n")
    return BROKEN
