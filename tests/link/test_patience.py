"""A start retries Discord with growing pauses, up to a limit."""

from __future__ import annotations

import logging

import pytest

from bot.link.patience import LONGEST_PAUSE_SECONDS, Patience
from bot.runtime.errors import StartError, Unreachable

from .conftest import JumpingClock, refused

DOWN = refused(503)
BANNED = refused(429, "error code: 1015", Retry_After="3600")
OVER_AT_ONCE = refused(429, "error code: 1015", Retry_After="0")
BANNED_WITHOUT_END = refused(429, "error code: 1015")
PATIENCE_SECONDS = 600.0


class Discord:
    """Raises these errors, one per try; with `repeats`, the last one forever."""

    def __init__(self, *errors: Exception, repeats: bool = False) -> None:
        self._errors = list(errors)
        self._repeats = repeats
        self.tries = 0

    async def __call__(self) -> None:
        self.tries += 1
        if self._errors:
            alone = self._repeats and len(self._errors) == 1
            raise self._errors[0] if alone else self._errors.pop(0)


async def test_outage_is_retried_with_growing_pauses(
    clock: JumpingClock,
) -> None:
    patience = Patience(PATIENCE_SECONDS, clock)
    discord = Discord(*[DOWN] * 5)
    await patience.reach(discord)
    assert discord.tries == 6
    longest = (2.0, 4.0, 8.0, 16.0, 32.0)
    assert all(most / 2 <= pause <= most for pause, most in zip(clock.slept, longest, strict=True))
    assert patience.trouble is None


async def test_retry_limit_raises_the_last_error(clock: JumpingClock) -> None:
    patience = Patience(PATIENCE_SECONDS, clock)
    with pytest.raises(Unreachable, match=r"Discord is down .*; gave up after 600 s"):
        await patience.reach(Discord(DOWN, repeats=True))
    assert sum(clock.slept) == pytest.approx(PATIENCE_SECONDS)
    assert max(clock.slept) <= LONGEST_PAUSE_SECONDS


async def test_without_patience_the_first_error_is_raised(clock: JumpingClock) -> None:
    discord = Discord(DOWN)
    with pytest.raises(Unreachable):
        await Patience(0.0, clock).reach(discord)
    assert (discord.tries, clock.slept) == (1, [])


async def test_ban_is_waited_out_at_once_and_does_not_count_as_a_try(clock: JumpingClock) -> None:
    discord = Discord(DOWN, BANNED, DOWN, repeats=True)
    with pytest.raises(Unreachable, match="Discord is down"):
        await Patience(PATIENCE_SECONDS, clock).reach(discord)
    assert 3600 < clock.slept[1] < 3610
    assert sum(clock.slept) == pytest.approx(PATIENCE_SECONDS + 3600)


async def test_repeated_short_bans_are_retried_with_growing_pauses(
    clock: JumpingClock,
) -> None:
    with pytest.raises(Unreachable):
        await Patience(PATIENCE_SECONDS, clock).reach(Discord(OVER_AT_ONCE, repeats=True))
    assert len(clock.slept) < 25


async def test_replaceable_process_waits_for_a_ban_only_as_long_as_its_patience(
    clock: JumpingClock,
) -> None:
    discord = Discord(BANNED, repeats=True)
    with pytest.raises(Unreachable, match=r"banned .* until 2026-08-04 13:10 UTC"):
        await Patience(PATIENCE_SECONDS, clock, waits_out_bans=False).reach(discord)
    assert clock.slept == [PATIENCE_SECONDS]


async def test_ban_without_an_end_is_retried_at_most_once_a_minute(clock: JumpingClock) -> None:
    with pytest.raises(Unreachable):
        await Patience(PATIENCE_SECONDS, clock).reach(Discord(BANNED_WITHOUT_END, repeats=True))
    assert min(clock.slept[:-1]) > 60


async def test_error_that_the_host_must_fix_is_not_retried(clock: JumpingClock) -> None:
    discord = Discord(refused(401))
    with pytest.raises(StartError, match="DISCORD_TOKEN"):
        await Patience(PATIENCE_SECONDS, clock).reach(discord)
    assert (discord.tries, clock.slept) == (1, [])


async def test_our_own_errors_are_not_retried(clock: JumpingClock) -> None:
    with pytest.raises(ZeroDivisionError):
        await Patience(PATIENCE_SECONDS, clock).reach(Discord(ZeroDivisionError()))


async def test_each_wait_is_logged(clock: JumpingClock, caplog: pytest.LogCaptureFixture) -> None:
    """The log suppresses repeats of a template within a minute, so these have none."""
    caplog.set_level(logging.WARNING)
    await Patience(PATIENCE_SECONDS, clock).reach(Discord(DOWN, BANNED))
    down, banned = [record.msg for record in caplog.records]
    assert down.startswith("Discord is down (status 503); retrying in ")
    assert "banned this machine's address" in banned
