"""Retries of background work after Discord errors."""

from __future__ import annotations

import discord
import pytest

from bot.publisher.calls.discord_errors import MOST_TRIES, RETRY_SECONDS, Failure, Recovery
from bot.publisher.keeper.updater import Updater
from bot.store.errors import StoreFailure
from tests.support.refusals import Rests, refused

UNHEARD_OF = refused(400, 987654)


class Work:
    """Work that raises each of these errors in turn, then succeeds."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.runs = 0
        self.told: list[Failure | None] = []
        self.rests = Rests()
        self.follower = Updater("board", self._run, self.rests, on_result=self.told.append)

    async def _run(self) -> None:
        self.runs += 1
        if self.errors:
            raise self.errors.pop(0)

    async def done(self) -> None:
        """Request the work and wait until it is no longer retried."""
        self.follower.request()
        if (task := self.follower.task) is not None:
            await task

    @property
    def outcomes(self) -> list[Recovery | None]:
        """The reported outcomes of its runs."""
        return [None if failure is None else failure.recovery for failure in self.told]


async def test_unexpected_refusal_is_given_up_after_three_tries() -> None:
    work = Work(*[UNHEARD_OF] * 9)
    await work.done()
    assert work.runs == MOST_TRIES == 3
    assert work.outcomes == [Recovery.UNEXPECTED]
    assert work.rests.seconds == [RETRY_SECONDS] * 2


async def test_given_up_work_is_retried_once_per_request_until_it_succeeds() -> None:
    work = Work(*[UNHEARD_OF] * 4)
    await work.done()
    await work.done()
    assert work.runs == 4
    await work.done()
    assert work.outcomes == [Recovery.UNEXPECTED, Recovery.UNEXPECTED, None]
    work.errors = [UNHEARD_OF] * 2
    await work.done()
    assert work.outcomes[-1] is None  # a success restores all three tries


@pytest.mark.parametrize("code", [50013, 50035, 160006, 400001])
async def test_permanent_refusal_is_tried_once(code: int) -> None:
    work = Work(*[refused(403, code)] * 2)
    await work.done()
    assert work.runs == 1
    assert work.outcomes == [Recovery.FINAL]
    assert work.rests.seconds == []


async def test_known_refusal_does_not_count_as_an_unexpected_try() -> None:
    work = Work(*[refused(403, 50013)] * 3)
    for _ in range(3):
        await work.done()
    work.errors = [UNHEARD_OF] * 2
    await work.done()
    assert work.runs == 6
    assert work.outcomes[-1] is None


async def test_rate_limit_wait_is_discords_own() -> None:
    work = Work(discord.RateLimited(600.0), refused(429, Retry_After="900"))
    await work.done()
    assert work.rests.seconds == [600.0, 900.0]
    assert work.outcomes == [None]


async def test_outage_is_retried_forever() -> None:
    work = Work(*[refused(503), TimeoutError(), refused(408)] * 9)
    await work.done()
    assert work.runs == 28
    assert work.rests.seconds == [RETRY_SECONDS] * 27
    assert work.outcomes == [None]


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (StoreFailure("disk full"), "WARNING: board failed; retrying: disk full"),
        (KeyError("seat"), "ERROR: board failed; retrying"),
        (ValueError(), "ERROR: board failed; retrying"),
    ],
)
async def test_work_goes_on_whatever_it_raises_with_growing_pauses(
    error: Exception, line: str, caplog: pytest.LogCaptureFixture
) -> None:
    work = Work(*[error] * 6)
    await work.done()
    assert work.runs == 7
    assert work.rests.seconds == [5.0, 10.0, 20.0, 40.0, 60.0, 60.0]
    assert work.outcomes == [None]
    assert [f"{each.levelname}: {each.getMessage()}" for each in caplog.records] == [line] * 6
    assert all(bool(each.exc_info) == line.startswith("ERROR") for each in caplog.records)
    work.errors = [error]
    await work.done()
    assert work.rests.seconds[6:] == [5.0]  # a success shortens the pauses again


@pytest.mark.parametrize("errors", [[], [refused(403, 50013)]])
async def test_work_goes_on_if_its_outcome_could_not_be_reported(
    errors: list[Exception], caplog: pytest.LogCaptureFixture
) -> None:
    work = Work(*errors)
    heard: list[object] = []

    def hear(outcome: object) -> None:
        heard.append(outcome)
        if len(heard) == 1:
            raise KeyError("nobody listens")

    work.follower = Updater("board", work._run, work.rests, on_result=hear)
    await work.done()
    assert work.runs == 2
    assert [record.levelname for record in caplog.records].count("ERROR") == 1
    assert work.rests.seconds == [5.0]
