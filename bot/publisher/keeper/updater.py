"""Background work that is coalesced and retried."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.budget.turns import forget_turn
from bot.publisher.calls.discord_errors import (
    DISCORD_ERRORS,
    MOST_TRIES,
    RETRY_SECONDS,
    Failure,
    Recovery,
    failure_of,
)
from bot.runtime.loops import Pauses
from bot.tables.ports import log_failure
from bot.values.clock import Clock

_LOG = logging.getLogger(__name__)
PAUSES = Pauses(RETRY_SECONDS)
"""Between runs that fail for another reason than Discord."""


class Updater:
    """Runs one job in the background when requested, and retries it when it fails.

    Requests are coalesced: the job never runs twice at once, and pauses `gap` seconds after a run.
    `on_result` is called with None after a success, and with the failure if a retry cannot
    succeed. Nothing runs while `is_wanted` returns False.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[], Awaitable[None]],
        clock: Clock,
        *,
        gap: float = 0.0,
        on_result: Callable[[Failure | None], object] = lambda _failure: None,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        self.name = name
        self.task: asyncio.Task[None] | None = None
        self._later: asyncio.Task[None] | None = None
        self._work = work
        self._clock = clock
        self._gap = gap
        self._on_result = on_result
        self._is_wanted = is_wanted
        self._is_stale = False
        self._failures = 0
        self._refusals = 0  # since the last success
        self._stopped = False
        self._tried = asyncio.Event()
        self._tried.set()

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """What is running or waiting to run."""
        return [task for task in (self.task, self._later) if task is not None]

    def request(self) -> None:
        """Run the job soon, and once more if it is running now."""
        self._is_stale = True
        if self.task is None and not self._stopped and self._is_wanted():
            self.task = asyncio.create_task(self._follow(), name=self.name)
        if self.task is not None:
            self._tried.clear()

    def request_after(self, seconds: float, then: Callable[[], None]) -> None:
        """Call `then` after some seconds and run the job, unless that is requested already."""
        if self._later is None and not self._stopped:
            self._later = asyncio.create_task(self._request_after(seconds, then), name=self.name)

    async def _request_after(self, seconds: float, then: Callable[[], None]) -> None:
        await self._clock.sleep(seconds)
        self._later = None
        then()
        self.request()

    async def wait_tried(self) -> None:
        """Wait until the requested run has succeeded or failed once."""
        await self._tried.wait()

    def mark_current(self) -> None:
        """Drop pending requests, called by the job when it has read the newest state."""
        self._is_stale = False

    async def stop(self) -> None:
        """Cancel the job and start no more."""
        self._stopped = True
        tasks = self.tasks
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _follow(self) -> None:
        forget_turn()  # of the work that requested this
        try:
            while self._is_stale and self._is_wanted():
                self._is_stale = False
                rest = await self._attempt()
                self._tried.set()
                if rest:
                    await self._clock.sleep(rest)
        finally:
            self.task = None
            self._tried.set()

    async def _attempt(self) -> float:
        """Run the job once, whatever it raises; return the seconds to pause."""
        try:
            rest = await self._run()
        except Exception as error:  # noqa: BLE001 - whatever it is, the screen is tried again
            self._is_stale = True
            self._failures += 1
            log_failure(_LOG, error, "%s failed; retrying", self.name)
            return PAUSES.after(self._failures)
        self._failures = 0
        return rest

    async def _run(self) -> float:
        try:
            await self._work()
        except DISCORD_ERRORS as error:
            return self._back_off(failure_of(error))
        self._refusals = 0
        self._on_result(None)
        return self._gap

    def _back_off(self, failure: Failure) -> float:
        """Return the seconds to back off after a failure; give up on a final one.

        An unexpected refusal becomes final after `MOST_TRIES` in a row.
        """
        final = failure.recovery is Recovery.FINAL
        if not final and not failure.is_temporary:
            self._refusals += 1
            final = self._refusals >= MOST_TRIES
        if final:
            _LOG.warning("giving up on %s: %s", self.name, failure)
            self._on_result(failure)
            return self._gap
        _LOG.warning("retrying %s: %s", self.name, failure)
        self._is_stale = True
        return failure.wait
