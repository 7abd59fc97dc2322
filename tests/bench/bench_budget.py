"""Measure the budget of requests under a load that it can't show at once.

    python tests/bench/bench_budget.py [--tables 100] [--seconds 120] [--think 6] [--dm] [--burst]

The bot runs as four processes on PostgreSQL, at one twentieth of Discord's size: 2.5 requests a
second in all, where Discord allows 50, so 100 tables stand for 2,000. At each table, in a server of
its own, four people act one after another, one act each `--think` seconds, and press Ready after
each hand. The first round has no limit, neither in the bot nor in the sandbox. Then the sandbox
enforces all of Discord's limits: the global one, those by route, and the ban for refused requests.
In the third round one process is killed at a third of the time, and returns at two thirds; the
fourth has twice the demand. `--burst`: all tables begin their hands in the same second. `--dm`:
people play on the DMs with their hands, each of which costs a request, instead of on panels, which
don't. For each round: the time of answers; requests by what they are for, and how long they waited
for their turn, which is how old the screen was that they replaced; the most requests within any
four seconds; refusals.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.budget.kinds import Kind
from bot.store import open_store
from discord_sandbox.api.buckets import Limit
from tests.bench.support.load import Click, Latencies, machine, no_collection, press, quiet
from tests.bench.support.tables import House, Place
from tests.store.databases import SERVER, database
from tests.support.patience import TexasSandbox
from tests.support.program import Program

PROCESSES = 4
SCALE = 20
LIMIT = 50.0 / SCALE
WINDOW = 4.0
FREE = 100_000.0
SETTLE_SECONDS = 5.0
LONGEST_DRAIN = 600.0
TELL = """
from bot.runtime.metrics import Metrics
kept = Metrics.request_sent
def told(self, kind, waited):
    kept(self, kind, waited)
    print(f"REQUEST {kind} {waited:.4f}", flush=True)
Metrics.request_sent = told
"""


@dataclass(frozen=True, slots=True)
class Round:
    """One measured stretch of play."""

    name: str
    think: float
    kills: bool = False


class Crowd:
    """People who play at all tables. `answers`: of this round."""

    def __init__(self, sandbox: TexasSandbox, house: House, seed: int) -> None:
        self.answers = Latencies()
        self._sandbox = sandbox
        self._house = house
        self._randomness = random.Random(seed)
        self._clicks: dict[str, list[Click]] = {}
        self._reading = asyncio.Semaphore(4)  # so many at once leave the bots their processor

    async def play(self, seconds: float, think: float, *, burst: bool) -> None:
        """Play for some seconds."""
        self.answers = Latencies()
        until = time.perf_counter() + seconds
        await asyncio.gather(
            *(self._play_at(place, until, think, burst=burst) for place in self._house.places)
        )

    async def _play_at(self, place: Place, until: float, think: float, *, burst: bool) -> None:
        if not burst:
            await asyncio.sleep(self._randomness.uniform(0.0, think))
        while time.perf_counter() < until:
            began = time.perf_counter()
            await self._act(place)
            pause = think * self._randomness.uniform(0.5, 1.5)
            await asyncio.sleep(max(0.0, began + pause - time.perf_counter()))

    async def _act(self, place: Place) -> None:
        """Press the next button, or Ready for everybody after a hand."""
        clicks = self._clicks.get(place.channel)
        if not clicks:
            async with self._reading:
                clicks = await self._house.clicks(place)
            clicks.reverse()
            self._clicks[place.channel] = clicks
        if not clicks:
            for person, panel in zip(place.people, place.panels, strict=True):
                ready = f"42:ready:{place.table_id}:0"
                await self._press(Click(person, panel, ready))
            return
        if not await self._press(clicks.pop()):
            self._clicks.pop(place.channel)  # look at the table again

    async def _press(self, click: Click) -> bool:
        began = time.perf_counter()
        done = await press(self._sandbox, click)
        self.answers.taken.append((time.perf_counter() - began) * 1000)
        self.answers.failed += not done
        return done


class Bots:
    """The processes of the bot, each with its shard."""

    def __init__(
        self, sandbox: TexasSandbox, folder: Path, address: str, per_second: float
    ) -> None:
        self.programs: list[Program] = []
        for shard in range(PROCESSES):
            own = folder / f"{per_second:.0f}-{shard}"
            own.mkdir()
            settings = {
                "AI_WORKERS": "1",
                "DATABASE_URL": address,
                "NEW_DMS_PER_HOUR": "100000",
                "NEW_DMS_PER_DAY": "100000",
                "REQUESTS_PER_SECOND": str(per_second),
                "SHARD_COUNT": str(PROCESSES),
                "SHARD_IDS": str(shard),
                "LOG_LEVEL": "INFO",
            }
            self.programs.append(Program(sandbox, own, settings, before=TELL))

    async def __aenter__(self) -> Bots:
        for program in self.programs:
            await program.start()
        return self

    async def __aexit__(self, *_error: object) -> None:
        await asyncio.gather(*(program.stop() for program in self.programs))

    def forget(self) -> None:
        """Forget the requests so far."""
        for program in self.programs:
            program.lines.clear()

    def waits(self) -> dict[str, list[float]]:
        """Return how long the requests of each kind have waited, in seconds."""
        found = defaultdict[str, list[float]](list)
        for program in self.programs:
            for line in program.lines:
                if line.startswith("REQUEST "):
                    _, kind, waited = line.split()
                    found[kind].append(float(waited))
        return found

    async def kill_one(self, seconds: float) -> None:
        """Kill a process after a third of some seconds, and start it after two thirds."""
        victim = self.programs[-1]
        await asyncio.sleep(seconds / 3)
        await victim.kill()
        await asyncio.sleep(seconds / 3)
        await victim.start()


def most_in(times: Sequence[float], seconds: float) -> int:
    """Return the most requests within any such stretch of time."""
    most = first = 0
    for last, at in enumerate(times):
        while times[first] <= at - seconds:
            first += 1
        most = max(most, last - first + 1)
    return most


def counted_times(sandbox: TexasSandbox) -> list[float]:
    """Return when the requests arrived that count towards the global limit."""
    routes = sandbox.rest.routes
    return [each.at for each in sandbox.log if each.route and not routes[each.route].open]


def tell(plan: Round, crowd: Crowd, bots: Bots, sandbox: TexasSandbox, seconds: float) -> None:
    """Print what was measured in a round."""
    print(f"\n{plan.name}: {len(crowd.answers.taken) / seconds:.1f} presses a second")
    print(f"  answers   {crowd.answers.line()}")
    waits = bots.waits()
    for kind in Kind:
        found = waits.get(kind.word, [])
        if len(found) > 1:
            cuts = quantiles(found, n=100, method="inclusive")
            print(
                f"  {kind.word:<10}{len(found) / seconds:6.2f} a second   waited p50 "
                f"{cuts[49]:7.2f} s   p99 {cuts[98]:7.2f} s   max {max(found):7.2f} s"
            )
    times = counted_times(sandbox)
    most = most_in(times, WINDOW)
    allowed = LIMIT * WINDOW
    print(
        f"  all       {len(times) / seconds:6.2f} a second, at most {most} in any {WINDOW:.0f} s "
        f"(limit {allowed:.0f}, nine tenths {0.9 * allowed:.0f})"
    )
    refused = Counter(f"{each.status} {each.route} {each.reason}" for each in sandbox.refusals)
    counted = sum(each.status in (401, 403, 429) for each in sandbox.refusals)
    print(f"  refused   {counted} that count towards a ban; all: {dict(refused) or 'none'}")


async def drained(sandbox: TexasSandbox) -> float:
    """Wait until nothing is sent for a while; return how many seconds that took."""
    began = time.perf_counter()
    seen = -1
    while seen != len(sandbox.log) and time.perf_counter() - began < LONGEST_DRAIN:
        seen = len(sandbox.log)
        await asyncio.sleep(SETTLE_SECONDS)
    return time.perf_counter() - began - SETTLE_SECONDS


async def measure(
    plan: Round, crowd: Crowd, bots: Bots, sandbox: TexasSandbox, options: argparse.Namespace
) -> None:
    """Play a round, and print what was measured."""
    bots.forget()
    sandbox.rest.log.clear()
    sandbox.rest.refusals.clear()
    play = crowd.play(options.seconds, plan.think, burst=options.burst)
    with no_collection():
        if plan.kills:
            await asyncio.gather(play, bots.kill_one(options.seconds))
        else:
            await play
    tell(plan, crowd, bots, sandbox, options.seconds)


@asynccontextmanager
async def seated(
    options: argparse.Namespace, sandbox: TexasSandbox, address: str
) -> AsyncIterator[House]:
    """Yield the tables, before anybody has sat down at them."""
    store = await open_store(address)
    try:
        yield House(sandbox, store, options.tables, by_dm=options.dm, own_servers=True)
    finally:
        await store.close()


async def main(options: argparse.Namespace) -> None:
    """Run all rounds."""
    print(machine())
    sandbox = TexasSandbox(new_dms=None, global_limit=Limit(int(LIMIT * WINDOW), WINDOW))
    buckets = sandbox.rest.buckets
    invalid = sandbox.invalid
    with database() as name, tempfile.TemporaryDirectory() as folder:
        address = f"{SERVER}{name}"
        new_bots = partial(Bots, sandbox, Path(folder), address)
        async with sandbox, seated(options, sandbox, address) as house:
            crowd = Crowd(sandbox, house, options.seed)
            buckets.enforced = False
            async with new_bots(FREE) as bots:
                await house.open()
                await quiet(sandbox)
                await measure(Round("no limit", options.think), crowd, bots, sandbox, options)
            buckets.enforced = True
            async with new_bots(LIMIT) as bots:
                await asyncio.sleep(options.warm_up)
                for plan in (
                    Round("limited", options.think),
                    Round("one process killed", options.think, kills=True),
                    Round("twice the demand", options.think / 2),
                ):
                    await measure(plan, crowd, bots, sandbox, options)
                print(f"\nall shown {await drained(sandbox):.0f} s after the last press")
                print(f"refusals in ten minutes, as the sandbox counts them: {invalid.count}")
    print(machine())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=120.0, help="length of each round")
    parser.add_argument("--think", type=float, default=6.0, help="seconds between two acts")
    parser.add_argument("--warm-up", type=float, default=30.0, help="seconds after the restart")
    parser.add_argument("--dm", action="store_true", help="people play by DM")
    parser.add_argument("--burst", action="store_true", help="all begin in the same second")
    parser.add_argument("--seed", type=int, default=42)
    asyncio.run(main(parser.parse_args()))
