"""The command `solve`: best play for the hands of a record, with all hands open."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from bot.cli import MISUSED, OK, complain
from bot.cli.output import reason
from bot.cli.parser import Runner, describe, positive
from bot.cli.streams import input_lines, print_answer, read_input
from bot.runtime.settings import load_settings
from texas42.ai.solver.failures import SolverMissing
from texas42.ai.solver.loading import load_solver
from texas42.engine import Deal, Phase, PlayTile, format_action
from texas42.records.errors import Code, RecordError, error_json
from texas42.records.record import Record, parse_record
from texas42.records.replay import replay

if TYPE_CHECKING:
    from texas42.ai.solver.solver import Outcome, Solution, Solver

Each = TypeVar("Each")

_MOST_NODES = 50_000_000
_MADE = {True: "the bid is made", False: "the bid is set", None: "the bid is still open"}


def configure(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `solve` and return its runner."""
    describe(
        parser,
        "Find the result of best play, with all tiles in view, for a record that stops during the "
        "play of a hand. Exit status 2 if it stops elsewhere.",
        "solve --json game.json",
    )
    parser.add_argument("file", metavar="FILE", help="the record, or - for standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--lines",
        action="store_true",
        help="read one record per line, write one JSON object per line",
    )
    parser.add_argument(
        "--nodes",
        type=positive,
        default=_MOST_NODES,
        help="search nodes before the answer is only a bound (default %(default)s)",
    )
    return run


def run(options: argparse.Namespace) -> int:
    """Solve the records of a file; return the exit status."""
    return solve(options, load_settings().compiled_code)


def solve(options: argparse.Namespace, cache: Path | None) -> int:
    """Solve the records of a file with compiled code kept in `cache`; return the exit status."""
    try:
        solver = load_solver(cache, whole=False)
        if not options.lines:
            return _answer(solver, read_input(options.file), options.nodes, options.json)
        lines = input_lines(options.file)
        return max(
            (_answer(solver, text, options.nodes, True, number) for number, text in lines),
            default=OK,
        )
    except SolverMissing as error:
        complain(str(error), "solve")
        return MISUSED
    except OSError as error:
        complain(f"{options.file}: {reason(error)}", "solve")
        return MISUSED


def _answer(solver: Solver, text: bytes, nodes: int, as_json: bool, number: int = 1) -> int:
    try:
        record = parse_record(text, number)
        deal = _in_play(record)
    except RecordError as error:
        print_answer(error_json(error), [error.message], as_json=as_json)
        return MISUSED
    solution = solver.solve(deal, nodes)
    print_answer(solution_json(deal, solution), _words(deal, solution), as_json=as_json)
    return OK


def _in_play(record: Record) -> Deal:
    deal = replay(record).deal
    if deal is None or deal.phase is not Phase.PLAY:
        message = "The record does not stop during the play of a hand."
        raise RecordError(Code.BAD_RECORD, message, hand=len(record.hands))
    return deal


def solution_json(deal: Deal, solution: Solution) -> dict[str, object]:
    """Build the JSON object of the public format."""
    answer: dict[str, object] = {"to_act": deal.to_act}
    answer |= _outcome_json(deal, solution, solution.outcome)
    answer["exact"] = solution.exact
    bounds = _bounds(deal, solution, solution.outcome)
    if not solution.exact and bounds is not None:
        answer["bounds"] = {"points": bounds}
    answer["moves"] = {
        _text(deal, play): _outcome_json(deal, solution, outcome)
        for play, outcome in sorted(solution.moves.items(), key=lambda move: _text(deal, move[0]))
    }
    return answer


def _text(deal: Deal, play: PlayTile) -> str:
    return format_action(play, deal.rules)


def _outcome_json(deal: Deal, solution: Solution, outcome: Outcome) -> dict[str, object]:
    points = _points(deal, solution, outcome)
    told: dict[str, object] = {} if points is None else {"points": points}
    return {**told, "made": bool(outcome.made)}


def _points(deal: Deal, solution: Solution, outcome: Outcome) -> list[int] | None:
    """Return each side's points; in Moon for three the bidder's and the others'."""
    points = solution.points_of(outcome)
    return None if points is None else _by_side(deal, *points)


def _bounds(deal: Deal, solution: Solution, outcome: Outcome) -> list[list[int]] | None:
    whole = solution.all_points
    if whole is None or outcome.low is None or outcome.high is None:
        return None
    ours = [outcome.low, outcome.high]
    theirs = [whole - outcome.high, whole - outcome.low]
    return _by_side(deal, ours, theirs)


def _by_side(deal: Deal, ours: Each, theirs: Each) -> list[Each]:
    three_handed = deal.rules.game.sides == deal.rules.game.seats
    return [ours, theirs] if three_handed or deal.declaring == 0 else [theirs, ours]


def _words(deal: Deal, solution: Solution) -> Iterable[str]:
    yield f"Seat {deal.to_act} is to play."
    yield f"With best play: {_describe(deal, solution, solution.outcome)}"
    for play, outcome in solution.moves.items():
        yield f"  {_text(deal, play):<6}{_describe(deal, solution, outcome)}"
    if not solution.exact:
        yield "The node budget ran out: these are the best found so far."


def _describe(deal: Deal, solution: Solution, outcome: Outcome) -> str:
    points = _points(deal, solution, outcome)
    made = _MADE[outcome.made]
    return made if points is None else f"{points[0]} to {points[1]}, {made}"
