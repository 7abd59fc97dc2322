"""The clock port."""

from __future__ import annotations

from typing import Protocol


class Clock(Protocol):
    """A clock, which may run faster than real time."""

    def now(self) -> float:
        """Return the current time, in Unix seconds."""

    async def sleep(self, seconds: float) -> None:
        """Sleep for some seconds of this clock."""
