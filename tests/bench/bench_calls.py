"""Count the REST calls per act over whole hands of people at a natural pace.

    python tests/bench/bench_calls.py [--hands 2] [--people 4] [--think 2.5] [--rate 5] [--dm]

People press the buttons that they see after a moment of thought: 0.4 to 1.6 times `--think`
seconds. Computers fill the other seats; their acts count too, up to a person's last one. The clocks
of the bot and of the sandbox, which enforces Discord's rate limits, run `--rate` times as fast as
real time, and so do the people. The bot's requests are counted by kind: for the dominoes up to the
last one of a hand, which updates everyone's messages, and for all acts of whole hands, from the
deal to Ready. `--dm`: people play on the DMs with their hands instead of the panels behind "My
hand".
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.cli.exhibition import ACTS, buttons
from discord_sandbox.checks.components import walk
from discord_sandbox.checks.refusal import Json
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.server import Sandbox
from tests.bench.support.child import Child
from tests.bench.support.load import Click, counted, machine, press, quiet
from tests.support.patience import TexasSandbox

REAL = "tests.bench.support.real_bot"
PATIENCE_SECONDS = 60.0
PAUSE_SECONDS = 0.5
LOOK_SECONDS = 0.02
NEWEST = 3
MODEST = ("30", "pass")


class Hands:
    """Four people at one table."""

    def __init__(self, sandbox: Sandbox, options: argparse.Namespace) -> None:
        self._sandbox = sandbox
        self._randomness = random.Random(options.seed)
        self._think = options.think / options.rate
        self._by_dm = options.dm
        self._pressed: set[str] = set()
        self.before_last = Counter[str]()  # requests before the last press
        self.acts = 0  # acts of all seats in this hand, up to the last press

    async def open(self) -> None:
        """Open a table and deal; panel players ask for their panel."""
        host, *guests = self._sandbox.people
        channel = self._sandbox.channel_id
        await host.command("table open", channel)
        for guest in guests:
            await guest.command("table join", channel)
        await host.command("table start", channel, computers="none" if guests[2:] else "easy")
        await quiet(self._sandbox, PAUSE_SECONDS)
        for person in self._sandbox.people:
            if self._by_dm:  # pressing a button makes it the message they play on
                message = person.messages(person.dm or "")[-1]
                table_id = str(next(_ids(message))).split(":")[2]
                await press(self._sandbox, Click(person, message, f"42:hand:{table_id}:0"))
            else:
                await person.command("hand", channel)
        await quiet(self._sandbox, PAUSE_SECONDS)

    async def play(self, *verbs: str) -> int:
        """Press buttons of these verbs while there are any, and return the acts in the meantime.

        They are the acts of all seats from the first press to the last, without the last one.
        """
        first = last = None
        while found := await self._next(verbs):
            person, message, custom_id = found
            last = _seq(custom_id)
            first = last if first is None else first
            await asyncio.sleep(self._think * self._randomness.uniform(0.4, 1.6))
            self._pressed.add(custom_id)
            self.before_last = counted(self._sandbox, forget=False)
            await person.click(message, custom_id)
        await quiet(self._sandbox, PAUSE_SECONDS)
        self.acts = self.acts if last is None else last + 1
        return 0 if first is None or last is None else last - first

    async def ready(self) -> None:
        """Press Ready for everyone."""
        for person in self._sandbox.people:
            place = person.dm if self._by_dm else self._sandbox.channel_id
            message = await person.wait_for(_has_ready, place, timeout=PATIENCE_SECONDS)
            await person.click(message, next(buttons(message, ("ready",)))["custom_id"])
        await quiet(self._sandbox, PAUSE_SECONDS)

    async def _next(self, verbs: tuple[str, ...]) -> tuple[SimulatedUser, Json, str] | None:
        """Wait for a button of these verbs until the hand ends or another act is due."""
        for _ in range(int(PATIENCE_SECONDS / LOOK_SECONDS)):
            seen = [one for person in self._sandbox.people for one in self._seen(person)]
            newest = max((_seq(custom_id) for *_, custom_id in seen), default=0)
            due = [one for one in seen if _seq(one[2]) == newest]
            fits = [one for one in due if one[2].split(":")[1] in verbs]
            if due and not fits:
                return None
            fresh = [one for one in fits if one[2] not in self._pressed]
            modest = [one for word in MODEST for one in fresh if one[2].endswith(f":{word}")]
            if fresh:
                return modest[0] if modest else self._randomness.choice(fresh)
            await asyncio.sleep(LOOK_SECONDS)
        raise SystemExit("nobody can press anything")

    def _seen(self, person: SimulatedUser) -> Iterator[tuple[SimulatedUser, Json, str]]:
        """Yield the acts, and Ready, that a person can press on their newest private messages."""
        place = person.dm if self._by_dm else self._sandbox.channel_id
        if place is None:
            return
        own = [m for m in person.messages(place) if self._by_dm or m["flags"] & 64]
        for message in own[: -1 - NEWEST : -1]:
            for button in buttons(message, (*ACTS, "ready")):
                yield person, message, str(button["custom_id"])


def _seq(custom_id: str) -> int:
    return int(custom_id.split(":")[3])


def _ids(message: Json) -> Iterator[str]:
    return (part["custom_id"] for part in walk(message["components"]) if part.get("custom_id"))


def _has_ready(message: Json) -> bool:
    return any(True for _ in buttons(message, ("ready",)))


def tell(name: str, requests: Counter[str], acts: int) -> None:
    """Print the number of calls of each kind per act."""
    kinds = ", ".join(f"{kind} {n / acts:.2f}" for kind, n in requests.most_common())
    total = requests.total() - requests["picture"]  # a part of an edit, not a call
    print(f"{name:<34} {total / acts:.2f} calls each ({total} for {acts}): {kinds}")


async def main(options: argparse.Namespace) -> None:
    """Run everything and print the results."""
    print(machine())
    tiles = Counter[str]()
    whole = Counter[str]()
    played = 0
    acted = 0
    people = ("Ana", "Bo", "Cy", "Di")[: options.people]
    async with TexasSandbox(people=people, clock_rate=options.rate) as sandbox:
        with tempfile.TemporaryDirectory() as folder:
            settings = {"CLOCK_RATE": str(options.rate), "SHAKE_SEED": str(options.seed)}
            settings |= {"NUDGE_SECONDS": "3600", "TAKEOVER_SECONDS": "3600"}
            async with Child(REAL, sandbox, Path(folder), **settings):
                hands = Hands(sandbox, options)
                await quiet(sandbox)
                counted(sandbox)
                await hands.open()
                for hand in range(options.hands):
                    if hand:
                        await hands.ready()
                        whole += counted(sandbox)
                    await hands.play("call", "contract")
                    whole += counted(sandbox)
                    played += await hands.play("play")
                    tiles = tiles + hands.before_last
                    whole = whole + counted(sandbox)
                    acted += hands.acts
                refused = Counter(f"{r.route} {r.reason}" for r in sandbox.refusals)
    tell("dominoes, but the last of each hand", tiles, played)
    tell("all acts of whole hands", whole, acted)
    print(f"refused: {dict(refused) or 'nothing'}")
    print(machine())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=2)
    parser.add_argument("--people", type=int, choices=range(1, 5), default=4)
    parser.add_argument("--think", type=float, default=2.5, help="seconds before a press")
    parser.add_argument("--rate", type=float, default=5.0, help="how much faster than in earnest")
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--dm", action="store_true", help="people play by DM")
    asyncio.run(main(parser.parse_args()))
