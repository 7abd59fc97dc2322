"""Bids from whole hands rolled out: the chance of each total in the suits worth bidding."""

from dataclasses import dataclass
from time import monotonic

from bot.ai.bidding import Hearsay, Option, best_options, choose_call
from bot.ai.kernels.bits import Table
from bot.ai.reasons import Reason
from bot.ai.rolling import Roller
from bot.engine import MakeCall, SeatView

_SUITS = 4
"""How many contracts are rolled out, the best by rule first."""
_HEARSAY = Hearsay(partner_bid=0.05, partner_passed=0.0, opponent_bid=0.0)
"""Passes and opponents' bids move sampled chances less than the plain player's: measured."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """What a hand did in sampled deals: how often each total was taken."""

    counts: tuple[int, ...]
    shift: float = 0.0

    @property
    def mean(self) -> float:
        """The mean share of all points."""
        hands = sum(self.counts)
        total = len(self.counts) - 1
        points = sum(number * times for number, times in enumerate(self.counts))
        return points / (hands * total) + self.shift

    @property
    def every_trick(self) -> float:
        """The chance to take everything."""
        return min(1.0, max(0.0, self.counts[-1] / sum(self.counts) + self.shift))

    def chance(self, share: float) -> float:
        """Return the chance to take at least this share of the points of a hand."""
        needed = (share - self.shift) * (len(self.counts) - 1)
        taken = sum(times for number, times in enumerate(self.counts) if number >= needed)
        return taken / sum(self.counts)

    def shifted(self, share: float) -> "Rolled":
        """Return the estimate with so much more of the points expected."""
        return Rolled(self.counts, self.shift + share)


def rolled_call(
    roller: Roller, view: SeatView, legal: tuple[MakeCall, ...], hands: int, until: float
) -> tuple[MakeCall, Reason]:
    """Choose a call from sampled hands and say why."""
    options = best_options(view.rules, view.hand)
    rolled = []
    for option in options[:_SUITS]:
        counts: Table = roller.totals(view, option.contract, hands, until)
        rolled.append(Option(option.contract, Rolled(tuple(int(each) for each in counts))))
        if monotonic() > until:
            break
    return choose_call(view, legal, rolled, _HEARSAY)
