"""Measure answer times while tables of four experts think on the same machine.

    python tests/bench/bench_experts.py [--tables 8] [--hands 10] [--rate 4]

The bot runs in its own process with the default AI_SECONDS and AI_WORKERS; another process runs a
sandbox without rate limits and the load. Four people play whole hands at their table by steady
clicks, first alone, then while computers play at the other tables, so that both runs include the
machine's own noise. Results of a busy machine mean little, so its load average is printed too.
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

from bot.store import Store, open_store
from discord_sandbox.server import Sandbox
from tests.bench.support.child import Child
from tests.bench.support.expert_bot import CHANNELS, SOLVER
from tests.bench.support.load import Latencies, at_a_rate, machine, no_collection, quiet
from tests.bench.support.tables import House
from tests.support.patience import TexasSandbox

BOT = "tests.bench.support.expert_bot"
WARM_SECONDS = 900
LOOK_SECONDS = 1.0


async def play_hands(sandbox: Sandbox, house: House, options: argparse.Namespace) -> Latencies:
    """Play hands of the people; return the answer times of their dominoes."""
    found = Latencies()
    for _ in range(options.hands):
        await house.bid()
        clicks = await house.plays()
        with no_collection():
            some = await at_a_rate(sandbox, clicks, options.rate)
        found.taken += some.taken
        found.failed += some.failed
        await house.next_hand()
    return found


async def warm(child: Child) -> None:
    """Wait until the compiled players serve; raise SystemExit without numba."""
    for _ in range(int(WARM_SECONDS / LOOK_SECONDS)):
        state = await child.ask("warm")
        if state["serving"] == state["level"]:
            return
        await asyncio.sleep(LOOK_SECONDS)
    raise SystemExit("the experts are not ready; is numba installed?")


async def count_acts(store: Store, channels: list[str]) -> int:
    """Count the acts at the experts' tables so far."""
    tables = await store.tables.live_tables()
    return sum(table.seq for table in tables if str(table.known_place.channel_id) in channels)


async def under_load(
    sandbox: Sandbox, child: Child, store: Store, house: House, options: argparse.Namespace
) -> None:
    """Measure the people's clicks while the experts play, and print what the experts did."""
    channels = os.environ[CHANNELS].split(",")[1:]
    await child.ask("experts")
    while await count_acts(store, channels) < 8 * options.tables:  # noqa: ASYNC110 - no event to await
        await asyncio.sleep(LOOK_SECONDS)
    used = await child.used()
    acts = await count_acts(store, channels)
    began = time.perf_counter()
    latencies = await play_hands(sandbox, house, options)
    passed = time.perf_counter() - began
    acts = await count_acts(store, channels) - acts
    used = (await child.used()).since(used)
    told = await child.ask("told")
    print(f"with {options.tables} tables of experts   {latencies.line()}   {machine()}")
    threads = ", ".join(f"{name} {cpu / passed:.0%}" for name, cpu in used.threads.items())
    print(f"    {acts / passed:.1f} moves of experts a second, {told['replaced']} replaced")
    print(f"    of one processor: {threads}")
    print(f"    a move gets {told['seconds']:.2f} s now; the loop is {told['lag']:.3f} s late")


async def main(options: argparse.Namespace) -> None:
    """Run everything and print the results."""
    print(machine(), flush=True)
    async with TexasSandbox(limits=False, new_dms=None, history_limit=50) as sandbox:
        channels = [sandbox.add_channel(f"experts-{number}") for number in range(options.tables)]
        os.environ[CHANNELS] = ",".join([sandbox.guild_id, *channels])
        settings = {"NUDGE_SECONDS": "3600", "TAKEOVER_SECONDS": "3600", "LOG_LEVEL": "WARNING"}
        settings[CHANNELS] = os.environ[CHANNELS]
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            settings[SOLVER] = str(options.solver or folder / "solver")
            async with Child(BOT, sandbox, folder, **settings) as child:
                store = await open_store(f"sqlite:///{folder}/fortytwo.sqlite3")
                house = House(sandbox, store, 1)
                await house.open()
                await warm(child)
                await quiet(sandbox)
                alone = await play_hands(sandbox, house, options)
                print(f"alone                    {alone.line()}   {machine()}", flush=True)
                await under_load(sandbox, child, store, house, options)
                await store.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=8, help="tables of four experts")
    parser.add_argument("--hands", type=int, default=10, help="hands of four people, each time")
    parser.add_argument("--rate", type=float, default=4.0, help="dominoes of people a second")
    parser.add_argument(
        "--solver",
        type=lambda name: Path(name).resolve(),
        help="a folder that keeps compiled code; else compiled anew",
    )
    asyncio.run(main(parser.parse_args()))
