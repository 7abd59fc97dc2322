"""Nightly backups of the database, if the host wants them."""

from __future__ import annotations

import logging
import math
from collections.abc import Awaitable, Callable

from bot.runtime.loops import Loop, Pauses
from bot.store.errors import StoreFailure
from bot.values.clock import Clock

_LOG = logging.getLogger(__name__)
HOUR = 3600.0
WRONG_CLOCK_SECONDS = 60.0
DAY = 86_400.0
AT = 9.25 * 3600.0  # a quarter past nine UTC: three or four in the morning in Texas


def next_night(now: float) -> float:
    """Return the time of the next backup after now."""
    return (math.floor((now - AT) / DAY) + 1) * DAY + AT


class NightlyBackup:
    """Makes a backup each night; `make` makes one and deletes surplus ones."""

    def __init__(self, make: Callable[[], Awaitable[None]], clock: Clock) -> None:
        self._make = make
        self._clock = clock
        self._night = next_night(clock.now())
        self.loop = Loop(
            "nightly backup",
            self._back_up,
            clock,
            grace=HOUR,
            pauses=Pauses(HOUR, DAY),
            expected=(StoreFailure,),
        )

    def start(self) -> None:
        """Start making backups in the background."""
        self._night = next_night(self._clock.now())
        self.loop.start(self._night - self._clock.now())

    async def stop(self) -> None:
        """Stop making backups, and abandon a running one."""
        await self.loop.stop()

    async def _back_up(self) -> float:
        """Make the copy that is due, if any; return the seconds until the next one.

        A copy's name is its date, and older ones are deleted: a wrong clock makes none.
        """
        now = self._clock.now()
        if not self._clock.is_right():
            return WRONG_CLOCK_SECONDS
        if self._night > now:  # also after the clock was set back
            self._night = next_night(now)
            return self._night - now
        await self._make()
        _LOG.info("made the nightly backup")
        now = self._clock.now()
        self._night = next_night(now)
        return self._night - now
