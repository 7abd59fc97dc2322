"""The clock port."""

from __future__ import annotations

from typing import Protocol


class Clock(Protocol):
    """A clock, which may run faster than real time."""

    def now(self) -> float:
        """Return the current time, in Unix seconds. It jumps when the system's time is set."""

    def elapsed(self) -> float:
        """Return seconds since some moment, which never jump: the measure of waits."""

    def is_right(self) -> bool:
        """Return True unless the date may be wrong: then nothing is done by date."""

    async def sleep(self, seconds: float) -> None:
        """Sleep for some seconds of this clock."""


JUMP_SECONDS = 5.0
"""A smaller step of the clock is not a jump: time servers correct clocks all the time."""


class Jumps:
    """Notices when the date moves otherwise than by the passing time.

    That is when the system's time is set, and after the machine has slept.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._offset = self._now()

    def noticed(self) -> bool:
        """Return True once after each jump."""
        offset = self._now()
        jumped = abs(offset - self._offset) > JUMP_SECONDS
        if jumped:
            self._offset = offset
        return jumped

    def _now(self) -> float:
        return self._clock.now() - self._clock.elapsed()
