"""What calls tell: how much a hand must be worth to be bid so high, and what each seat has said."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bot.engine import Call, CallKind, Rules, SeatView

Floats = npt.NDArray[np.float64]

MOON_SHOT = 21
"""Moon's highest bid: every trick."""
NOBODY = -1
MARK = 0.07
"""What a hand must be worth beyond its bid for every mark beyond the first."""
_MARGIN = 0.10
"""What a hand must be worth beyond its bid to be bid over the partner's."""
_DEAR_POINTS, _DEAR_MARKS, _DEAR_TRICKS = 0.04, 0.0, -0.04
"""What a hand must be worth beyond its bid, by what is scored: a set costs more by points."""
_MOST = 8
"""Marks that are told apart."""
NO_FLOOR, NO_CEILING = -9.0, 9.0


@dataclass(frozen=True, slots=True)
class BidEvidence:
    """What a seat's last call says its hand is worth, as shares of all points."""

    least: float = NO_FLOOR
    most: float = NO_CEILING


class BidLadder:
    """The bids of a table as shares of all points, those above all points included."""

    def __init__(self, rules: Rules) -> None:
        self._game = rules.game
        self.dear = _DEAR_MARKS if rules.by_marks else _DEAR_POINTS
        if self._game.bid_unit == "tricks":
            self.dear = _DEAR_TRICKS

    def height(self, call: Call) -> float:
        """Return how high a bid is."""
        if call.kind is CallKind.TRICKS and call.number == MOON_SHOT:
            return 1 + MARK
        if call.multiple:
            return 1 + MARK * (min(call.multiple, _MOST) - 1)
        return call.number / self._game.total

    def least(self, height: Floats) -> Floats:
        """Return the least bid over standing ones, 0 being none."""
        total = self._game.total
        step = self._game.bid_step / total
        over = np.where(height < 0.999, np.minimum(height + step, 1.0), height + MARK)
        return np.where(height == 0.0, self._game.min_bid / total, over)

    def margin(self, seat: int, bidder: int) -> float:
        """Return what a seat wants beyond a bid to bid over this bidder."""
        side_of = self._game.side_of
        return _MARGIN if bidder != NOBODY and side_of(bidder) == side_of(seat) else 0.0


def infer_bids(view: SeatView) -> dict[int, BidEvidence]:
    """Return what the last call of each other seat tells; a plunge tells of doubles only."""
    ladder = BidLadder(view.rules)
    standing, bidder = 0.0, NOBODY
    told: dict[int, BidEvidence] = {}
    for made in view.calls:
        least = float(ladder.least(np.array([standing]))[0])
        if not made.call.is_bid:
            most = least + ladder.margin(made.seat, bidder) + ladder.dear
            told[made.seat] = BidEvidence(told.get(made.seat, BidEvidence()).least, most)
            continue
        margin = ladder.margin(made.seat, bidder)
        standing, bidder = ladder.height(made.call), made.seat
        if made.call.kind is not CallKind.PLUNGE:
            told[made.seat] = BidEvidence(least=min(standing, least + margin) + ladder.dear)
    if view.seat is not None:
        told.pop(view.seat, None)
    return told
