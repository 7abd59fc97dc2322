"""A sandbox for busy machines: a test fails for what the bot did, not for how long it took.

Discord gives a bot three seconds to answer, and the bot defers after one and a half. Tests that
move the clock by hand check both limits. In all other tests a busy machine must not matter.
"""

from __future__ import annotations

import asyncio
import os
import time
from importlib.resources import files
from typing import Any

from discord_sandbox.client.simulated_user import ActionResult, SimulatedUser
from discord_sandbox.client.user_actions import ImpossibleAction
from discord_sandbox.server import Sandbox
from discord_sandbox.state.clock import SandboxClock
from tests.support.emojis import with_emojis

Json = dict[str, Any]
WORK_RATE = 0.03
"""The speed of the clock for a bot's answers: its three seconds take a hundred real ones."""
LATER = 5
LATER_IN_PLACE = 6
LOADING = 1 << 7
EPHEMERAL = 1 << 6
PUT_OFF_SECONDS = 1.4
PATIENCE = 100.0
FOLLOWS_SECONDS = 20.0
KILL_SECONDS = float(os.environ.get("FORTYTWO_KILL_SECONDS", "0"))
"""Seconds between kills of a process, see `tests/support/processes.py`; 0: never."""
WORK_RATE_KILLED = 0.6
"""The same while processes are killed: a press on a dead process times out after five seconds."""
AGAIN = 30


def unhurried(sandbox: Sandbox) -> Sandbox:
    """Give the bot more time for its answers; call it before the sandbox is used."""
    sandbox.clock.work.rate = WORK_RATE_KILLED if KILL_SECONDS else WORK_RATE
    return sandbox


def be_unhurried() -> None:
    """Give every bot on a sandbox of this process more time for its answers."""
    made = SandboxClock.__init__

    def unhurried_clock(clock: SandboxClock, rate: float = 1.0) -> None:
        made(clock, rate)
        clock.work.rate = WORK_RATE

    SandboxClock.__init__ = unhurried_clock  # type: ignore[method-assign]


class PatientUser(SimulatedUser):
    """A user who waits for deferred answers, and retries unanswered requests if processes die."""

    async def _act(self, request: Json) -> ActionResult:
        outcome = await self._once(request)
        for _ in range(AGAIN if KILL_SECONDS else 0):
            if outcome.ok:
                break
            try:
                outcome = await self._once(request)
            except ImpossibleAction:  # it succeeded: do not repeat it
                outcome.ok = True
        return outcome

    async def _once(self, request: Json) -> ActionResult:
        began = time.monotonic()
        outcome = await super()._act(request)
        shown = outcome.message
        if outcome.type == LATER and shown is not None:
            outcome.message = await self.wait_for(
                lambda message: message["id"] == shown["id"] and not message["flags"] & LOADING,
                shown["channel_id"],
                timeout=PATIENCE,
            )
        took = time.monotonic() - began
        if outcome.type == LATER_IN_PLACE and shown is not None and took > PUT_OFF_SECONDS:
            outcome.message = await self._what_follows(shown)
        return outcome

    async def _what_follows(self, source: Json) -> Json:
        """Wait for the result of a deferred click, which may be nothing for this user."""
        found: asyncio.Future[Json] = asyncio.get_running_loop().create_future()

        def look(kind: str, message: Json) -> None:
            edited = kind == "message_update" and message["id"] == source["id"]
            told = kind == "message_create" and message["flags"] & EPHEMERAL
            if (edited or told) and not found.done():
                found.set_result(message)

        stop = self.hub.watch("", self.id, look)
        try:
            async with asyncio.timeout(FOLLOWS_SECONDS):
                return await found
        except TimeoutError:
            return source
        finally:
            stop()


TEXAS = {
    "bot": "Texas 42",
    "bot_icon": (files("bot.cli") / "bot.svg").read_bytes(),
    "guild": "Texas",
    "channels": ("dominoes", "general"),
}


class TexasSandbox(Sandbox):
    """A sandbox with the bot's own name, in a server with a channel for dominoes."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**TEXAS, **options})


class PatientSandbox(TexasSandbox):
    """A sandbox whose users wait for a slow bot."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        with_emojis(unhurried(self))

    def _user(self, user_id: str) -> SimulatedUser:
        return PatientUser(self.state, self.hub, self.actions, self.commands, user_id)
