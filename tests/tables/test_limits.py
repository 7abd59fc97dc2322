"""Token buckets: a burst at once, then one at a time, for each person and each server."""

from __future__ import annotations

import pytest

from bot.tables.errors import Limited, StillBusy, TooFast
from bot.tables.limits import MOST_KEPT, RATES, Rate, RateLimits

ANA, BO, HERE, THERE = 1, 2, 10, 20
RATE = {what: (Rate(3, 10.0), Rate(5, 2.0)) for what in Limited}


class HandClock:
    def __init__(self) -> None:
        self.time = 1000.0

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        raise AssertionError("limits never wait")


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def limits(clock: HandClock) -> RateLimits:
    return RateLimits(RATE, clock)


def test_everything_that_is_limited_has_a_rate() -> None:
    assert set(RATES) == set(Limited)


def test_a_burst_is_free_and_the_next_one_has_to_wait(limits: RateLimits, clock: HandClock) -> None:
    for _ in range(3):
        limits.take(Limited.HINT, ANA, HERE)
    with pytest.raises(TooFast) as refused:
        limits.take(Limited.HINT, ANA, HERE)
    assert (refused.value.seconds, refused.value.everyone) == (10, False)
    clock.time += 9.5
    with pytest.raises(TooFast) as refused:
        limits.take(Limited.HINT, ANA, HERE)
    assert refused.value.seconds == 1
    clock.time += 0.5
    limits.take(Limited.HINT, ANA, HERE)
    with pytest.raises(TooFast):
        limits.take(Limited.HINT, ANA, HERE)


def test_what_is_refused_costs_nothing(limits: RateLimits, clock: HandClock) -> None:
    for _ in range(3):
        limits.take(Limited.HINT, ANA, HERE)
    for _ in range(50):
        with pytest.raises(TooFast):
            limits.take(Limited.HINT, ANA, HERE)
    clock.time += 10
    limits.take(Limited.HINT, ANA, HERE)


def test_one_persons_haste_is_nobody_elses_and_no_other_askings(limits: RateLimits) -> None:
    for _ in range(3):
        limits.take(Limited.HINT, ANA, HERE)
    limits.take(Limited.HINT, BO, HERE)
    limits.take(Limited.REVIEW, ANA, HERE)


def test_all_people_of_a_server_share_its_bucket(limits: RateLimits) -> None:
    for person in range(5):
        limits.take(Limited.OPEN, 100 + person, HERE)
    with pytest.raises(TooFast) as refused:
        limits.take(Limited.OPEN, BO, HERE)
    assert refused.value.everyone
    limits.take(Limited.OPEN, BO, THERE)
    limits.take(Limited.OPEN, BO, None)


def test_a_full_bucket_never_holds_more_than_its_burst(
    limits: RateLimits, clock: HandClock
) -> None:
    limits.take(Limited.HINT, ANA, None)
    clock.time += 1_000_000
    for _ in range(3):
        limits.take(Limited.HINT, ANA, None)
    with pytest.raises(TooFast):
        limits.take(Limited.HINT, ANA, None)


def test_of_a_million_strangers_only_the_newest_are_remembered(limits: RateLimits) -> None:
    for person in range(MOST_KEPT + 100):
        limits.take(Limited.PRESS, person, None)
    assert len(limits._full_at) == MOST_KEPT


def test_who_presses_fastest_delays_only_themselves(limits: RateLimits) -> None:
    with limits.alone(Limited.OWN_DATA, ANA, HERE):
        for _ in range(10):
            with pytest.raises(StillBusy), limits.alone(Limited.OWN_DATA, ANA, HERE):
                pass
        with limits.alone(Limited.OWN_DATA, BO, HERE):
            pass
    with limits.alone(Limited.OWN_DATA, ANA, HERE):
        pass


def test_a_request_for_several_takes_them_all_and_failing_gives_them_back(
    limits: RateLimits, clock: HandClock
) -> None:
    with pytest.raises(KeyError), limits.spending(Limited.THREAD, ANA, HERE, 2):
        raise KeyError
    with limits.spending(Limited.THREAD, ANA, HERE, 2):
        pass
    with pytest.raises(TooFast), limits.spending(Limited.THREAD, ANA, HERE, 2):
        raise AssertionError("refused before it began")
    limits.take(Limited.THREAD, ANA, HERE)
    with pytest.raises(TooFast):
        limits.take(Limited.THREAD, ANA, HERE)


def test_more_than_a_bucket_holds_needs_a_full_one_and_is_paid_off(
    limits: RateLimits, clock: HandClock
) -> None:
    limits.take(Limited.THREAD, ANA, None, 8)
    clock.time += 79.5
    with pytest.raises(TooFast) as refused:
        limits.take(Limited.THREAD, ANA, None, 8)
    assert refused.value.seconds == 1
    clock.time += 0.5
    limits.take(Limited.THREAD, ANA, None, 8)
