"""The expected behavior of Discord, and what was observed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from enum import StrEnum

from bot.cli.live.trial import AnsweredElsewhere, SkipStep, Trial, reason
from bot.publisher.calls.discord_errors import ALREADY_ANSWERED, DISCORD_ERRORS
from bot.publisher.keeper.answers import AnswerLost


class FindingStatus(StrEnum):
    """The result of an expectation."""

    OK = "ok"
    DIFFERENT = "different"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Finding:
    """A row of the table. `so_what` is empty if all is as expected."""

    what: str
    outcome: FindingStatus
    expected: str
    seen: str
    so_what: str = ""


@dataclass(frozen=True, slots=True)
class Expectation:
    """The expected behavior. `if_not`: the consequence for the host if it is not met."""

    what: str
    expected: str
    if_not: str

    def compare(self, seen: Observation) -> Finding:
        """Build the row of an observation."""
        if seen.as_expected:
            return Finding(self.what, FindingStatus.OK, self.expected, seen.text)
        return Finding(self.what, FindingStatus.DIFFERENT, self.expected, seen.text, self.if_not)

    def skip(self, why: str) -> Finding:
        """Build the row of a skipped step."""
        return Finding(self.what, FindingStatus.SKIPPED, self.expected, "not tried", why)


@dataclass(frozen=True, slots=True)
class Observation:
    """The observed behavior."""

    as_expected: bool
    text: str


Steps = Callable[[Trial], AsyncGenerator[Observation, None]]


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
                    yield expectation.skip(stopped)
                    continue
                try:
                    yield expectation.compare(await anext(steps))
                except SkipStep as skip:
                    stopped = str(skip)
                    yield expectation.skip(stopped)
                except (AnswerLost, *DISCORD_ERRORS) as error:
                    if getattr(error, "code", None) == ALREADY_ANSWERED:
                        raise AnsweredElsewhere from error
                    stopped = "the step before it failed"
                    yield expectation.compare(Observation(False, reason(error)))
