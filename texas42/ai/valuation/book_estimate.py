"""Hand estimates from the bid book's model. They are computed hand by hand, without the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from texas42.ai.valuation.bid_book import ABOVE, BOOK_CONTRACTS, HAND
from texas42.ai.valuation.bid_book_model import Model
from texas42.ai.valuation.strength import HandEstimate, estimate_by_rule, shift_every_trick
from texas42.engine import Contract, Rules, Tile

_LEAST_BID = 30
_TOTAL = _LEAST_BID + ABOVE


@dataclass(frozen=True, slots=True)
class BookEstimate:
    """An estimate from `chances`: the chance of at least 0 points, at least 1, and so on."""

    chances: Sequence[float]
    shift: float = 0.0

    @property
    def mean(self) -> float:
        """The mean share of all points."""
        return sum(self.chances[1:]) / _TOTAL + self.shift

    @property
    def every_trick(self) -> float:
        """The chance to take every trick."""
        return shift_every_trick(self.chances[-1], self.shift)

    def chance(self, share: float) -> float:
        """Return the chance to take at least this share of the points."""
        # Continuity correction, as with a normal distribution: "n or more" begins at n - 0.5.
        points = min(max((share - self.shift) * _TOTAL + 0.5, 0.0), float(_TOTAL))
        below = min(int(points), _TOTAL - 1)
        part = points - below
        return (1 - part) * self.chances[below] + part * self.chances[below + 1]

    def with_shift(self, share: float) -> BookEstimate:
        """Return the estimate with its mean raised by `share`."""
        return BookEstimate(self.chances, self.shift + share)


def estimate_by_book(rules: Rules, contract: Contract, hand: Sequence[Tile]) -> HandEstimate:
    """Estimate by the book if it covers the contract and a whole hand, else by rule."""
    if rules.game.id != "42" or contract not in BOOK_CONTRACTS or len(hand) != HAND:
        return estimate_by_rule(rules, contract, hand)
    return _found(tuple(hand), contract)


@lru_cache(maxsize=512)
def _found(hand: tuple[Tile, ...], contract: Contract) -> BookEstimate:
    known = _model().chances_of(hand, contract)
    fewer = (1 - (1 - known[0]) * points / _LEAST_BID for points in range(_LEAST_BID))
    return BookEstimate((*fewer, *known))


@lru_cache(maxsize=1)
def _model() -> Model:
    return Model.load()
