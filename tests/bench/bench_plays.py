"""Measure the cost of a play, and answer times at 200 plays a second.

    python tests/bench/bench_plays.py [--plays 2000] [--tables 100] [--rate 200] [--dm]

The bot runs in its own process; another process runs a sandbox without rate limits and the load.
Three measurements on the same sandbox, each with the same steady clicks:

1. The baseline: a bot of plain discord.py that answers each button with a Components V2 edit.
2. The cost: processor time of the real bot per domino. First with answers only (decode, engine,
   commit, answer), whose ratio to the baseline is the one that counts; then with the panels of
   the people in turn; with boards; and with pictures including avatars, and their size. Between
   two of these measurements every table plays its hand out and deals the next one.
3. The speed: the answer times of a bot that does everything, from when each click was due.

`--dm`: people play on their DMs instead of panels at the table. Results of a busy machine mean
little, so its load average is printed too.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.render import render_portrait
from bot.store import open_store
from discord_sandbox.server import Sandbox
from discord_sandbox.state.permissions import Permission
from tests.bench.support.child import Child, Used
from tests.bench.support.load import (
    Click,
    Following,
    Latencies,
    at_a_rate,
    counted,
    machine,
    no_collection,
    quiet,
    uploaded,
)
from tests.bench.support.tables import House
from tests.support.patience import TexasSandbox

BARE = "tests.bench.support.bare_bot"
REAL = "tests.bench.support.real_bot"
WARMING = 200
MESSAGES = 20  # messages with the bare bot's buttons


@dataclass(frozen=True, slots=True)
class Measured:
    """The cost of some clicks, and what was sent in the meantime.

    `busy`: the share of wall-clock time, from the first click to the last answer, in which the
    sandbox and the load used their processor; near 1, answers wait for them and not for the bot.
    `bot_busy`: the same for the bot. If it is low and answers are late, other programs had the
    processor. `uploaded`: the bytes of all pictures sent; `following`: when those of the answers
    were sent.
    """

    used: Used
    busy: float
    bot_busy: float
    latencies: Latencies
    requests: Counter[str]
    uploaded: int
    following: Following

    @property
    def each(self) -> float:
        """Milliseconds of processor time for each click."""
        return self.used.cpu * 1000 / len(self.latencies.taken)

    def tell(self, name: str, measure: Measured) -> None:
        """Print the cost, compared with the baseline."""
        kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(self.requests.items()))
        threads = ", ".join(
            f"{name} {cpu * 1000 / len(self.latencies.taken):.2f}"
            for name, cpu in sorted(self.used.threads.items())
            if cpu > 0.01
        )
        print(
            f"{name:<28} {self.each:5.2f} ms each   {self.each / measure.each:4.1f} × the measure"
        )
        print(f"    by thread, ms: {threads}")
        print(f"    {self.latencies.line()}; bot {self.bot_busy:.0%}, load {self.busy:.0%} busy")
        late = self.latencies.p99 / measure.latencies.p99
        sent = self.uploaded / 1000 / len(self.latencies.taken)
        print(f"    p99 {late:.1f} × the measure's; {sent:.1f} KB of pictures each")
        if sent:
            print(f"    {self.following.line()}")
            drawing = self.used.drawing * 1000 / len(self.latencies.taken)
            print(f"    drawing, in its own process: {drawing:.1f} ms each")
        print(f"    requests: {kinds}", flush=True)


async def measure(sandbox: Sandbox, child: Child, clicks: Sequence[Click], rate: float) -> Measured:
    """Press these buttons and measure the cost until the bot rests."""
    await quiet(sandbox)
    following = Following({sent.data for request in sandbox.log for sent in request.uploads})
    sandbox.rest.log.clear()
    with no_collection():
        before = await child.used()
        cpu = time.process_time()
        wall = time.perf_counter()
        latencies = await at_a_rate(sandbox, clicks, rate)
        taken = time.perf_counter() - wall
        busy = (time.process_time() - cpu) / taken
        bot_cpu = (await child.used()).since(before).cpu
        await quiet(sandbox)
        used = (await child.used()).since(before)
    sent = uploaded(sandbox)
    following.read(sandbox)
    return Measured(used, busy, bot_cpu / taken, latencies, counted(sandbox), sent, following)


async def bare(sandbox: Sandbox, options: argparse.Namespace, size: str) -> Measured:
    """Measure bare edits of a view of this size."""
    person = sandbox.people[0]
    channel = sandbox.channel_id
    with tempfile.TemporaryDirectory() as folder:
        async with Child(BARE, sandbox, Path(folder)) as child:
            text = {"type": 10, "content": "Press"}
            button = {"type": 2, "style": 2, "label": "6-5", "custom_id": f"bare:{size}:0"}
            messages = [
                sandbox.message_writer.create(
                    sandbox.state.channel(channel),
                    sandbox.state.bot_id,
                    {"flags": 1 << 15, "components": [text, {"type": 1, "components": [button]}]},
                    (),
                )
                for _ in range(MESSAGES)
            ]
            clicks = [
                Click(person, messages[number % len(messages)], f"bare:{size}:0")
                for number in range(options.plays)
            ]
            await at_a_rate(sandbox, clicks[:WARMING], options.rate)
            return await measure(sandbox, child, clicks, options.rate)


async def real(sandbox: Sandbox, options: argparse.Namespace, unit: Measured) -> None:
    """Measure plays of the real bot with more and more of its work switched on."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {"NUDGE_SECONDS": "3600", "TAKEOVER_SECONDS": "3600", "LOG_LEVEL": "WARNING"}
        async with Child(REAL, sandbox, Path(folder), **settings) as child:
            store = await open_store(f"sqlite:///{folder}/fortytwo.sqlite3")
            house = House(sandbox, store, options.tables, by_dm=options.dm)
            for person in sandbox.people:
                sandbox.give_avatar(person, render_portrait(person.name))
            await house.open()
            costs: dict[str, Measured] = {}
            for name, switch, pictures in (
                ("answers only", "answers", False),
                ("and people's panels", "people", False),
                ("and boards without pictures", "everything", False),
                ("everything", "everything", True),
            ):
                await quiet(sandbox)
                for channel in house.channels:
                    sandbox.deny(channel, Permission(0) if pictures else Permission.ATTACH_FILES)
                await house.bid()
                await quiet(sandbox)
                await child.ask(switch)
                clicks = (await house.plays())[: options.plays]
                costs[name] = await measure(sandbox, child, clicks, options.rate)
                costs[name].tell(f"play, {name}", unit)
                await child.ask("everything")
                await house.next_hand()
            await store.close()
    _differences(costs)


def _differences(costs: dict[str, Measured]) -> None:
    """Print the cost of one more edit, by kind."""
    steps = list(costs.values())
    for before, after, kinds in zip(
        steps, steps[1:], (("panel edit", "DM edit"), ("board edit",), ("picture",)), strict=False
    ):
        number = sum(after.requests[kind] for kind in kinds)
        if number:
            more = (after.used.cpu - before.used.cpu) * 1000 / number
            print(f"one {' or '.join(kinds):<24} {more:5.2f} ms")


async def main(options: argparse.Namespace) -> None:
    """Run everything and print the results."""
    print(machine(), flush=True)
    async with TexasSandbox(limits=False, new_dms=None, history_limit=50) as sandbox:
        unit = await bare(sandbox, options, "small")
        unit.tell("measure: bare V2 edit", unit)
        (await bare(sandbox, options, "panel")).tell("bare edit, as large as a hand", unit)
        await real(sandbox, options, unit)
    print(machine())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--plays", type=int, default=2000, help="how many at most in each step")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rate", type=float, default=200.0, help="plays a second")
    parser.add_argument("--dm", action="store_true", help="people play by DM")
    asyncio.run(main(parser.parse_args()))
