"""Background loops: the one way to repeat a job while the program runs."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.runtime.clock import SystemClock
from bot.values.clock import Clock

_LOG = logging.getLogger(__name__)
GRACE_SECONDS = 60.0
SENDING_GRACE_SECONDS = 900.0
"""For loops of what nobody waits for: it may wait for minutes while Discord refuses too much."""

Step = Callable[[], Awaitable[float | None]]
"""Does the work once. Returns the seconds until the next time, None when there is no next time."""


@dataclass(frozen=True, slots=True)
class Pauses:
    """Exponential back-off after consecutive failures, in seconds: the first and the longest."""

    first: float = 1.0
    longest: float = 60.0

    def after(self, failures: int) -> float:
        """Return the pause after this many consecutive failures, at least one."""
        return min(self.longest, self.first * 2.0 ** min(failures - 1, 32))


@dataclass(frozen=True, slots=True)
class LoopState:
    """The state of a loop.

    `last_success` in Unix seconds, None before the first. `due`: when the next success is expected,
    infinity if none is. `overdue`: how many seconds it is late, 0 within its grace. `failures`:
    since the start of the program. `error`: the kind of the last one, None after a success.
    """

    name: str
    last_success: float | None
    due: float
    overdue: float
    failures: int
    error: str | None


class Loop:
    """Repeats a step, whatever it raises, until it is stopped or has no next time.

    A failure is logged and the step retried after a pause. `expected`: errors of an outage, logged
    in one line. `grace`: how late a success may be before the loop counts as overdue.
    """

    def __init__(
        self,
        name: str,
        step: Step,
        clock: Clock | None = None,
        *,
        grace: float = GRACE_SECONDS,
        pauses: Pauses = Pauses(),
        expected: tuple[type[Exception], ...] = (),
    ) -> None:
        self.name = name
        self._step = step
        self._clock = clock or SystemClock()
        self._grace = grace
        self._pauses = pauses
        self._expected = expected
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._due = math.inf  # in the clock's elapsed seconds, as a date may jump
        self._last_success: float | None = None
        self._failures = 0
        self._in_a_row = 0
        self._error: str | None = None

    @property
    def state(self) -> LoopState:
        """The current state."""
        late = self._clock.elapsed() - self._due
        overdue = late if late > self._grace else 0.0
        due = self._clock.now() - late
        return LoopState(self.name, self._last_success, due, overdue, self._failures, self._error)

    @property
    def task(self) -> asyncio.Task[None] | None:
        """The background task; None before `start`."""
        return self._task

    def start(self, delay: float = 0.0) -> None:
        """Run in the background, after an optional delay; no effect if it is running."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self.run(delay), name=self.name)

    def wake(self) -> None:
        """End the current pause, or skip the next one."""
        self._woken.set()

    async def stop(self) -> None:
        """Cancel the loop; it can't be overdue any more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def run(self, delay: float = 0.0) -> None:
        """Run until there is no next time, or until cancelled."""
        rest: float | None = delay
        self._due = self._clock.elapsed() + delay
        try:
            while rest is not None:
                await self._rest(rest)
                self._woken.clear()
                rest = await self._attempt()
        finally:
            self._due = math.inf

    def note_success(self, rest: float = math.inf) -> None:
        """Count a success, also in the middle of a step; `rest`: how long none is expected."""
        self._last_success = self._clock.now()
        self._due = self._clock.elapsed() + rest
        self._in_a_row = 0
        self._error = None

    async def _attempt(self) -> float | None:
        """Run the step once; return the seconds to pause, None if there is no next time."""
        self._due = min(self._due, self._clock.elapsed())
        try:
            rest = await self._step()
        except asyncio.CancelledError as error:  # its own, or that of a task it waited for
            if self._is_cancelled():
                raise
            return self._note_failure(error)
        except Exception as error:  # noqa: BLE001 - whatever it is, a loop goes on
            return self._note_failure(error)
        self.note_success(math.inf if rest is None else rest)
        return rest

    @staticmethod
    def _is_cancelled() -> bool:
        task = asyncio.current_task()
        return task is None or task.cancelling() > 0

    def _note_failure(self, error: BaseException) -> float:
        self._failures += 1
        self._in_a_row += 1
        self._error = type(error).__name__
        self._due = min(self._due, self._clock.elapsed())
        pause = self._pauses.after(self._in_a_row)
        # No arguments: the log shows lines of one template at most once a minute.
        line = f"{self.name}: failed, retrying in {pause:g} s"
        if isinstance(error, self._expected):
            _LOG.warning(f"{line}: {error}")
        else:
            _LOG.error(line, exc_info=error)
        return pause

    async def _rest(self, seconds: float) -> None:
        """Pause this long, or until the loop is woken."""
        if seconds <= 0 or self._woken.is_set():
            await asyncio.sleep(0)
            return
        waits: list[asyncio.Task[object]] = [asyncio.create_task(self._woken.wait())]
        if seconds < math.inf:
            waits.append(asyncio.create_task(self._sleep(seconds)))
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    async def _sleep(self, seconds: float) -> None:
        await self._clock.sleep(seconds)


class Loops:
    """All loops of one program, for monitoring."""

    def __init__(self) -> None:
        self._loops: list[Loop] = []

    def add(self, *loops: Loop) -> None:
        """Monitor these loops, too."""
        self._loops += loops

    def wake(self) -> None:
        """End the pauses of all loops: what they wait for may be due."""
        for loop in self._loops:
            loop.wake()

    def states(self) -> tuple[LoopState, ...]:
        """Return the current state of each loop."""
        return tuple(loop.state for loop in self._loops)

    async def lack(self) -> str | None:
        """Name the overdue loops, None if there are none."""
        late = [state for state in self.states() if state.overdue]
        return "; ".join(map(_describe, late)) or None


def _describe(state: LoopState) -> str:
    since = f"{state.overdue / 60:.0f} min overdue"
    return f"{state.name} {since}" + (f" ({state.error})" if state.error else "")
