"""Discord's guard against bots that write to many strangers.

Its documentation of Create DM: who opens a significant amount of DMs too quickly may be blocked
from opening new ones. By what bots' makers report, that is a quarantine after 25 to 50 of them,
in which a bot reaches only the users it has messaged before, until Discord lifts it.
"""

from __future__ import annotations

from collections import deque

from bot.sandbox.checks.refusal import Refusal
from bot.sandbox.state.clock import Clock

NEW_DMS = 25
WINDOW_SECONDS = 3_600.0
QUARANTINED = 20026


class SpamGuard:
    """Counts the bot's new DM channels. `most`: how many an hour it may open, None: any number."""

    def __init__(self, clock: Clock, most: int | None) -> None:
        self.quarantined = False
        self._clock = clock
        self.most = most
        self._opened: deque[float] = deque()

    def note_new_dm(self) -> None:
        """Count a new DM channel, or refuse it."""
        now = self._clock.now()
        while self._opened and self._opened[0] <= now - WINDOW_SECONDS:
            self._opened.popleft()
        if self.most is not None and len(self._opened) >= self.most:
            self.quarantined = True
        self.require_free()
        self._opened.append(now)

    def require_free(self) -> None:
        """Refuse what a quarantined bot may not do."""
        if self.quarantined:
            raise Refusal(QUARANTINED)
