"""Kills a program that prints what it has saved, and collects the output."""

import os
import runpy
import sys
from multiprocessing.connection import Connection

from tests.support.program import FORKS


def killed_after(module: str, argument: str, lines: int) -> dict[str, int]:
    """Run a test module until it has printed this many lines, then kill it.

    A line is a table's id and the number of a saved act. Returns the last printed act by table.
    """
    output, writing = FORKS.Pipe(duplex=False)
    child = FORKS.Process(target=_run_module, args=(module, argument, writing))
    child.start()
    writing.close()
    with os.fdopen(os.dup(output.fileno()), encoding="utf-8") as file:
        output.close()
        told = [file.readline() for _ in range(lines)]
        child.kill()
        told += file.readlines()
    child.join()
    assert child.exitcode == -9
    last: dict[str, int] = {}
    for line in told:
        if line.endswith("\n"):
            table_id, seq = line.split()
            last[table_id] = int(seq)
    return last


def _run_module(module: str, argument: str, output: Connection) -> None:
    """Run a module as a program in this child process, with its output sent to `output`."""
    os.dup2(output.fileno(), 1)
    output.close()
    sys.argv = [module, argument]
    runpy.run_module(module, run_name="__main__")
