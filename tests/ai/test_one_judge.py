"""Guide, hint, coach, review, replay and `/bid-this` ask one judge, which keeps its word."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from threading import Thread

import pytest

pytest.importorskip("numba", reason="the judge needs numba")

from bot.players import reviews, service
from bot.players.reviews import SolverReviews
from tests.ai.hands import record_hand
from tests.ai.positions import calling, playing
from tests.bench.bench_one_judge import PATIENT, check
from tests.support.compiled import SHARED
from tests.support.matrix import mostly_long
from texas42.ai.findings.judgments import Advised, Review
from texas42.ai.players.decisions import SeatDecisions
from texas42.ai.players.judges import Judges, acts_of
from texas42.ai.rollouts.hands import HandSampler
from texas42.ai.rollouts.weighed_calls import best_call
from texas42.engine import MakeCall, PlayTile, SeatView, format_action

HANDS = 1
"""`bench_one_judge` tries hundreds."""
SEED = 36
SEEDS = (SEED, 10, 24)
"""Hands with a mistake, and with costly plays; the first one also with a wrong call."""


@pytest.fixture(scope="module")
def judges() -> Judges:
    return Judges(SHARED)


@pytest.fixture(scope="module")
def review(judges: Judges) -> SolverReviews:
    return SolverReviews(SHARED, judges)


@pytest.fixture(scope="module")
def reviewed(review: SolverReviews) -> Callable[[int], Review]:
    return cache(lambda seed: review(record_hand(seed), 1))


@pytest.mark.slow
@pytest.mark.timeout(PATIENT)
async def test_all_who_judge_a_decision_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "PATIENCE_SECONDS", PATIENT)
    monkeypatch.setattr(service, "PATIENCE_SECONDS", PATIENT)
    monkeypatch.setattr(service, "ADVICE_SECONDS", PATIENT)
    done, taken, found = await check(range(HANDS), PATIENT)
    assert done == HANDS
    assert len(taken) > 10 * HANDS
    assert found == []


def test_advice_is_the_same_in_every_thread_and_at_every_time(judges: Judges) -> None:
    view = playing("64 60 20 30 10 31 42", "62 66 61", contract="5")
    answers = [judges.mine().advise(view)]
    # other questions in between must leave no trace
    judges.mine().advise(calling("65 62 10 64 31 41 20"))
    answers.append(judges.mine().advise(view))
    thread = Thread(target=lambda: answers.append(judges.mine().advise(view)))
    thread.start()
    thread.join()
    assert answers == [answers[0]] * 3


def test_advice_reads_no_clock(judges: Judges, monkeypatch: pytest.MonkeyPatch) -> None:
    views = (calling("65 62 10 64 31 41 20"), playing("66 65 61 55 50 43 22", "", contract="6"))
    before = [judges.mine().advise(view) for view in views]
    late = iter(range(0, 10**9, 10**5))
    for room in ("plays", "hands", "bids", "exchange"):
        monkeypatch.setattr(f"texas42.ai.rollouts.{room}.monotonic", lambda: next(late))
    assert [judges.mine().advise(view) for view in views] == before


def moved_on(view: SeatView, seats: int) -> SeatView:
    """Return the same question of a bidder who sits elsewhere, in a later hand."""

    def moved(call: MakeCall) -> MakeCall:
        return MakeCall((call.seat + seats) % 4, call.call)

    total = view.total if seats % 2 == 0 else view.total[::-1]
    seat = ((view.seat or 0) + seats) % 4
    return replace(
        view,
        seat=seat,
        to_act=seat,
        shaker=(view.shaker + seats) % 4,
        deal_number=view.deal_number + seats,
        total=total,
        calls=tuple(moved(call) for call in view.calls),
        legal=tuple(moved(call) for call in view.legal if isinstance(call, MakeCall)),
    )


def test_best_call_does_not_depend_on_the_seat_or_the_number_of_the_hand() -> None:
    view = replace(calling("65 62 10 64 31 41 20"), total=(3, 1))
    assert view.seat is not None
    sampler = HandSampler()
    best, reason = best_call(sampler, view)
    for seats in range(1, 4):
        again, why = best_call(sampler, moved_on(view, seats))
        assert again == MakeCall((best.seat + seats) % 4, best.call)
        assert why.chance == reason.chance
        assert why.left_bid == reason.left_bid
        if reason.left_to is not None:
            assert why.left_to == (reason.left_to + seats) % 4


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_long(SEEDS, SEED))
def test_following_the_advice_is_not_a_mistake(
    judges: Judges, review: SolverReviews, reviewed: Callable[[int], Review], seed: int
) -> None:
    record = record_hand(seed)
    assert any(each.mistake for each in reviewed(seed).judged)
    advised: tuple[Advised, ...] = tuple(
        (act.step, format_action(act.action, act.view.rules)) for act in acts_of(record, 1, ())
    )
    found = review(record, 1, advised)
    assert not any(each.mistake for each in found.judged)
    assert not any(each.mistake for each in found.calls if each is not None)
    assert all(each.best == each.play for each in found.judged)
    assert found.costs == ()
    assert found.excused
    decide = SeatDecisions(judges)
    for seat in range(4):
        assert not any(each.mistake for each in decide(record, 1, seat, advised))


@pytest.mark.slow
def test_nothing_else_is_better_than_kept_advice(
    review: SolverReviews, reviewed: Callable[[int], Review]
) -> None:
    """Advice of an older version stands, also if this one would advise something else."""
    record = record_hand(SEED)
    wrong = [each for each in reviewed(SEED).judged if each.mistake]
    assert wrong
    steps = {
        (len(act.view.tricks) + 1, act.action): act
        for act in acts_of(record, 1, ())
        if isinstance(act.action, PlayTile)
    }
    for each in wrong:
        act = steps[each.trick, each.play]
        others = [play for play in act.view.legal if play not in (each.play, each.best)]
        same: tuple[Advised, ...] = ((act.step, format_action(each.best)),)
        assert each in review(record, 1, same).judged
        for other in others[:1]:
            kept = ((act.step, format_action(other)),)
            again = review(record, 1, kept).judged_of(each.trick, each.play.seat)
            assert again is not None
            assert not again.mistake
            assert again.best == each.play
