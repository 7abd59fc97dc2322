"""Rate limits per person and per server, as token buckets."""

from __future__ import annotations

import pytest

from bot.tables.errors import RequestKind, StillBusy, TooFast
from bot.tables.limits import MOST_BUCKETS, RATES, Rate, RateLimits
from tests.support.clocks import SetClock

ANA = 1
BO = 2
HERE = 10
THERE = 20
RATE = {what: (Rate(3, 10.0), Rate(5, 2.0)) for what in RequestKind}


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def limits(clock: SetClock) -> RateLimits:
    return RateLimits(RATE, clock)


def test_every_limited_request_has_a_rate() -> None:
    assert set(RATES) == set(RequestKind)


def test_request_after_a_burst_has_to_wait(limits: RateLimits, clock: SetClock) -> None:
    for _ in range(3):
        limits.take(RequestKind.HINT, ANA, HERE)
    with pytest.raises(TooFast) as refused:
        limits.take(RequestKind.HINT, ANA, HERE)
    assert (refused.value.seconds, refused.value.everyone) == (10, False)
    clock.time += 9.5
    with pytest.raises(TooFast) as refused:
        limits.take(RequestKind.HINT, ANA, HERE)
    assert refused.value.seconds == 1
    clock.time += 0.5
    limits.take(RequestKind.HINT, ANA, HERE)
    with pytest.raises(TooFast):
        limits.take(RequestKind.HINT, ANA, HERE)


def test_refused_request_costs_no_token(limits: RateLimits, clock: SetClock) -> None:
    for _ in range(3):
        limits.take(RequestKind.HINT, ANA, HERE)
    for _ in range(50):
        with pytest.raises(TooFast):
            limits.take(RequestKind.HINT, ANA, HERE)
    clock.time += 10
    limits.take(RequestKind.HINT, ANA, HERE)


def test_buckets_are_separate_by_person_and_kind(limits: RateLimits) -> None:
    for _ in range(3):
        limits.take(RequestKind.HINT, ANA, HERE)
    limits.take(RequestKind.HINT, BO, HERE)
    limits.take(RequestKind.REVIEW, ANA, HERE)


def test_people_of_a_server_share_its_bucket(limits: RateLimits) -> None:
    for person in range(5):
        limits.take(RequestKind.OPEN, 100 + person, HERE)
    with pytest.raises(TooFast) as refused:
        limits.take(RequestKind.OPEN, BO, HERE)
    assert refused.value.everyone
    limits.take(RequestKind.OPEN, BO, THERE)
    limits.take(RequestKind.OPEN, BO, None)


def test_bucket_never_holds_more_than_its_burst(limits: RateLimits, clock: SetClock) -> None:
    limits.take(RequestKind.HINT, ANA, None)
    clock.time += 1_000_000
    for _ in range(3):
        limits.take(RequestKind.HINT, ANA, None)
    with pytest.raises(TooFast):
        limits.take(RequestKind.HINT, ANA, None)


def test_only_the_newest_buckets_are_kept(limits: RateLimits) -> None:
    for person in range(MOST_BUCKETS + 100):
        limits.take(RequestKind.PRESS, person, None)
    assert len(limits._full_at) == MOST_BUCKETS


def test_busy_person_blocks_only_their_own_next_request(limits: RateLimits) -> None:
    with limits.alone(RequestKind.OWN_DATA, ANA, HERE):
        for _ in range(10):
            with pytest.raises(StillBusy), limits.alone(RequestKind.OWN_DATA, ANA, HERE):
                pass
        with limits.alone(RequestKind.OWN_DATA, BO, HERE):
            pass
    with limits.alone(RequestKind.OWN_DATA, ANA, HERE):
        pass


def test_a_request_for_several_takes_them_all_and_failing_gives_them_back(
    limits: RateLimits, clock: SetClock
) -> None:
    with pytest.raises(KeyError), limits.spending(RequestKind.THREAD, ANA, HERE, 2):
        raise KeyError
    with limits.spending(RequestKind.THREAD, ANA, HERE, 2):
        pass
    with pytest.raises(TooFast), limits.spending(RequestKind.THREAD, ANA, HERE, 2):
        raise AssertionError("refused before it began")
    limits.take(RequestKind.THREAD, ANA, HERE)
    with pytest.raises(TooFast):
        limits.take(RequestKind.THREAD, ANA, HERE)


def test_more_than_a_bucket_holds_needs_a_full_one_and_is_paid_off(
    limits: RateLimits, clock: SetClock
) -> None:
    limits.take(RequestKind.THREAD, ANA, None, 8)
    clock.time += 79.5
    with pytest.raises(TooFast) as refused:
        limits.take(RequestKind.THREAD, ANA, None, 8)
    assert refused.value.seconds == 1
    clock.time += 0.5
    limits.take(RequestKind.THREAD, ANA, None, 8)
