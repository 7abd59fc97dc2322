"""What keeps a table's board from showing the newest state."""

from __future__ import annotations

import time

from bot.tables.views import Note

from .discord_errors import Failure

SLOW_SECONDS = 2.0


class BoardTrouble:
    """Why a board is behind. `note`: what players are told while Discord refuses the board."""

    def __init__(self) -> None:
        self.note: Note | None = None
        self.since: float | None = None  # when the send began that is still under way

    def sending(self) -> None:
        """Note that the board is being sent."""
        if self.since is None:
            self.since = time.monotonic()

    def sent(self, failure: Failure | None) -> bool:
        """Note that the board is shown, or why it never will be; return True if that is news."""
        before, self.since, self.note = self.note, None, None
        if failure is not None:
            self.note = failure.note or Note.REFUSED
        return self.note is not before

    @property
    def is_slow(self) -> bool:
        """True if the board has been on its way for long."""
        return self.since is not None and time.monotonic() - self.since > SLOW_SECONDS
