"""Count the hands that the referee judges per second: `python tests/bench/bench_referee.py`."""

import io
import sys
import tempfile
import time
from contextlib import redirect_stdout
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.__main__ import main as command_line
from tests.support.random_games import random_record
from texas42.library import games, load_rules
from texas42.records.record import format_record

RECORDS = 200


def hands_a_second(game, rules=None):
    """Judge random records of a game through the command, line by line."""
    table = load_rules(game, rules)
    records = [random_record(table, seed, 4) for seed in range(RECORDS)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "records.jsonl"
        path.write_text("".join(format_record(one) + "\n" for one in records), encoding="utf-8")
        began = time.perf_counter()
        with redirect_stdout(io.StringIO()):
            status = command_line(["referee", "--json", "--lines", str(path)])
        taken = time.perf_counter() - began
    if status:
        raise SystemExit("a record was refused")
    return sum(len(one.hands) for one in records) / taken


def main():
    played_out = {"42": {"early_stop": "none"}}
    for spec in games():
        speed = hands_a_second(spec.id, played_out.get(spec.id))
        sys.stdout.write(f"{spec.name:12} {speed:8.0f} hands a second\n")


if __name__ == "__main__":
    main()
