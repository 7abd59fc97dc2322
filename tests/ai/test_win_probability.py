"""The value of a hand for the game, under every scoring rule."""

import pytest

pytest.importorskip("numba", reason="the sampling players need numba")

import numpy as np

from tests.ai.positions import calling
from texas42.ai.rollouts.hands import HandSampler, Question
from texas42.ai.valuation.win_probability import HandValue
from texas42.engine import Call, CallKind, Contract, ContractKind, DoublesRule, suit_contract
from texas42.engine.tiles import Suit
from texas42.library import load_rules

FIVES = suit_contract(Suit.FIVES)
NELLO = Contract(ContractKind.NELLO, doubles=DoublesRule.OWN)
THIRTY = Call(CallKind.POINTS, 30)
TWO_MARKS = Call(CallKind.MULTIPLE, 2)


def worth(
    game: str,
    total: tuple[int, ...],
    bidder: int,
    call: Call,
    taken: int,
    contract: Contract = FIVES,
    **options: object,
) -> float:
    """Return side 0's chance to win after the bidder's side takes this much."""
    hands = HandValue(load_rules(game, options), total, 0)
    return float(hands.of_call(bidder, call, contract, np.array([taken]))[0])


def test_sides_are_even_before_the_first_hand() -> None:
    for game, sides in (("42", 2), ("88", 2), ("moon", 3)):
        now = HandValue(load_rules(game, None), (0,) * sides, 0).now
        assert now == pytest.approx(1 / sides)


def test_an_extra_mark_raises_both_gain_and_loss() -> None:
    marks = {"preset": "straight-marks"}
    made = [worth("42", (0, 0), 0, call, 42, **marks) for call in (THIRTY, TWO_MARKS)]
    was_set = [worth("42", (0, 0), 0, call, 0, **marks) for call in (THIRTY, TWO_MARKS)]
    assert made[1] > made[0] > 0.5 > was_set[0] > was_set[1]


def test_set_at_points_costs_more_than_a_made_bid_gains() -> None:
    points = {"preset": "puremco"}
    assert worth("42", (0, 0), 0, THIRTY, 33, **points) - 0.5 < 0.5 - worth(
        "42", (0, 0), 0, THIRTY, 29, **points
    )


def test_bidder_wins_if_both_sides_reach_the_target() -> None:
    points = {"preset": "puremco"}
    assert worth("42", (225, 245), 0, THIRTY, 30, **points) == 1.0
    assert worth("42", (225, 245), 1, THIRTY, 30, **points) == 0.0
    assert worth("42", (225, 245), 0, THIRTY, 29, **points) == 0.0


def test_set_bid_of_84_costs_their_points_too_where_it_is_not_exact() -> None:
    """Special contracts are exact at every table (ruling 8.11)."""
    inexact = {"preset": "celko-points"}
    exact = {"preset": "celko-points", "exact_42plus": True}
    missed = [worth("42", (0, 0), 0, TWO_MARKS, taken, **inexact) for taken in (41, 30, 0)]
    assert missed[0] > missed[1] > missed[2]
    assert {worth("42", (0, 0), 0, TWO_MARKS, taken, **exact) for taken in (41, 30, 0)} == {
        worth("42", (0, 0), 0, TWO_MARKS, 0, NELLO, **inexact)
    }
    assert worth("42", (0, 140), 0, TWO_MARKS, 16, **inexact) == 0.0
    assert worth("42", (0, 140), 0, TWO_MARKS, 16, **exact) > 0.0


def test_shooting_the_moon_wins_the_game_from_any_score() -> None:
    shot = Call(CallKind.TRICKS, 21)
    for made in ("bid", "tricks"):
        assert worth("moon", (-7, 20, 3), 0, shot, 7, moon_made=made) == 1.0
    assert worth("moon", (-7, 3, 3), 0, shot, 6) < worth("moon", (-7, 3, 3), 0, shot, 7)
    assert worth("moon4", (-20, 20), 0, shot, 7, bid_21=True) == 1.0
    assert worth("moon4", (-20, 20), 1, shot, 7, bid_21=True) == 0.0


def test_set_at_moon_costs_only_the_bidder() -> None:
    five, seven = (Call(CallKind.TRICKS, number) for number in (5, 7))
    assert worth("moon", (0, 0, 0), 0, five, 4) > worth("moon", (0, 0, 0), 0, seven, 4)
    assert worth("moon", (20, 0, 0), 1, five, 4) == 1.0
    assert worth("moon", (16, -4, 3), 0, five, 5) == 1.0


def test_partners_bid_counts_as_evidence() -> None:
    fives = FIVES
    mean = []
    for calls in ("31, pass", "pass, pass"):
        view = calling("54 53 51 22 31 60 40", calls)
        rolls = HandSampler().sample(Question(view, view.hand, (fives,), others=True), 512)
        mean.append((rolls.points_in(fives).mean(), rolls.points_of_seat(0).mean()))
    assert mean[0][0] > mean[1][0]
    assert mean[0][1] > mean[1][1] + 3
