"""Run the long suite, part by part, and print a table.

    python -m tests.long [PART...]

It takes about an hour on two cores; CONTRIBUTING.md names the settings for longer runs.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
SIDE_BY_SIDE = ("-n", "auto", "--dist", "worksteal")
PATIENT = "--timeout=3600"
"""A test over twenty times as many cases is no test that hangs."""


@dataclass(frozen=True)
class Part:
    """Tests that run together. Environment variables override the defaults here."""

    name: str
    tests: tuple[str, ...]
    settings: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ("-m", "long", *SIDE_BY_SIDE)


LAWS = Part(
    "random laws of engine, records and solver",
    (
        *("tests/engine/test_laws.py", "tests/records/test_mangled.py"),
        *("tests/records/test_record_laws.py", "tests/rules/test_second_opinion.py"),
        *("tests/ai/test_judge.py", "tests/ai/test_rules_player.py", "tests/ai/test_solver.py"),
        *("tests/ai/test_explain.py", "tests/ai/test_tempers.py"),
        "tests/ai/test_sampled_choices.py",
    ),
    {"FORTYTWO_LAWS": "20"},
    SIDE_BY_SIDE,
)
E2E = "tests/e2e"
OF_THEIR_OWN = (
    Part(
        "what the coach names",
        (
            "tests/ai/test_decisions.py"
            "::test_mistakes_in_two_hundred_hands_were_worse_on_the_players_information",
        ),
    ),
    Part(
        "standings counted anew",
        ("tests/stats/test_counts.py::test_every_total_can_be_recomputed_from_stored_games",),
    ),
    Part(
        "every request fails in every way",
        (f"{E2E}/failures/test_matrix.py::test_table_survives_every_failure_of_every_request",),
    ),
    Part(
        "random interactions",
        (f"{E2E}/failures/test_fuzz.py::test_ten_thousand_random_interactions_ten_times",),
    ),
    Part(
        "secrecy in each game",
        (
            f"{E2E}/failures/test_secrecy_driver.py"
            "::test_no_one_sees_a_hidden_tile_in_two_hundred_hands_of_each_game",
        ),
        {"FORTYTWO_HANDS": "20"},
    ),
    Part(
        "kill -9",
        (f"{E2E}/test_kills.py::test_kill_at_any_moment_loses_and_doubles_nothing",),
        {"FORTYTWO_KILLS": "40"},
    ),
    Part(
        "kill -9 of one of two processes",
        (f"{E2E}/test_processes.py::test_repeated_kills_of_two_processes_lose_and_double_nothing",),
        {"FORTYTWO_KILLS": "20"},
    ),
    Part(
        "many tables at once",
        (f"{E2E}/test_soak.py::test_memory_stays_flat_with_many_tables_for_half_an_hour",),
        {"FORTYTWO_TABLES": "100", "FORTYTWO_SECONDS": "300"},
        ("-m", "long"),
    ),
)
APART = tuple(f"--deselect={test}" for part in OF_THEIR_OWN for test in part.tests)
THE_REST = Part("all other cases", ("tests",), options=("-m", "long", *SIDE_BY_SIDE, *APART))
PARTS = (LAWS, THE_REST, *OF_THEIR_OWN)
CLOSING = re.compile(r"\d+ (?:passed|failed|error)[^\n]*? in [^\n]*")


@dataclass(frozen=True)
class Outcome:
    """The result of a part, and its duration in seconds."""

    part: Part
    status: int
    seconds: float
    closing: str


def run(part: Part) -> Outcome:
    """Run one part and print pytest's output."""
    print(f"\n== {part.name}", flush=True)
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-q", PATIENT, *part.options, *part.tests],
        cwd=ROOT,
        env={**part.settings, **os.environ},
        stdout=subprocess.PIPE,
        text=True,
    )
    closing = ""
    assert process.stdout is not None
    for line in process.stdout:
        print(line, end="", flush=True)
        if found := CLOSING.search(line):
            closing = found[0]
    return Outcome(part, process.wait(), time.monotonic() - began, closing)


def table(outcomes: Iterable[Outcome]) -> str:
    """Format a line for each part: its result, its minutes, and pytest's counts."""
    return "\n".join(
        f"{'failed' if each.status else 'passed'}  {each.seconds / 60:5.1f} min  "
        f"{each.part.name:<44} {each.closing}"
        for each in outcomes
    )


def main() -> int:
    """Run the named parts, or all; return 1 if one of them failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help="a word of a part's name")
    words = parser.parse_args().parts
    chosen = [part for part in PARTS if not words or any(word in part.name for word in words)]
    outcomes = [run(part) for part in chosen]
    print(f"\n{table(outcomes)}")
    return int(not outcomes or any(each.status for each in outcomes))


if __name__ == "__main__":
    raise SystemExit(main())
