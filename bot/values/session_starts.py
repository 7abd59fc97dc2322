"""Discord's daily limit of new sessions."""

from __future__ import annotations

from dataclasses import dataclass

RESERVE = 10


@dataclass(frozen=True, slots=True)
class StartLimit:
    """Of `total` sessions that the bot may start a day, `left` remain until `resets_at` (Unix).

    `concurrency`: how many shards may start one in five seconds, one of each remainder of their
    ids ("Gateway", Session Start Limit Object).
    """

    total: int
    left: int
    resets_at: float
    concurrency: int

    @property
    def reserve(self) -> int:
        """The tenth that a start of the bot leaves to shards that lose their session later."""
        return self.total // RESERVE

    def allows(self, shards: int) -> bool:
        """Return True if so many shards may start and the reserve remains."""
        return self.left >= shards + self.reserve
