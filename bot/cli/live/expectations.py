"""The expected behavior of Discord, and what was observed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from enum import StrEnum

from bot.cli.live.trial import AnsweredElsewhere, Skipped, Trial, reason
from bot.publisher.answers import AnswerLost
from bot.publisher.calls.discord_errors import ALREADY_ANSWERED, DISCORD_ERRORS


class Outcome(StrEnum):
    """The result of an expectation."""

    OK = "ok"
    DIFFERENT = "different"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Finding:
    """A row of the table. `so_what` is empty if all is as expected."""

    what: str
    outcome: Outcome
    expected: str
    seen: str
    so_what: str = ""


@dataclass(frozen=True, slots=True)
class Expectation:
    """The expected behavior. `if_not`: the consequence for the host if it is not met."""

    what: str
    expected: str
    if_not: str

    def compared(self, seen: Seen) -> Finding:
        """Build the row of an observation."""
        if seen.as_expected:
            return Finding(self.what, Outcome.OK, self.expected, seen.text)
        return Finding(self.what, Outcome.DIFFERENT, self.expected, seen.text, self.if_not)

    def skipped(self, why: str) -> Finding:
        """Build the row of a skipped step."""
        return Finding(self.what, Outcome.SKIPPED, self.expected, "not tried", why)


@dataclass(frozen=True, slots=True)
class Seen:
    """The observed behavior."""

    as_expected: bool
    text: str


Steps = Callable[[Trial], AsyncGenerator[Seen, None]]


@dataclass(frozen=True, slots=True)
class Experiment:
    """Steps that build on each other; each yields its observation for one expectation."""

    expectations: tuple[Expectation, ...]
    steps: Steps

    async def run(self, trial: Trial) -> AsyncIterator[Finding]:
        """Yield one row for each expectation. Raises AnsweredElsewhere."""
        stopped = ""
        async with aclosing(self.steps(trial)) as steps:
            for expectation in self.expectations:
                if stopped:
                    yield expectation.skipped(stopped)
                    continue
                try:
                    yield expectation.compared(await anext(steps))
                except Skipped as skipped:
                    stopped = str(skipped)
                    yield expectation.skipped(stopped)
                except (AnswerLost, *DISCORD_ERRORS) as error:
                    if getattr(error, "code", None) == ALREADY_ANSWERED:
                        raise AnsweredElsewhere from error
                    stopped = "the step before it failed"
                    yield expectation.compared(Seen(False, reason(error)))
