"""How late the event loop is: what everybody who waits for an answer feels."""

from __future__ import annotations

import asyncio

EVERY_SECONDS = 0.1
EASY_SECONDS = 0.02
"""A lag that nobody feels: thinking shrinks beyond it."""
FORGETTING = 0.8
"""How much of an earlier lag is still counted at the next look: half of it after 0.3 s."""
REST_LOOKS = 50


class LoopLagMonitor:
    """Looks ten times a second how much later than asked for the event loop wakes.

    It looks only for some seconds after it was last asked to, so that an idle program rests.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self._looks = 0
        self._due = 0.0
        self._looking = False

    @property
    def share(self) -> float:
        """What is left of a thinker's time: all of it up to 20 ms of lag, half of it at 40 ms."""
        return EASY_SECONDS / max(EASY_SECONDS, self.seconds)

    def watch(self) -> None:
        """Look for the next seconds; called in the event loop."""
        self._looks = REST_LOOKS
        if not self._looking:
            self._looking, self.seconds = True, 0.0
            self._look_later(asyncio.get_running_loop())

    def _look_later(self, loop: asyncio.AbstractEventLoop) -> None:
        self._due = loop.time() + EVERY_SECONDS
        loop.call_at(self._due, self._look, loop)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        self.seconds = max(loop.time() - self._due, self.seconds * FORGETTING)
        self._looks -= 1
        self._looking = self._looks > 0
        if self._looking:
            self._look_later(loop)
