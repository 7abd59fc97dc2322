"""Four scripted users who click through a whole match.

They know only what a user sees: messages, and the ids of their buttons, which are a public
contract of the bot (`42:<verb>:<table>:<seq>[:<argument>]`).
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from discord_sandbox.checks.components import BUTTON, walk
from discord_sandbox.checks.refusal import Json
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.client.user_actions import ImpossibleAction

ACTS = ("call", "contract", "exchange", "play")
PASS_SHARE = 0.6
PATIENCE_SECONDS = 60.0

MessageTest = Callable[[Json], bool]


def buttons(message: Json, verbs: Sequence[str], argument: str = "") -> Iterator[Json]:
    """Yield the enabled buttons of a message that have one of these verbs."""
    for part in walk(message.get("components") or []):
        if part["type"] != BUTTON or part.get("disabled"):
            continue
        words = str(part.get("custom_id", "")).split(":", 4)
        if len(words) > 3 and words[0] == "42" and words[1] in verbs:
            if argument and words[4:] != [argument]:
                continue
            yield part


class ScriptedUser:
    """A user who presses random enabled buttons, `pause` seconds apart."""

    def __init__(
        self, person: SimulatedUser, channel: str, randomness: random.Random, pause: float
    ) -> None:
        self.person = person
        self.channel = channel
        self.presses = 0
        self._randomness = randomness
        self._pause = pause
        self._pressed: set[str] = set()

    async def play(self, over: MessageTest) -> None:
        """Press buttons until `over` is true of a message at the table."""
        while not any(over(message) for message in self._messages()):
            found = self._choice()
            if found is None:
                await self._change(over)
                continue
            await asyncio.sleep(self._pause)
            message, custom_id = found
            self._pressed.add(f"{message['id']} {custom_id}")
            with suppress(ImpossibleAction):  # the button disappeared meanwhile
                await self.person.click(message, custom_id)
                self.presses += 1

    async def press(self, verb: str, argument: str = "") -> None:
        """Press the newest button of a verb at the table."""

        def has(message: Json) -> bool:
            return any(True for _ in buttons(message, (verb,), argument))

        message = await self.person.wait_for(has, self.channel, timeout=PATIENCE_SECONDS)
        await self.person.click(message, next(buttons(message, (verb,), argument))["custom_id"])
        self.presses += 1

    def _messages(self) -> list[Json]:
        """Return the visible messages of the table, newest first."""
        seen = self.person.messages(self.channel, newest=12)
        if self.person.dm is not None:
            seen = seen + self.person.messages(self.person.dm, newest=3)
        return seen[::-1]

    def _choice(self) -> tuple[Json, str] | None:
        """Choose the next button: a move on the user's panel, or "Ready"."""
        for message in self._messages():
            acts = [b for b in buttons(message, ACTS) if self._is_fresh(message, b)]
            if acts:
                return message, str(self._act(acts)["custom_id"])
            is_ready = [b for b in buttons(message, ("ready",)) if self._is_fresh(message, b)]
            if is_ready:
                return message, str(is_ready[0]["custom_id"])
        return None

    def _is_fresh(self, message: Json, button: Json) -> bool:
        return f"{message['id']} {button['custom_id']}" not in self._pressed

    def _act(self, acts: Sequence[Json]) -> Json:
        """Choose a move; low bids keep most hands from being for marks."""
        passing = [b for b in acts if b["custom_id"].endswith(":pass")]
        if passing and self._randomness.random() < PASS_SHARE:
            return passing[0]
        bids = [b for b in acts if b["custom_id"].startswith("42:call:") and b not in passing]
        return bids[0] if bids else self._randomness.choice(acts)

    async def _change(self, over: MessageTest) -> None:
        """Wait until there is a button to press, or the game is over."""

        def is_ready(_: Json) -> bool:
            return any(over(m) for m in self._messages()) or self._choice() is not None

        await self.person.wait_for(is_ready, timeout=PATIENCE_SECONDS)


async def exhibit(
    people: Sequence[SimulatedUser], channel: str, *, seed: int, pause: float, over: MessageTest
) -> Json:
    """Have four users open a table and finish a game; return the last board.

    `over` returns True for the board of a finished game.
    """
    guests = [
        ScriptedUser(person, channel, random.Random(seed * 10 + number), pause)
        for number, person in enumerate(people)
    ]
    host = guests[0]
    await host.person.command("table open", channel)
    for number, guest in enumerate(guests[1:], start=1):
        await guest.press("sit", str(number))
    await host.press("start")
    await asyncio.gather(*(guest.play(over) for guest in guests))
    return await host.person.wait_for(over, channel, timeout=PATIENCE_SECONDS)
