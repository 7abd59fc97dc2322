"""Measure how long the bot takes to become ready, and what it imports.

    python tests/bench/bench_start.py [--starts 5] [--modules 15]

Each start runs `python -m bot run` in a new process against a sandbox; it is ready when its log
says so. The first start creates the database; the others find it migrated, with a table in it. Then
one process only imports the program, and the slowest modules are listed with their own time.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[2]))

from discord_sandbox.server import Sandbox
from tests.bench.support.child import environment
from tests.bench.support.load import machine
from tests.support.patience import TexasSandbox

READY = b"ready: "
TICKS = os.sysconf("SC_CLK_TCK")


async def start(sandbox: Sandbox, folder: Path) -> tuple[float, float]:
    """Start the bot; return wall-clock and processor time until it was ready, in seconds."""
    began = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "run",
        cwd=folder,
        env=environment(sandbox, folder),
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    async for line in process.stderr:
        if READY in line:
            break
    else:
        raise SystemExit("the bot did not start")
    wall = time.perf_counter() - began
    cpu = _processor_time(process.pid)
    if not sandbox.channels.get("played"):
        sandbox.channels["played"] = sandbox.channel_id
        await sandbox.people[0].command("table open", sandbox.channel_id)
        await sandbox.people[0].command("table start", sandbox.channel_id)
    process.terminate()
    await process.communicate()
    return wall, cpu


def _processor_time(process_id: int) -> float:
    """Return the processor time of a process in seconds."""
    fields = Path(f"/proc/{process_id}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def tell_imports(number: int) -> None:
    """Print the modules whose own code takes longest to import, and the total."""
    found = []
    for _ in range(2):  # the first run may have to compile
        run = subprocess.run(
            [sys.executable, "-X", "importtime", "-c", "import bot.runtime.composition"],
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(__file__).parents[2],
        )
        found = [line.split(":", 1)[1].split("|") for line in run.stderr.splitlines()[1:]]
    times = sorted(((int(own) / 1000, name.strip()) for own, _, name in found), reverse=True)
    print(f"imports: {len(times)} modules, {sum(own for own, _ in times):.0f} ms")
    for own, name in times[:number]:
        print(f"    {own:6.1f} ms {name}")


async def main(options: argparse.Namespace) -> None:
    """Run everything and print the results."""
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        async with TexasSandbox(limits=False, new_dms=None) as sandbox:
            wall, cpu = await start(sandbox, Path(folder))
            print(f"first start, empty folder: {wall:.2f} s, {cpu:.2f} s of processor")
            starts = [await start(sandbox, Path(folder)) for _ in range(options.starts)]
    walls, cpus = zip(*starts, strict=True)
    print(
        f"start to ready: median {median(walls):.2f} s, best {min(walls):.2f} s; "
        f"processor median {median(cpus):.2f} s"
    )
    tell_imports(options.modules)
    print(machine())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--modules", type=int, default=15, help="how many modules to list")
    asyncio.run(main(parser.parse_args()))
