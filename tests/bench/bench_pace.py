"""Measure how long a person alone with computers waits, if they press without delay.

    python tests/bench/bench_pace.py [--game 42] [--hands 2]

Everything runs in real time: the bot paces its computers by the default settings, on a sandbox with
Discord's rate limits. It prints the presses and seconds from the first press to the first choice,
the pauses between two computer plays and after a trick, the time from the person's play to their
next turn, and the length of a whole hand. Results on a busy machine mean little, so it prints the
load average too.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[2]))

from discord_sandbox.server import Sandbox
from tests.bench.support.load import machine
from tests.support.compiled import compile_once
from tests.support.patience import TexasSandbox
from tests.support.play import Player, open_table, start
from tests.support.program import Program
from tests.support.screens import Json, Press, presses, seq_of

AS_SHIPPED = {"PACE_SECONDS": "1.2", "RENDER_WORKERS": "1"}


@dataclass(slots=True)
class Seen:
    """The times at which a person's panel changed, with the sequence numbers."""

    changes: list[tuple[float, int]] = field(default_factory=list)

    def look(self, message: Json) -> None:
        """Record a change of the panel."""
        seq = seq_of(message)
        if seq > max((known for _, known in self.changes), default=-1):
            self.changes.append((time.perf_counter(), seq))

    def pauses(self) -> list[float]:
        """List the seconds between consecutive acts that were shown one by one."""
        pairs = zip(self.changes, self.changes[1:], strict=False)
        return [late - soon for (soon, a), (late, b) in pairs if b == a + 1]


def print_waits(name: str, seconds: Sequence[float]) -> None:
    """Print the median and the longest wait."""
    if seconds:
        print(f"{name:<38} median {median(seconds):5.2f} s   most {max(seconds):5.2f} s")


async def first_choice(sandbox: Sandbox) -> tuple[Player, float, int]:
    """Press Play now in /help; return the player, the seconds and the presses until a choice."""
    person = sandbox.people[0]
    began = time.perf_counter()
    shown = (await person.command("help", sandbox.channel_id)).message or {}
    await person.click(shown, next(presses(shown, "now")).custom_id)
    player = Player(person, sandbox.channel_id, at="table")
    await player.turn()
    return player, time.perf_counter() - began, 2


async def at_table(sandbox: Sandbox, game: str) -> Player:
    """Open a table of a game, fill it with computers and start it."""
    person = sandbox.people[0]
    channel = await open_table(person, sandbox.channel_id, game=game)
    player = Player(person, channel, at="table")
    await player.press("fill")
    await start([player])
    await player.my_hand()
    return player


def ends(player: Player) -> list[Press]:
    """The buttons that a person can press after a hand."""
    return [
        press
        for message in player.visible_messages()
        for press in presses(message, "ready", "rematch")
    ]


async def hand(player: Player) -> tuple[list[float], Seen, float]:
    """Play a hand, pressing at once; return the waits for a turn, panel changes, total time."""
    seen = Seen()
    waits = list[float]()
    stop = player.person.hub.watch(
        player.channel,
        player.person.id,
        lambda kind, message: kind == "message_delete" or seen.look(message),
    )
    since = max((end.seq for end in ends(player)), default=-1)
    began = time.perf_counter()
    last = None

    def over() -> bool:
        return any(end.seq > since for end in ends(player))

    try:
        while True:
            await player.until(lambda: over() or bool(player.acts()))
            if over():
                return waits, seen, time.perf_counter() - began
            if last is not None:
                waits.append(time.perf_counter() - last)
            await player.act()
            last = time.perf_counter()
    finally:
        stop()


async def main(options: argparse.Namespace) -> None:
    """Run everything and print the results."""
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        await asyncio.to_thread(compile_once)
        async with TexasSandbox() as sandbox:
            program = Program(sandbox, Path(folder), AS_SHIPPED)
            await program.start()
            if options.game == "42":
                player, seconds, count = await first_choice(sandbox)
                print(f"first press to the first choice: {seconds:.2f} s, {count} presses")
            else:
                player = await at_table(sandbox, options.game)
            for number in range(options.hands):
                waits, seen, all_of_it = await hand(player)
                print(f"hand {number + 1}: {all_of_it:.1f} s")
                print_waits("from one's act to one's next turn", waits)
                print_waits("between two acts as the panel shows them", seen.pauses())
                await player.press("ready")
            await program.kill()
    print(machine())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="42", help="as /table open takes it")
    parser.add_argument("--hands", type=int, default=2)
    asyncio.run(main(parser.parse_args()))
