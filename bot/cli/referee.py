"""The command `referee`: replays game records and says what happened."""

from __future__ import annotations

import argparse

from bot.cli import MISUSED, OK, complain
from bot.cli.parser import Runner, describe
from bot.cli.streams import input_lines, print_line, read_input, reason
from bot.records.errors import RecordError, error_json
from bot.records.jsontext import format_json
from bot.records.record import parse_record
from bot.records.referee import judge
from bot.records.report import fault_line, human


def configure(parser: argparse.ArgumentParser) -> Runner:
    """Declare the options of `referee`; return what runs it."""
    describe(
        parser,
        "Replay a game record by the rules and say what happened. "
        "Exit status 2 where the record breaks a rule.",
        "referee --json game.json",
    )
    parser.add_argument("file", metavar="FILE", help="the record, or - for standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--lines", action="store_true", help="a record a line in, an answer a line out"
    )
    return run


def run(options: argparse.Namespace) -> int:
    """Judge the records of a file; return the exit status."""
    referee = _print_json if options.json else _print_words
    try:
        if options.lines:
            return max((referee(line) for line in input_lines(options.file)), default=OK)
        return referee(read_input(options.file))
    except OSError as error:
        complain(f"{options.file}: {reason(error)}", "referee")
        return MISUSED


def _print_json(text: bytes) -> int:
    try:
        answer: dict[str, object] = judge(parse_record(text))
    except RecordError as error:
        print_line(format_json(error_json(error)))
        return MISUSED
    print_line(format_json(answer))
    return OK


def _print_words(text: bytes) -> int:
    try:
        record = parse_record(text)
    except RecordError as error:
        print_line(fault_line(error))
        return MISUSED
    report = human(record)
    for line in report.lines:
        print_line(line)
    return OK if report.error is None else MISUSED
