"""What a bid is worth in sampled deals, if it is made as often as its told chance says."""

from dataclasses import dataclass

import numpy as np

from texas42.ai.inference.bid_inference import Floats
from texas42.ai.rollouts.told_chances import calibrate_bid
from texas42.ai.valuation.win_probability import HandValue, Numbers, points_needed_for
from texas42.engine import Call, Contract, SeatView


@dataclass(frozen=True, slots=True)
class ToldWorth:
    """A bid in a contract: the told chance, its worth in each deal, and its risk.

    `worth` is the result of each roll-out, moved by as much as the told chance differs from the
    share of roll-outs that make the bid. `beside_pass` is never moved up: a pass leaves the hand to
    bids that are valued by roll-outs alone, which make less often than told too. `risk` is what the
    bid loses on average by failing.
    """

    chance: float
    worth: Floats
    beside_pass: Floats
    risk: float


def told_worth(
    view: SeatView, hand_value: HandValue, call: Call, contract: Contract, taken: Numbers
) -> ToldWorth:
    """Value a bid of the view's seat that takes so many points in each deal."""
    made = taken >= points_needed_for(view.rules, call)
    share = float(made.mean())
    chance = calibrate_bid(view, call, contract, share)
    side = view.rules.game.side_of(view.seat or 0)
    results = hand_value.of_call(side, call, contract, taken)
    extremes = hand_value.of_call(side, call, contract, np.array([0, view.rules.game.total]))
    lost = float(results[~made].mean() if share < 1 else extremes[0])
    won = float(results[made].mean() if share else extremes[1])
    moved = (chance - share) * (won - lost)
    risk = (1 - chance) * max(0.0, hand_value.now - lost)
    return ToldWorth(chance, results + moved, results + min(moved, 0.0), risk)
