"""Detects another process with the same token and its own database: both answer every press."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

_LOG = logging.getLogger(__name__)
QUIET_SECONDS = 600.0
"""After this long without a sign, the other process counts as gone."""


class SecondProcess:
    """Collects signs that another process uses the bot's token.

    Processes that share a database give none: each interaction reaches one of them, and each finds
    every table.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._seen_at: float | None = None

    @property
    def is_there(self) -> bool:
        """Return True if there was a recent sign."""
        return self._seen_at is not None and self._now() - self._seen_at < QUIET_SECONDS

    def note(self, sign: str) -> None:
        """Record a sign, and warn the host once."""
        was_there = self.is_there
        self._seen_at = self._now()
        if not was_there:
            _LOG.warning(
                "another process uses DISCORD_TOKEN with its own database (%s): every command runs "
                "twice. Stop one of them, or give both the same DATABASE_URL",
                sign,
            )

    async def lack(self) -> str | None:
        """Name the problem while the other process is there, else None."""
        if not self.is_there:
            return None
        return "another process uses it with its own database; stop one of them"
