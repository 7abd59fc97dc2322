"""Kills a program that prints what it has saved, and collects the output."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def killed_after(module: str, argument: str, lines: int) -> dict[str, int]:
    """Run a test module until it has printed this many lines, then kill it.

    A line is a table's id and the number of a saved act. Returns the last printed act by table.
    """
    command = [sys.executable, "-m", module, argument]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told = [child.stdout.readline() for _ in range(lines)]
        child.kill()
        told += child.stdout.readlines()
    assert child.returncode == -9
    last: dict[str, int] = {}
    for line in told:
        if line.endswith("\n"):
            table_id, seq = line.split()
            last[table_id] = int(seq)
    return last
