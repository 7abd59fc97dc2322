"""Discord's ban of addresses that send too many requests which it refuses.

The documentation of rate limits ("Invalid Request Limit") says: 10,000 answers of 401, 403 or 429
within ten minutes, except those of limits that many bots share, and Cloudflare blocks the address,
answers to interactions included. Bot developers report bans of about an hour.
"""

from __future__ import annotations

import math
from collections import deque

from discord_sandbox.state.clock import SandboxClock

MOST_INVALID = 10_000
WINDOW_SECONDS = 600.0
BAN_SECONDS = 3_600.0
INVALID = (401, 403, 429)


class InvalidRequests:
    """Counts the refused requests of the bot's address. `most`: how many lead to a ban."""

    def __init__(self, clock: SandboxClock, most: int, *, enforced: bool) -> None:
        self.most = most
        self._clock = clock
        self._enforced = enforced
        self._times: deque[float] = deque()
        self._banned_until = -math.inf

    @property
    def count(self) -> int:
        """The number within the last ten minutes."""
        oldest = self._clock.now() - WINDOW_SECONDS
        while self._times and self._times[0] <= oldest:
            self._times.popleft()
        return len(self._times)

    @property
    def banned_for(self) -> float | None:
        """The seconds, of the bot's own clock, until the ban is over; None without one."""
        left = self._banned_until - self._clock.now()
        return left / self._clock.rate if left > 0 else None

    def note(self, status: int, *, shared: bool = False) -> None:
        """Count an answer if it is a refusal. `shared`: of a limit that many bots share."""
        if not self._enforced or status not in INVALID or shared:
            return
        self._times.append(self._clock.now())
        if self.count >= self.most:
            self._banned_until = self._clock.now() + BAN_SECONDS
