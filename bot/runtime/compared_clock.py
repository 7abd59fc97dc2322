"""The program's clock, compared with the `Date` header of Discord's answers."""

from __future__ import annotations

import logging
from datetime import UTC
from email.utils import parsedate_to_datetime

from bot.values.clock import Clock
from bot.values.durations import in_words

_LOG = logging.getLogger(__name__)
MAY_DIFFER_SECONDS = 600.0
"""How far the clock may be from Discord's while work is still done by date."""
FRESH_SECONDS = 600.0
"""How long a comparison is fresh; after that Discord is asked, if nothing else was."""
CONSEQUENCE = "nothing is deleted, opened or closed by date until it is right"


class ComparedClock:
    """A clock that knows whether it agrees with Discord's to ten minutes.

    Before the first answer it does not. A jump of the clock, as after the machine has slept or its
    time was set, ends the agreement until the next answer.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._ahead: float | None = None  # seconds before Discord's date, at the last answer
        self._offset = 0.0  # the date less the time that has passed, then
        self._compared_at = 0.0
        self._was_right: bool | None = None

    def now(self) -> float:
        """Return the current time, in Unix seconds. It jumps when the system's time is set."""
        return self._clock.now()

    def elapsed(self) -> float:
        """Return seconds since some moment, which never jump: the measure of waits."""
        return self._clock.elapsed()

    async def sleep(self, seconds: float) -> None:
        """Sleep for some seconds of this clock."""
        await self._clock.sleep(seconds)

    def is_right(self) -> bool:
        """Return True if the clock has agreed with Discord's, and has not jumped since."""
        return self._ahead is not None and not self._is_off(self._ahead + self._jumped())

    def is_fresh(self) -> bool:
        """Return True unless Discord should be asked for its date."""
        return self.is_right() and self._clock.elapsed() - self._compared_at < FRESH_SECONDS

    async def lack(self) -> str | None:
        """Describe how wrong the clock is, None if it is right or not known yet."""
        return None if self.is_right() or self._ahead is None else self._describe(self._ahead)

    def compare(self, date: str | None, asked_at: float) -> None:
        """Compare the clock with the `Date` of an answer.

        `asked_at`: when its request began, in elapsed seconds. A date between request and answer is
        no difference, as a fast clock moves far during one request.
        """
        there = read_date(date)
        if there is None:
            return
        now = self._clock.now()
        elapsed = self._clock.elapsed()
        asked = now - (elapsed - asked_at)
        self._ahead = max(0.0, asked - there) + min(0.0, now - there)
        self._offset = now - elapsed
        self._compared_at = elapsed
        self._note(is_right=self.is_right())

    def _note(self, *, is_right: bool) -> None:
        """Tell the host once that the clock is wrong, and once that it is right again."""
        if self._ahead is None or is_right is self._was_right:
            return
        if not is_right:
            _LOG.warning("the clock is %s", self._describe(self._ahead))
        elif self._was_right is not None:
            _LOG.info("the clock agrees with Discord's again")
        self._was_right = is_right

    def _jumped(self) -> float:
        """Return how far the date has moved since the last answer, but for the passing time."""
        return self._clock.now() - self._clock.elapsed() - self._offset

    def _describe(self, ahead: float) -> str:
        return describe_difference(ahead + self._jumped())

    @staticmethod
    def _is_off(seconds: float) -> bool:
        return abs(seconds) > MAY_DIFFER_SECONDS


def describe_difference(ahead: float) -> str:
    """Describe how wrong a clock is, and what follows. `ahead`: by seconds; negative if behind."""
    side = "ahead of" if ahead > 0 else "behind"
    return f"{in_words(abs(ahead))} {side} Discord's: {CONSEQUENCE}"


def read_date(date: str | None) -> float | None:
    """Read a `Date` header as Unix seconds; None if there is none to read."""
    if date is None:
        return None
    try:
        return parsedate_to_datetime(date).replace(tzinfo=UTC).timestamp()
    except ValueError:
        return None
