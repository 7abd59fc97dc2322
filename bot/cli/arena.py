"""The command `arena`: how much stronger one player is than another."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bot.cli import MISUSED, OK, complain
from bot.cli.parser import Runner, describe, milliseconds, positive
from bot.cli.streams import print_answer
from bot.runtime.settings import load_settings
from texas42.ai.players.arena import Contest, Tally, play_deals, play_matches, summary
from texas42.ai.players.external import ExternalPlayer, ProgramError
from texas42.ai.players.levels import LEVELS, Player, player_of
from texas42.ai.solver.failures import SolverMissing
from texas42.library import UnknownGame, UnknownRule
from texas42.records.jsontext import parse_json
from texas42.records.limits import bounded_rules


def configure(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `arena` and return its runner."""
    describe(
        parser,
        "Play each deal twice, with the two players' sides swapped, and print A minus B per hand "
        f"with its standard error. A SPEC is {', '.join(LEVELS)} or cmd:PROGRAM ARGS.",
        "arena --a expert --b rules --deals 200 --time-ms 50",
    )
    parser.add_argument("--a", metavar="SPEC", required=True, help="player A")
    parser.add_argument("--b", metavar="SPEC", required=True, help="player B")
    parser.add_argument("--game", default="42", help="default %(default)s")
    parser.add_argument("--rules", default="", help="options as JSON, or the name of a preset")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--deals", type=positive, default=100, help="default %(default)s")
    length.add_argument("--matches", type=positive, help="whole games instead of deals")
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of the deals, default %(default)s"
    )
    parser.add_argument(
        "--contract", help="play only this contract, in deals that let the first seat bid it"
    )
    parser.add_argument(
        "--time-ms", type=milliseconds, default=1000, help="time per move, default %(default)s"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return run


def run(options: argparse.Namespace) -> int:
    """Run a match and print its figures; return the exit status."""
    return compete(options, load_settings().compiled_code)


def compete(options: argparse.Namespace, cache: Path | None) -> int:
    """Run a match with compiled code kept in `cache`, print its figures; return the status."""
    try:
        with ExitStack() as stack:
            contest = Contest(
                rules=bounded_rules(options.game, _rules(options.rules)),
                a=_start_player(stack, options.a, cache),
                b=_start_player(stack, options.b, cache),
                seconds=options.time_ms / 1000,
                contract=options.contract,
            )
            tally = _play(contest, options)
    except (SolverMissing, ProgramError, UnknownGame, UnknownRule, ValueError) as error:
        complain(str(error), "arena")
        return MISUSED
    told = summary(tally)
    print_answer(told, _words(options.a, options.b, told), as_json=options.json)
    return OK


def _rules(text: str) -> dict[str, object] | None:
    if not text:
        return None
    if not text.lstrip().startswith("{"):
        return {"preset": text}
    rules = parse_json(text)
    return rules if isinstance(rules, dict) else None


def _start_player(stack: ExitStack, spec: str, cache: Path | None) -> Player:
    player = player_of(spec, cache)
    return stack.enter_context(player) if isinstance(player, ExternalPlayer) else player


def _play(contest: Contest, options: argparse.Namespace) -> Tally:
    number = options.matches or options.deals
    play = play_matches if options.matches else play_deals
    *_, tally = _show_progress(play(contest, number, options.seed), number)
    return tally


def _show_progress(tallies: Iterator[Tally], number: int) -> Iterator[Tally]:
    """Pass the tallies on and show the progress on a terminal."""
    shown = sys.stderr.isatty()
    for done, tally in enumerate(tallies, start=1):
        if shown:
            sys.stderr.write(f"\r{done}/{number}")
            sys.stderr.flush()
        yield tally
    if shown:
        sys.stderr.write("\n")


def _words(a: str, b: str, told: dict[str, Any]) -> Iterator[str]:
    yield f"A = {a}, B = {b}: {told['hands']} hands, each deal twice with sides swapped"
    names = {"score_per_hand": "score per hand", "points_per_hand": "points per hand"}
    names["games_won_by_a"] = "games won by A"
    for key, name in names.items():
        if key in told:
            error = told[key]["standard_error"]
            margin = "" if error is None else f" +- {error:.3f}"
            yield f"{name:<15}{told[key]['mean']:+.3f}{margin}"
    for who in ("a", "b"):
        each = told[who]
        made = "none" if each["made"] is None else f"{each['made']:.1%}"
        median = "-" if each["median_ms"] is None else f"{each['median_ms']:.2f}"
        p99 = "-" if each["p99_ms"] is None else f"{each['p99_ms']:.2f}"
        yield (
            f"{who.upper()}: bid {each['bid']:.1%} of hands and made {made} of its bids; "
            f"median {median} ms per decision, 99th percentile {p99} ms"
        )
