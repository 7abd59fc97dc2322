"""The value of a hand for the game, under every scoring rule."""

import pytest

pytest.importorskip("numba", reason="the sampling players need numba")

import numpy as np

from bot.ai.rollouts.hands import HandSampler, Question
from bot.ai.valuation.win_probability import HandValue
from bot.engine import Call, CallKind, suit_contract
from bot.engine.tiles import Suit
from bot.library import load_rules
from tests.ai.positions import calling

THIRTY = Call(CallKind.POINTS, 30)
TWO_MARKS = Call(CallKind.MULTIPLE, 2)


def worth(
    game: str, total: tuple[int, ...], bidder: int, call: Call, taken: int, **options: object
) -> float:
    """Return side 0's chance to win after the bidder's side takes this much."""
    hands = HandValue(load_rules(game, options), total, 0)
    return float(hands.of_call(bidder, call, np.array([taken]))[0])


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


def test_set_at_moon_costs_only_the_bidder() -> None:
    five, seven = (Call(CallKind.TRICKS, number) for number in (5, 7))
    assert worth("moon", (0, 0, 0), 0, five, 4) > worth("moon", (0, 0, 0), 0, seven, 4)
    assert worth("moon", (20, 0, 0), 1, five, 4) == 1.0
    assert worth("moon", (16, -4, 3), 0, five, 5) == 1.0


def test_partners_bid_counts_as_evidence() -> None:
    fives = suit_contract(Suit.FIVES)
    mean = []
    for calls in ("31, pass", "pass, pass"):
        view = calling("54 53 51 22 31 60 40", calls)
        rolls = HandSampler().sample(Question(view, view.hand, (fives,), others=True), 512)
        mean.append((rolls.points_in(fives).mean(), rolls.points_of_seat(0).mean()))
    assert mean[0][0] > mean[1][0]
    assert mean[0][1] > mean[1][1] + 3
