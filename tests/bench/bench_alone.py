"""Measure answer times for people who each play alone with three computers, at a steady rate.

    python tests/bench/bench_alone.py [--tables 120] [--rate 25] [--seconds 60]

Computers play by the plain rules at the default pace; their plays update the panels while others
press. Each tick presses for a person whose turn it is; if there is none, the tick is late, and
counted as such. Results of a busy machine mean little, so its load average is printed too.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import deque
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.render import render_portrait
from bot.store import Store, open_store
from discord_sandbox.server import Sandbox
from tests.bench.support.child import Child
from tests.bench.support.load import Click, Following, Latencies, machine, no_collection, press
from tests.bench.support.load import uploaded as bytes_of
from tests.support.patience import TexasSandbox
from tests.support.play import Player
from tests.support.screens import Json, Press, can, is_board, presses

REAL = "tests.bench.support.real_bot"
SETTINGS = {"AI_WORKERS": "1", "LOG_LEVEL": "WARNING"}


class Alone:
    """One person at a table of computers, queued in `turns` whenever they may press."""

    def __init__(self, sandbox: Sandbox, number: int, turns: deque[Alone]) -> None:
        self._sandbox = sandbox
        self._turns = turns
        self._queued = False
        person = sandbox.add_user(f"P{number}")
        channel = sandbox.add_channel(f"table-{number}")
        self.player = Player(person, channel, at="table")
        sandbox.give_avatar(person, render_portrait(person.name))

    async def sit(self, store: Store) -> None:
        """Open a table, fill it with computers, and view the hand as an experienced player."""
        person = self.player.person
        channel = self.player.channel
        await store.people.save_choices(int(person.id), knows=("42",))
        await person.command("table open", channel)
        await person.command("table start", channel, computers="rules")
        await person.command("hand", channel)
        person.hub.watch(channel, person.id, self._look)
        self._look("", {})

    def _look(self, _kind: str, _message: Json) -> None:
        if not self._queued and self._next() is not None:
            self._queued = True
            self._turns.append(self)

    def _next(self) -> Press | None:
        if acts := self.player.acts():
            return self.player.choose(self.player, acts)
        for message in reversed(self.player.person.messages(self.player.channel)):
            if is_board(message) and (can(message, "ready") or can(message, "rematch")):
                return next(presses(message, "ready", "rematch"))
        return None

    async def press(self, due: float, found: Latencies) -> None:
        """Press one of the offered buttons and record the answer time."""
        chosen = self._next()
        if chosen is not None:
            click = Click(self.player.person, chosen.message, chosen.custom_id)
            found.failed += not await press(self._sandbox, click)
            found.taken.append((time.perf_counter() - due) * 1000)
            if chosen.verb not in ("ready", "rematch"):
                self.player.acted.append((chosen.seq, chosen.verb, chosen.arg))
        self._queued = False
        self._look("", {})


async def evening(turns: deque[Alone], rate: float, seconds: float) -> tuple[Latencies, int]:
    """Press for one person in turn at each tick; return the answer times and the idle ticks."""
    found = Latencies()
    late = 0
    running = []
    start = time.perf_counter()
    for number in range(int(rate * seconds)):
        due = start + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        if turns:
            running.append(asyncio.create_task(turns.popleft().press(due, found)))
        else:
            late += 1
    await asyncio.gather(*running)
    return found, late


async def main(options: argparse.Namespace) -> None:
    """Print all figures."""
    print(machine())
    async with TexasSandbox(limits=False, new_dms=None, history_limit=50) as sandbox:
        with tempfile.TemporaryDirectory() as folder:
            async with Child(REAL, sandbox, Path(folder), **SETTINGS) as child:
                turns: deque[Alone] = deque()
                store = await open_store(f"sqlite:///{folder}/fortytwo.sqlite3")
                for number in range(options.tables):
                    await Alone(sandbox, number, turns).sit(store)
                await store.close()
                await evening(turns, options.rate, 10.0)  # so that tables are out of step
                following = Following({up.data for sent in sandbox.log for up in sent.uploads})
                sandbox.rest.log.clear()
                before = await child.used()
                with no_collection():
                    found, late = await evening(turns, options.rate, options.seconds)
                used = (await child.used()).since(before)
                sent = bytes_of(sandbox)
                following.read(sandbox)
    count = len(found.taken)
    print(f"{options.rate:.0f} presses a second; {late} times nobody was in turn")
    print(f"    {found.line()}")
    print(f"    {following.line()}")
    print(
        f"    each press: {used.cpu * 1000 / count:.1f} ms, and drawing "
        f"{used.drawing * 1000 / count:.1f} ms; {sent / 1000 / count:.1f} KB of pictures"
    )
    print(machine())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=120)
    parser.add_argument("--rate", type=float, default=25.0, help="presses a second")
    parser.add_argument("--seconds", type=float, default=60.0)
    asyncio.run(main(parser.parse_args()))
