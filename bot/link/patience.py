"""How long a start waits for a Discord that can't be reached yet."""

from __future__ import annotations

import logging
import random
from collections.abc import Awaitable, Callable, Iterator

from bot.link.troubles import LINK_ERRORS, trouble_of
from bot.runtime.errors import Unreachable
from bot.values.clock import Clock

_LOG = logging.getLogger(__name__)
FIRST_PAUSE_SECONDS = 2.0
LONGEST_PAUSE_SECONDS = 60.0
SHORTEST_WAIT_SECONDS = 5.0
"""For a time that is over by this machine's clock, but not by Discord's."""


def growing_pauses(first: float, longest: float) -> Iterator[float]:
    """Yield exponentially growing pauses with up to 50% jitter.

    The jitter keeps bots that lost Discord together from returning together.
    """
    pause = first
    while True:
        yield pause * random.uniform(0.5, 1.0)
        pause = min(2 * pause, longest)


class Patience:
    """Retries connecting to Discord until it has failed for `seconds` in a row.

    With `waits_out_bans`, time during which Discord itself asks for a pause does not count.
    """

    def __init__(self, seconds: float, clock: Clock, *, waits_out_bans: bool = True) -> None:
        self._seconds = seconds
        self.clock = clock
        self._waits_out_bans = waits_out_bans
        self._deadline: float | None = None
        self._pauses: Iterator[float] = iter(())
        self.trouble: str | None = None
        """The reason why the bot can't connect now."""

    async def reach(self, attempt: Callable[[], Awaitable[object]]) -> None:
        """Run a request to Discord until it succeeds.

        Raises StartError if a retry cannot succeed, and Unreachable when patience runs out.
        """
        while True:
            try:
                await attempt()
            except LINK_ERRORS as error:
                failed = error
            else:
                self.note_success()
                return
            await self.wait_after(failed)

    async def wait_after(self, error: Exception) -> None:
        """Wait before the next retry. Raises like `reach`."""
        now = self.clock.elapsed()
        trouble = trouble_of(error, self.clock.now())
        self.trouble = trouble.sentence
        if self._deadline is None:
            self._deadline = now + self._seconds
            self._pauses = growing_pauses(FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS)
        if self._waits_out_bans:
            self._deadline += trouble.seconds or 0.0
        left = self._deadline - now
        if left <= 0:
            raise Unreachable(f"{trouble.sentence}; gave up after {self._seconds:.0f} s")
        await self._wait(min(left, (trouble.seconds or trouble.pause) + next(self._pauses)))

    async def wait_until(self, trouble: str, time: float) -> None:
        """Wait until a Unix time that Discord has named, however long; `trouble` says why."""
        self.trouble = trouble
        _LOG.warning(trouble)
        await self.clock.sleep(max(SHORTEST_WAIT_SECONDS, time - self.clock.now()))
        self.trouble = None

    async def _wait(self, seconds: float) -> None:
        # no arguments: the log shows lines of one template at most once a minute
        line = f"{self.trouble}; retrying in {seconds:.0f} s"
        _LOG.warning(line)
        await self.clock.sleep(seconds)

    def note_success(self) -> None:
        """Reset the patience after a success."""
        self.trouble = None
        self._deadline = None
