"""A person who plays their daily hand with buttons."""

from __future__ import annotations

from collections.abc import Callable

from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.screens import Json, Press, presses, text_of

ACTS = ("call", "contract", "play")
MOST_ACTS = 20


class DayPlayer:
    """One person and the message with their daily hand."""

    def __init__(self, person: SimulatedUser, channel: str) -> None:
        self.person = person
        self.channel = channel
        self.message: Json = {}

    async def open(self) -> Json:
        outcome = await self.person.command("daily", self.channel)
        assert outcome.message is not None
        self.message = outcome.message
        return self.message

    def shown(self) -> Json:
        self.message = self.person.message(self.message) or self.message
        return self.message

    def press_of(self, verb: str, arg: str = "") -> Press | None:
        found = presses(self.shown(), verb)
        return next((press for press in found if arg in ("", press.arg)), None)

    async def press(self, verb: str, arg: str = "") -> Json:
        press = self.press_of(verb, arg)
        assert press is not None, text_of(self.message)
        outcome = await self.person.click(press.message, press.custom_id, press.values)
        assert outcome.ok
        if outcome.message is not None:
            self.message = outcome.message
        return self.shown()

    async def until(self, wanted: Callable[[Json], bool]) -> Json:
        """Wait until the message with the hand shows something."""
        if wanted(self.shown()):
            return self.message
        own = self.message["id"]
        self.message = await self.person.wait_for(
            lambda m: m["id"] == own and wanted(m), timeout=60
        )
        return self.message

    def acts(self) -> list[Press]:
        return [p for p in presses(self.shown(), *ACTS) if p.verb != "call" or p.arg == "pass"] or [
            *presses(self.message, *ACTS)
        ]

    async def act(self) -> None:
        await self.until(lambda m: any(presses(m, *ACTS)) or "your score" in text_of(m))
        if "your score" in text_of(self.message):
            return
        press = self.acts()[0]
        outcome = await self.person.click(press.message, press.custom_id, press.values)
        assert outcome.ok, outcome

    async def finish(self) -> None:
        """Play on to the end."""
        for _ in range(MOST_ACTS):
            if self.is_over():
                return
            await self.act()
        assert self.is_over(), text_of(self.message)

    def is_over(self) -> bool:
        return "your score" in text_of(self.shown())
