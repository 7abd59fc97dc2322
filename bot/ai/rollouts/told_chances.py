"""A correction of the chances that hints give, of plays by role and trick, of bids by their kind.

It changes what is told, never what is chosen. Seats beside the bidder believe too little in the
bidder: the calls and plays of others tell more than the samples take from them. Bidders believe
too much in themselves: the others defend better than the roll-outs. Fitted to what came of the bids
and plays of four experts, by `tests/bench/bench_calibration.py --against expert`.
"""

from enum import StrEnum
from math import exp, log

from bot.ai.inference.knowledge import Knowledge
from bot.engine import Call, SeatView


class BidKind(StrEnum):
    """What a bid goes over."""

    OPENING = "opening"
    OVER_OPPONENT = "over an opponent"
    OVER_PARTNER = "over partner"
    MARKS = "two marks and more"


_SHIFTS = {
    "bidder": (-0.05, -0.1, -0.3, -0.45, -0.65, -0.65),
    "partner": (0.6, 0.5, 0.5, 0.5, 0.5, 0.0),
    "others": (-0.45, -0.5, -0.55, -0.55, -0.65, -0.3),
}
"""By role and trick, what is added to the log of the odds, fitted to 2,190 contracts.

In 7,162 other contracts of 42 (102,700 plays) what was told is within 0.02 of what came, for every
role at every trick. Since the bidder's leads look a lead ahead its chances came out higher by up to
0.02 in 4,773 more (68,600 plays), and are corrected by that."""
_BID_SHIFTS = {
    BidKind.OPENING: -0.15,
    BidKind.OVER_OPPONENT: -0.25,
    BidKind.OVER_PARTNER: -0.5,
    BidKind.MARKS: -0.75,
}
"""By kind, what is added to the log of the odds of a bid's chance.

Without it the bids of 2,190 contracts were told 0.70, 0.60, 0.74, 0.84 where 0.67, 0.54, 0.64, 0.70
came. In 2,581 others, with -0.3 over an opponent, 0.67, 0.53, 0.64, 0.71 were told and 0.66, 0.55,
0.64, 0.73 came: so -0.25, which fits all of them. In 7,162 more, with -0.9 for two marks and more,
0.67, 0.54, 0.64, 0.68 were told and 0.66, 0.55, 0.61, 0.73 came: so -0.75. In 4,773 after that
0.66, 0.53, 0.63, 0.72 were told and 0.66, 0.55, 0.59, 0.73 came."""
_LEAST = 0.005
"""Chances nearer to 0 or 1 are as good as certain, and told as they are."""


def corrected(known: Knowledge, chance: float) -> float:
    """Return a play's chance as it comes true for this seat's role at this trick."""
    shifts = _SHIFTS[_role(known)]
    trick = len(known.view.tricks)
    fits = _by_sides(known.view) and trick < len(shifts)
    return _shifted(chance, shifts[trick]) if fits else chance


def corrected_bid(view: SeatView, call: Call, chance: float) -> float:
    """Return the chance to make a bid as it comes true for bids of its kind.

    `view` is the bidder's, before the bid or when trump is named.
    """
    return _shifted(chance, _BID_SHIFTS[kind_of_bid(view, call)]) if _by_sides(view) else chance


def kind_of_bid(view: SeatView, call: Call) -> BidKind:
    """Return what a bid of the view's seat goes, or went, over."""
    if call.multiple > 1:
        return BidKind.MARKS
    bids = (made for made in reversed(view.calls) if made.call.is_bid and made.seat != view.seat)
    standing = next(bids, None)
    if standing is None or view.seat is None:
        return BidKind.OPENING
    side_of = view.rules.game.side_of
    ours = side_of(standing.seat) == side_of(view.seat)
    return BidKind.OVER_PARTNER if ours else BidKind.OVER_OPPONENT


def _by_sides(view: SeatView) -> bool:
    return view.rules.game.sides < view.rules.game.seats


def _shifted(chance: float, shift: float) -> float:
    """Add to the log of the odds of a chance that is not as good as certain."""
    if not _LEAST < chance < 1 - _LEAST:
        return chance
    return 1 / (1 + exp(-log(chance / (1 - chance)) - shift))


def _role(known: Knowledge) -> str:
    if known.me == known.view.bidder:
        return "bidder"
    return "partner" if known.declaring else "others"
