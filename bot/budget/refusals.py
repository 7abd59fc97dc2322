"""How often Discord has refused requests of all processes in the last ten minutes.

Discord bans an address after 10,000 answers of 401, 403 or 429 within ten minutes (documentation:
Topics, Rate Limits, "Invalid Request Limit"). From a tenth of that on, what nobody waits for stops
until the number has fallen.
"""

from __future__ import annotations

import logging
from collections import Counter
from contextlib import suppress

from bot.runtime.loops import Loop
from bot.store.errors import StoreFailure
from bot.store.host.refusals import MINUTE, RefusalStore
from bot.values.clock import Clock

from .queue import RequestQueue

_LOG = logging.getLogger(__name__)
LOOK_SECONDS = 5.0
BAN = 10_000
BRAKE = BAN // 10
"""From so many on, what nobody waits for stops."""


class Refusals:
    """Counts this process's refusals, and reads those of all.

    `process` identifies it. `clock` shows real time.
    """

    def __init__(
        self, store: RefusalStore, queue: RequestQueue, process: str, clock: Clock
    ) -> None:
        self._store = store
        self._queue = queue
        self._process = process
        self._clock = clock
        self._unsaved = Counter[int]()  # by minute
        self._saved = 0  # of all processes
        self._is_held = False
        self.loop = Loop("counting refusals", self._step, clock, expected=(StoreFailure,))

    @property
    def total(self) -> int:
        """The number of refusals in the last ten minutes."""
        return self._saved + self._unsaved.total()

    @property
    def is_held(self) -> bool:
        """True while what nobody waits for has stopped."""
        return self._is_held

    def note(self) -> None:
        """Count a refusal."""
        self._unsaved[int(self._clock.now() // MINUTE)] += 1
        self._apply()

    def start(self) -> None:
        """Exchange counts with the other processes in the background."""
        self.loop.start()

    async def stop(self) -> None:
        """Stop, and save what was counted: the next start goes on from there."""
        await self.loop.stop()
        with suppress(StoreFailure):
            await self.exchange()

    async def exchange(self) -> None:
        """Save this process's new refusals, and read those of all. Raises StoreFailure."""
        counted = dict(self._unsaved)
        now = self._clock.now()
        if counted:
            self._saved = await self._store.add_refusals(self._process, counted, now)
        else:
            self._saved = await self._store.recent_refusals(now)
        self._unsaved.subtract(counted)
        self._unsaved += Counter()  # drops the minutes with none
        self._apply()

    async def _step(self) -> float:
        await self.exchange()
        return LOOK_SECONDS

    def _apply(self) -> None:
        held = self.total >= BRAKE
        if held is self._is_held:
            return
        self._is_held = held
        self._queue.hold_background(held=held)
        if held:
            _LOG.warning(
                "Discord has refused %d requests in ten minutes: cards, boards of days, votes and "
                "events wait until that falls below %d",
                *(self.total, BRAKE),
            )
        else:
            _LOG.info("Discord refuses little again: what waited goes on")
