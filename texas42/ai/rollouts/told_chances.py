"""Calibrate the chances in hints: those of plays by role and trick, those of bids by kind.

Bids and contracts are chosen by the calibrated chance; a play's is only shown. Uncalibrated, the
bidder's partner and opponents underestimate the bidder, and bidders overestimate themselves. The
corrections are fitted by `tests/bench/bench_calibration.py --against expert`, those of special
contracts to hands like those of `bench_forced_bids.py`; docs/strength.md has the figures.
"""

from enum import StrEnum
from math import exp, log

from texas42.ai.inference.knowledge import Knowledge
from texas42.ai.rules.strategies import STRATEGIES
from texas42.ai.valuation.win_probability import chance_in_play
from texas42.engine import Call, Contract, ContractKind, DoublesRule, Goal, SeatView


class BidKind(StrEnum):
    """What a bid goes over, or that it needs every trick."""

    OPENING = "opening"
    OVER_OPPONENT = "over an opponent"
    OVER_PARTNER = "over partner"
    EVERY_TRICK = "every trick"


_SHIFTS = {
    "bidder": (-0.05, -0.1, -0.3, -0.45, -0.65, -0.65),
    "partner": (0.6, 0.5, 0.5, 0.5, 0.5, 0.0),
    "others": (-0.45, -0.5, -0.55, -0.55, -0.65, -0.3),
}
"""Added to the log-odds of a play's chance, by role and trick."""
_BID_SHIFTS = {
    BidKind.OPENING: -0.15,
    BidKind.OVER_OPPONENT: -0.15,
    BidKind.OVER_PARTNER: -0.5,
    BidKind.EVERY_TRICK: -0.75,
}
"""Added to the log-odds of an ordinary bid's chance, by kind.

All raises over an opponent have the same: a bid is chosen by its told chance, and with corrections
of their own the lowest raises would win that choice too often.
"""
_SPECIAL_SHIFTS = {
    ContractKind.NELLO: -0.2,
    ContractKind.SEVENS: 0.0,
    ContractKind.PLUNGE: -1.2,
    ContractKind.SPLASH: -1.2,
}
"""Added to the log-odds of the share of roll-outs that make a special contract, by kind."""
_LEAST = 0.005
"""Chances closer than this to 0 or 1 are shown unchanged."""


def calibrate_play(known: Knowledge, chance: float) -> float:
    """Calibrate a play's chance, for this seat's role at this trick."""
    shifts = _SHIFTS[_role(known)]
    trick = len(known.view.tricks)
    fits = _by_sides(known.view) and trick < len(shifts)
    return _shift(chance, shifts[trick]) if fits else chance


def calibrate_bid(view: SeatView, call: Call, contract: Contract, made: float) -> float:
    """Calibrate the chance to make a bid in a contract from the share of roll-outs that make it.

    `view` is the bidder's, before the bid or when trump is named.
    """
    special = _SPECIAL_SHIFTS.get(contract.kind)
    if special is not None:
        return _shift(believable(view, contract, made), special)
    chance = chance_in_play(made)
    return _shift(chance, _BID_SHIFTS[kind_of_bid(view, call)]) if _by_sides(view) else chance


def believable(view: SeatView, contract: Contract, made: float) -> float:
    """Return the share of roll-outs that make a contract, limited where they defend too badly.

    The defense in roll-outs never leads a double at the doubles of a nel-o bidder, where they are a
    suit of their own. So such a hand gets no more than its estimate by rule.
    """
    by_rule = STRATEGIES[contract.kind].chance
    apart = contract.doubles in {DoublesRule.OWN, DoublesRule.OWN_REVERSED}
    holds = any(tile.is_double for tile in view.hand)
    if by_rule is None or not (apart and holds and contract.overlay.goal is Goal.NONE):
        return made
    return min(made, by_rule(view, contract))


def kind_of_bid(view: SeatView, call: Call) -> BidKind:
    """Classify a bid of the view's seat by what it goes, or went, over."""
    if call.multiple:
        return BidKind.EVERY_TRICK
    bids = (made for made in reversed(view.calls) if made.call.is_bid and made.seat != view.seat)
    standing = next(bids, None)
    if standing is None or view.seat is None:
        return BidKind.OPENING
    side_of = view.rules.game.side_of
    ours = side_of(standing.seat) == side_of(view.seat)
    return BidKind.OVER_PARTNER if ours else BidKind.OVER_OPPONENT


def _by_sides(view: SeatView) -> bool:
    return view.rules.game.sides < view.rules.game.seats


def _shift(chance: float, shift: float) -> float:
    """Shift the log-odds of a chance that is not close to certain."""
    if not _LEAST < chance < 1 - _LEAST:
        return chance
    return 1 / (1 + exp(-log(chance / (1 - chance)) - shift))


def _role(known: Knowledge) -> str:
    if known.me == known.view.bidder:
        return "bidder"
    return "partner" if known.declaring else "others"
