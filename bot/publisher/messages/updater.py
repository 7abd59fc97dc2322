"""Background work that is coalesced and retried."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.publisher.calls.discord_errors import (
    DISCORD_ERRORS,
    MOST_TRIES,
    RETRY_SECONDS,
    Failure,
    Means,
    failure_of,
)
from bot.publisher.ports import Clock

_LOG = logging.getLogger(__name__)
MOST_FAILURES = 5


class Updater:
    """Does one piece of work in the background whenever it is asked to, and again when it fails.

    It never runs twice at a time, and rests `gap` seconds after a run. `told` is called with None
    after a run that went well, and with the failure where a retry cannot succeed. While it is not
    `wanted`, nothing is done.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[], Awaitable[None]],
        clock: Clock,
        *,
        gap: float = 0.0,
        told: Callable[[Failure | None], object] = lambda _failure: None,
        wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        self.name = name
        self.task: asyncio.Task[None] | None = None
        self._work = work
        self._clock = clock
        self._gap = gap
        self._told = told
        self._wanted = wanted
        self._behind = False
        self._failures = 0
        self._refusals = 0  # since the last success
        self._stopped = False
        self._tried = asyncio.Event()
        self._tried.set()

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to do."""
        return self.task is None

    def request(self) -> None:
        """Do the work soon, once more if it is being done now."""
        self._behind = True
        if self.task is None and not self._stopped and self._wanted():
            self.task = asyncio.create_task(self._follow(), name=self.name)
        if self.task is not None:
            self._tried.clear()

    async def wait_tried(self) -> None:
        """Wait until the work that was asked for is done, or has failed once; not for the rest."""
        await self._tried.wait()

    def mark_current(self) -> None:
        """Note from within the work that it has read what changed up to now."""
        self._behind = False

    async def stop(self) -> None:
        """Give up what is under way, and begin nothing more."""
        self._stopped = True
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def _follow(self) -> None:
        try:
            while self._behind and self._wanted():
                self._behind = False
                rest = await self._attempt()
                self._tried.set()
                if rest:
                    await self._clock.sleep(rest)
        finally:
            self.task = None
            self._tried.set()

    async def _attempt(self) -> float:
        """Do the work once; return how long to rest."""
        try:
            await self._work()
        except DISCORD_ERRORS as error:
            return self._failed(failure_of(error))
        except Exception:  # noqa: BLE001 - one screen never stops the program
            _LOG.exception("%s could not be shown", self.name)
            self._failures += 1
            if self._failures >= MOST_FAILURES:  # until it is asked for again
                return RETRY_SECONDS
        else:
            self._failures = self._refusals = 0
            self._told(None)
            return self._gap
        self._behind = True
        return RETRY_SECONDS

    def _failed(self, failure: Failure) -> float:
        """Note that Discord failed; return how long to rest. What it refuses for good is given up.

        A refusal that nobody foresaw is tried a few times, until the work succeeds once.
        """
        final = failure.means is Means.FINAL
        if not final and not failure.is_temporary:
            self._refusals += 1
            final = self._refusals >= MOST_TRIES
        if final:
            _LOG.warning("%s cannot be shown: %s", self.name, failure)
            self._told(failure)
            return self._gap
        _LOG.warning("%s is sent again: %s", self.name, failure)
        self._behind = True
        return failure.wait
