"""Notices that the clock was set, and asks Discord for its date when no other request brings it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.link.troubles import LINK_ERRORS
from bot.runtime.compared_clock import ComparedClock
from bot.runtime.loops import Loop, Loops, Pauses
from bot.values.clock import Jumps

LOOK_SECONDS = 20.0
"""How soon a clock that was set right is noticed, so that the right day begins within a minute."""

Ask = Callable[[], Awaitable[object]]
"""Makes any request to Discord; its trace compares the clocks."""
Jumped = Callable[[], Awaitable[None]]
"""Starts anew the waits that the date measures."""


class ClockCheck:
    """Keeps the comparison of the clocks fresh, also on a bot that nobody uses."""

    def __init__(self, clock: ComparedClock, loops: Loops) -> None:
        """`loops`: those that wait for a date, woken after a jump."""
        self._loops = loops
        self._clock = clock
        self._jumps = Jumps(clock)
        self._has_jumped = False
        self._ask: Ask | None = None
        self._jumped: Jumped | None = None
        self.loop = Loop(
            "clock",
            self._look,
            clock,
            pauses=Pauses(LOOK_SECONDS, LOOK_SECONDS),
            expected=LINK_ERRORS,
        )

    def start(self, ask: Ask, jumped: Jumped) -> None:
        """Compare in the background, from the login on; call `jumped` after each jump."""
        self._ask = ask
        self._jumped = jumped
        self.loop.start()

    async def stop(self) -> None:
        """Stop comparing."""
        await self.loop.stop()

    async def _look(self) -> float:
        if self._ask is not None and not self._clock.is_fresh():
            await self._ask()
        if self._jumps.noticed():
            self._has_jumped = True
        if self._has_jumped and self._jumped is not None:
            await self._jumped()
            self._has_jumped = False
            self._loops.wake()
        return LOOK_SECONDS
