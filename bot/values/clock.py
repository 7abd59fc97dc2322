"""Time, as the rooms that need it ask for it."""

from __future__ import annotations

from typing import Protocol


class Clock(Protocol):
    """Time, which may run faster than outside."""

    def now(self) -> float:
        """Read the time, in Unix seconds."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait so many seconds of this clock."""
        ...
