"""How often the bot may identify: its number a day, and its pace."""

from __future__ import annotations

from discord_sandbox.checks.refusal import Json
from discord_sandbox.state.clock import SandboxClock

TOTAL = 1_000
DAY = 86_400.0
PACE_SECONDS = 5.0


class OutOfStarts(Exception):
    """The bot identified once more than it may in a day."""


class SessionStarts:
    """Counts IDENTIFYs as Discord does ("Gateway", Session Start Limit).

    `total`: how many a day; the day begins with the first. `concurrency`: how many shards may
    identify in five seconds, one of each remainder of their ids. `paced`: False lets them identify
    as fast as they like.
    """

    def __init__(self, clock: SandboxClock, *, paced: bool) -> None:
        self.total = TOTAL
        self.concurrency = 1
        self.paced = paced
        self._clock = clock
        self._used = 0
        self._resets_at = 0.0
        self._free_at: dict[int, float] = {}

    def count(self) -> None:
        """Count an IDENTIFY; raise OutOfStarts if none is left."""
        if self._left() == 0:
            raise OutOfStarts
        if not self._used:
            self._resets_at = self._clock.now() + DAY
        self._used += 1

    def is_in_turn(self, shard: int) -> bool:
        """Return True unless a shard of the same remainder identified within five seconds."""
        now = self._clock.now()
        bucket = shard % self.concurrency
        if not self.paced or now >= self._free_at.get(bucket, 0.0):
            self._free_at[bucket] = now + PACE_SECONDS
            return True
        return False

    def as_json(self) -> Json:
        """Return the object `session_start_limit`; its times are the bot's real ones."""
        left = self._left()
        after = self._resets_at - self._clock.now() if self._used else DAY
        return {
            "total": self.total,
            "remaining": left,
            "reset_after": int(after * 1_000 / self._clock.rate),
            "max_concurrency": self.concurrency,
        }

    def _left(self) -> int:
        if self._clock.now() >= self._resets_at:
            self._used = 0
        return self.total - self._used
