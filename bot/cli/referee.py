"""The command `referee`: replays game records and reports the outcome."""

from __future__ import annotations

import argparse

from bot.cli import MISUSED, OK, complain
from bot.cli.output import reason
from bot.cli.parser import Runner, describe
from bot.cli.streams import input_lines, print_json, print_line, read_input
from texas42.records.errors import RecordError, error_json
from texas42.records.record import parse_record
from texas42.records.referee import judge
from texas42.records.report import RefereeReport, fault_line, human


def configure(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `referee` and return its runner."""
    describe(
        parser,
        "Replay a game record by the rules and say what happened. "
        "Exit status 2 where the record breaks a rule.",
        "referee --json game.json",
    )
    parser.add_argument("file", metavar="FILE", help="the record, or - for standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--lines", action="store_true", help="read one record per line, write one answer per line"
    )
    return run


def run(options: argparse.Namespace) -> int:
    """Judge the records of a file; return the exit status."""
    referee = _print_json if options.json else _print_words
    try:
        if options.lines:
            lines = input_lines(options.file)
            return max((referee(text, number) for number, text in lines), default=OK)
        return referee(read_input(options.file))
    except OSError as error:
        complain(f"{options.file}: {reason(error)}", "referee")
        return MISUSED


def _print_json(text: bytes, number: int = 1) -> int:
    try:
        answer = judge(parse_record(text, number))
    except RecordError as error:
        print_json(error_json(error))
        return MISUSED
    print_json(answer)
    return OK


def _print_words(text: bytes, number: int | None = None) -> int:
    """Print a record in words; `number`: its line, if each line is a record."""
    try:
        report = human(parse_record(text, number or 1))
    except RecordError as error:
        report = RefereeReport((fault_line(error),), error)
    for line in report.lines[:-1] if report.error else report.lines:
        print_line(line)
    if report.error is None:
        return OK
    place = "" if number is None else f"Line {number}: "
    print_line(f"{place}{report.lines[-1]}")
    return MISUSED
