"""Event loop lag: the delay that every user waiting for an answer feels."""

from __future__ import annotations

import asyncio

SAMPLE_SECONDS = 0.1
IMPERCEPTIBLE_SECONDS = 0.02
"""An imperceptible lag; beyond it the computer players' time shrinks."""
DECAY = 0.8
"""The decay of an earlier lag from one sample to the next: half of it is left after 0.3 s."""
SAMPLES = 50


class LoopLagMonitor:
    """Samples the event loop lag ten times a second.

    It stops some seconds after the last call of `watch`, so that an idle program stays idle.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self._samples_left = 0
        self._due = 0.0
        self._sampling = False

    @property
    def share(self) -> float:
        """The fraction of its time budget that a player keeps: 1 up to 20 ms of lag, 0.5 at 40."""
        return IMPERCEPTIBLE_SECONDS / max(IMPERCEPTIBLE_SECONDS, self.seconds)

    def watch(self) -> None:
        """Sample for the next seconds; call it in the event loop."""
        self._samples_left = SAMPLES
        if not self._sampling:
            self._sampling = True
            self.seconds = 0.0
            self._schedule(asyncio.get_running_loop())

    def _schedule(self, loop: asyncio.AbstractEventLoop) -> None:
        self._due = loop.time() + SAMPLE_SECONDS
        loop.call_at(self._due, self._sample, loop)

    def _sample(self, loop: asyncio.AbstractEventLoop) -> None:
        self.seconds = max(loop.time() - self._due, self.seconds * DECAY)
        self._samples_left -= 1
        self._sampling = self._samples_left > 0
        if self._sampling:
            self._schedule(loop)
