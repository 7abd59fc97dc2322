"""Discord's quarantine of bots that message many strangers.

The documentation of Create DM warns that a bot that opens DMs too quickly may be blocked from
opening new ones. Bot developers report a quarantine after 25 to 50 new DMs: until Discord lifts
it, the bot only reaches users it has messaged before.
"""

from __future__ import annotations

from collections import deque

from discord_sandbox.checks.refusal import Refusal
from discord_sandbox.state.clock import SandboxClock

NEW_DMS = 25
WINDOW_SECONDS = 3_600.0
QUARANTINED = 20026


class SpamGuard:
    """Counts the bot's new DM channels. `most` is the limit an hour, None for no limit."""

    def __init__(self, clock: SandboxClock, most: int | None) -> None:
        self.quarantined = False
        self._clock = clock
        self.most = most
        self._opened: deque[float] = deque()

    def count_new_dm(self) -> None:
        """Count a new DM channel; raise 20026 over the limit."""
        now = self._clock.now()
        while self._opened and self._opened[0] <= now - WINDOW_SECONDS:
            self._opened.popleft()
        if self.most is not None and len(self._opened) >= self.most:
            self.quarantined = True
        self.require_not_quarantined()
        self._opened.append(now)

    def require_not_quarantined(self) -> None:
        """Raise 20026 if the bot is quarantined."""
        if self.quarantined:
            raise Refusal(QUARANTINED)
