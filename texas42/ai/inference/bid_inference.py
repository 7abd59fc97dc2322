"""Bid inference: the hand value that each bid requires, and each seat's calls imply."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from texas42.engine import SHOOT_THE_MOON, Call, CallKind, Rules, SeatView, contract_called

Floats = npt.NDArray[np.float64]

NOBODY = -1
MARK = 0.07
"""The extra value that a hand needs for each mark beyond the first."""
_MARGIN = 0.10
"""The value beyond its bid that a hand needs to go over the partner's bid."""
_EXTRA_POINTS = 0.04
_EXTRA_MARKS = 0.0
_EXTRA_TRICKS = -0.04
"""The value beyond its bid that a hand needs, by scoring: getting set costs more by points."""
_MOST_MARKS = 8
"""Bids of more marks are treated as this many."""
NO_FLOOR = -9.0
NO_CEILING = 9.0


@dataclass(frozen=True, slots=True)
class BidEvidence:
    """The range of hand values that a seat's last call implies, as shares of all points."""

    least: float = NO_FLOOR
    most: float = NO_CEILING


class BidLadder:
    """The bids of a table on one scale: shares of all points, above 1 for several marks."""

    def __init__(self, rules: Rules) -> None:
        self._game = rules.game
        self.extra = _EXTRA_MARKS if rules.by_marks else _EXTRA_POINTS
        if self._game.bid_unit == "tricks":
            self.extra = _EXTRA_TRICKS

    def height(self, call: Call) -> float:
        """Return the height of a bid on the scale."""
        if call.kind is CallKind.TRICKS and call.number == SHOOT_THE_MOON:
            return 1 + MARK
        if call.multiple:
            return 1 + MARK * (min(call.multiple, _MOST_MARKS) - 1)
        return call.number / self._game.total

    def least(self, height: Floats) -> Floats:
        """Return the least bids over standing ones, 0 meaning no bid."""
        total = self._game.total
        step = self._game.bid_step / total
        over = np.where(height < 0.999, np.minimum(height + step, 1.0), height + MARK)
        return np.where(height == 0.0, self._game.min_bid / total, over)

    def margin(self, seat: int, bidder: int) -> float:
        """Return the extra value that a hand needs to bid over this bidder."""
        side_of = self._game.side_of
        return _MARGIN if bidder != NOBODY and side_of(bidder) == side_of(seat) else 0.0


def infer_bids(view: SeatView) -> dict[int, BidEvidence]:
    """Infer hand values from the last call of each other seat, for ordinary bids and passes.

    A call that commits to a special contract is not evidence of a hand's value: it shows what that
    contract needs, as a plunge shows doubles.
    """
    ladder = BidLadder(view.rules)
    standing = 0.0
    bidder = NOBODY
    found: dict[int, BidEvidence] = {}
    for made in view.calls:
        least = float(ladder.least(np.array([standing]))[0])
        if not made.call.is_bid:
            most = least + ladder.margin(made.seat, bidder) + ladder.extra
            found[made.seat] = BidEvidence(found.get(made.seat, BidEvidence()).least, most)
            continue
        margin = ladder.margin(made.seat, bidder)
        standing = ladder.height(made.call)
        bidder = made.seat
        if contract_called(made.call) is None:
            found[made.seat] = BidEvidence(least=min(standing, least + margin) + ladder.extra)
    if view.seat is not None:
        found.pop(view.seat, None)
    return found
