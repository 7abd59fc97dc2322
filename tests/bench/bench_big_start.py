"""Measure a start with thousands of servers and live tables, in one process and in several.

    python tests/bench/bench_big_start.py [--servers 10000] [--live 2000] [--processes 4]

Discord recommends a shard for each thousand servers, and lets one identify every five seconds. That
is the least time for a start; what it takes beyond that is the bot's own. Meanwhile people whose
shard is connected ask for their hands. One process runs on SQLite, several run on a PostgreSQL of
their own, all of them against one sandbox. Boards are text only.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.store import open_store
from discord_sandbox.api.session_starts import PACE_SECONDS
from discord_sandbox.server import Sandbox
from tests.bench.bench_growth import READY, Place, Running, copy, left_alone, places
from tests.bench.support.child import environment
from tests.bench.support.load import Latencies, machine
from tests.support.own_postgres import own_postgres
from tests.support.patience import TexasSandbox

SERVERS_A_SHARD = 1_000
ASKED_A_SECOND = 10.0
TRIED = 50
"""Places that are drawn to find one whose shard is connected."""
WATCHED_SECONDS = 20.0
"""How long people go on asking once all processes are ready: tables are still being woken."""


@dataclass(slots=True)
class Start:
    """The processes of one start, in the order of their shards."""

    began: float = field(default_factory=time.perf_counter)
    running: list[Running] = field(default_factory=list)
    answers: Latencies = field(default_factory=Latencies)


@asynccontextmanager
async def process(
    sandbox: Sandbox, folder: Path, start: Start, **settings: str
) -> AsyncIterator[asyncio.Task[None]]:
    """Start a process; yield a task that ends when it is ready."""
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "run"),
        cwd=folder,
        env=environment(sandbox, folder, RENDER_WORKERS="0", AI_WORKERS="1", **settings),
        stderr=asyncio.subprocess.PIPE,
    )
    ready = asyncio.Event()
    reading = asyncio.create_task(_read(child, ready, start))
    try:
        yield asyncio.create_task(_wait(ready))
    finally:
        child.terminate()
        await child.wait()
        await reading


async def _wait(ready: asyncio.Event) -> None:
    await ready.wait()


async def _read(child: asyncio.subprocess.Process, ready: asyncio.Event, start: Start) -> None:
    assert child.stderr is not None
    async for line in child.stderr:
        if READY in line:
            start.running.append(Running(child, time.perf_counter() - start.began))
            ready.set()
        elif b"ERROR" in line or b"WARNING" in line:
            sys.stdout.write(f"    {line.decode().rstrip()}\n")


async def ask(sandbox: Sandbox, found: Sequence[Place], start: Start) -> None:
    """Ask for hands at a steady rate, where Discord has a session to tell of it."""
    draws = random.Random(42)
    asked: set[asyncio.Task[None]] = set()
    try:
        while True:
            await asyncio.sleep(1 / ASKED_A_SECOND)
            there = {s.shard for s in sandbox.gateway.sessions.values() if s.connection}
            tried = draws.sample(found, TRIED) if there else []
            heard = [place for place in tried if _shard(place, there) in there]
            if heard:
                task = asyncio.create_task(_ask(heard[0], start))
                asked.add(task)
                task.add_done_callback(asked.discard)
    finally:
        await asyncio.gather(*asked)


def _shard(place: Place, there: set[tuple[int, int]]) -> tuple[int, int]:
    count = next(iter(there))[1]
    return (int(place.guild) >> 22) % count, count


async def _ask(place: Place, start: Start) -> None:
    began = time.perf_counter()
    outcome = await place.person.command("hand", place.channel)
    start.answers.taken.append((time.perf_counter() - began) * 1_000)
    start.answers.failed += not outcome.ok


async def measure(
    name: str, sandbox: Sandbox, found: Sequence[Place], folders: Sequence[Path], url: str
) -> None:
    """Start all processes at once; print when they were ready, answers and memory."""
    shards = sandbox.gateway.shards
    least = (shards - 1) * PACE_SECONDS
    requests = len(sandbox.log)
    identifies = sandbox.gateway.identifies
    start = Start()
    async with AsyncExitStack() as stack:
        waiting = []
        for number, folder in enumerate(folders):
            own = ",".join(map(str, range(number, shards, len(folders))))
            settings = {"SHARD_COUNT": str(shards), "DATABASE_URL": url}
            settings |= {"SHARD_IDS": own} if len(folders) > 1 else {}
            starting = process(sandbox, folder, start, **settings)
            waiting.append(await stack.enter_async_context(starting))
        asking = asyncio.create_task(ask(sandbox, found, start))
        await asyncio.gather(*waiting)
        took = max(each.seconds for each in start.running)
        cpu = [each.cpu for each in start.running]
        await asyncio.sleep(WATCHED_SECONDS)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        memory = [each.megabytes for each in start.running]
    print(
        f"{name}: ready after {took:.1f} s, {took - least:.1f} s more than Discord's own pace; "
        f"{sandbox.gateway.identifies - identifies} of {shards} sessions; processor "
        f"{_listed(cpu)} s; {len(sandbox.log) - requests} requests"
    )
    print(f"    answers meanwhile: {start.answers.line()}")
    print(f"    memory {_listed(memory)} MB")


def _listed(figures: Sequence[float]) -> str:
    return " + ".join(f"{each:.0f}" for each in figures)


async def compare(
    options: argparse.Namespace, sandbox: Sandbox, folders: Sequence[Path], url: str
) -> None:
    """Fill one database and start on it twice: at first every screen is posted anew."""
    await left_alone(sandbox, folders[0], DATABASE_URL=url)
    found = places(sandbox, options.servers, options.live)
    store = await open_store(url)
    first = int(sandbox.people[0].id)
    await store.database.write(lambda connection: copy(connection, found, first))
    await store.close()
    sandbox.gateway.shards = max(len(folders), options.servers // SERVERS_A_SHARD)
    sandbox.gateway.starts.paced = True
    number = len(folders)
    for name in ("first", "second"):
        title = f"{number} process{'es' * (number > 1)}, {name} start"
        await measure(title, sandbox, found, folders, url)
        sandbox.clock.move(60.0)


async def main(options: argparse.Namespace) -> None:
    """Run everything and print the results."""
    print(machine())
    with tempfile.TemporaryDirectory() as name, own_postgres() as server:
        urls = {"sqlite": f"sqlite:///{name}/fortytwo.sqlite3", "postgresql": server.url}
        for url in (urls[each] for each in options.on):
            folder = Path(name) / url.partition(":")[0]
            number = options.processes if url.startswith("postgresql") else 1
            folders = [folder, *(folder / f"{n}" for n in range(1, number))]
            for each in folders:
                each.mkdir()
            async with TexasSandbox(limits=False, new_dms=None, history_limit=4) as sandbox:
                await compare(options, sandbox, folders, url)
    print(machine())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--servers", type=int, default=10_000)
    parser.add_argument("--live", type=int, default=2_000)
    parser.add_argument("--processes", type=int, default=4)
    both = ("sqlite", "postgresql")
    parser.add_argument("--on", nargs="+", choices=both, default=both, help="only one database")
    asyncio.run(main(parser.parse_args()))
