"""Measure how long a fresh install takes until the strong players serve, and until reviews work.

    python tests/bench/bench_warm_up.py [--times 1]

Nothing is compiled in advance: each run has its own cache folder. The processor time is that of the
compiling child, which says more than the clock on a busy machine.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.bench.support.load import machine
from texas42.ai.players.compile_kernels import Part, child_command, compile_kernels


def _used() -> float:
    times = os.times()
    return times.children_user + times.children_system


async def main(times: int) -> None:
    """Print the time of each part and the size of its compiled code."""
    print(machine())
    for _ in range(times):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            begun = time.perf_counter()
            used = _used()
            for part in Part:
                await compile_kernels(child_command(folder, part))
                files = await asyncio.to_thread(lambda at: list(at.rglob("*.nbc")), folder)
                print(
                    f"{part:<8} ready after {time.perf_counter() - begun:5.1f} s, "
                    f"{_used() - used:5.1f} s of processor, {len(files)} compiled functions",
                    flush=True,
                )
    print(machine())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=1)
    asyncio.run(main(parser.parse_args().times))
