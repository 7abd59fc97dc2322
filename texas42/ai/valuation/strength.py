"""Estimate the strength of a hand in a contract from a few features, fitted to self-play."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import erf, exp, sqrt
from typing import Protocol, TypeAlias

from texas42.ai.inference.trick_order import TrickOrder, places_of, trick_order
from texas42.ai.valuation.strength_weights import ALL_TRICKS, POINT_SHARE, trump_class, weights_game
from texas42.engine import Contract, GameSpec, Rules, Suit, Tile

_LEAST_SPREAD = 0.4


class HandEstimate(Protocol):
    """An estimate of what a hand takes in a contract."""

    @property
    def mean(self) -> float:
        """The mean share of all points."""

    @property
    def every_trick(self) -> float:
        """The chance to take every trick."""

    def chance(self, share: float) -> float:
        """Return the chance to take at least this share of the points."""

    def with_shift(self, share: float) -> "HandEstimate":
        """Return the estimate with its mean raised by `share`."""


Estimator: TypeAlias = Callable[[Rules, Contract, Sequence[Tile]], HandEstimate]
"""A function that estimates what a hand takes in a contract."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The expected share of all points, its spread, and the chance of every trick."""

    mean: float
    spread: float
    every_trick: float

    def chance(self, share: float) -> float:
        """Return the chance to take at least this share of the points of a hand."""
        # Strong hands vary less than weak ones: they are near the maximum.
        spread = self.spread * max(_LEAST_SPREAD, 0.35 + 1.6 * (1 - self.mean))
        return 0.5 * (1 + erf((self.mean - share) / (spread * sqrt(2))))

    def with_shift(self, share: float) -> "Estimate":
        """Return the estimate with its mean raised by `share`."""
        return Estimate(self.mean + share, self.spread, shift_every_trick(self.every_trick, share))


def shift_every_trick(chance: float, share: float) -> float:
    """Return the chance of every trick after raising the mean by this share of the points."""
    return min(max(chance + share * (1 - chance) * 2, 0.0), 1.0)


def estimate_by_rule(rules: Rules, contract: Contract, hand: Sequence[Tile]) -> Estimate:
    """Estimate from the features of a hand; see `estimate`."""
    return estimate(rules.game, trick_order(rules.game, contract), hand)


def estimate(game: GameSpec, order: TrickOrder, hand: Sequence[Tile]) -> Estimate:
    """Estimate what a bidder takes with this hand in the contract of `order`."""
    held = order.mask(hand)
    if is_lay_down(order, held):
        return Estimate(1.0, _LEAST_SPREAD / 10, 1.0)
    values = features(game, order, held)
    key = (weights_game(game), trump_class(order.trump_suit))
    *weights, spread = POINT_SHARE[key]
    mean = sum(w * v for w, v in zip(weights, values, strict=True))
    logit = sum(w * v for w, v in zip(ALL_TRICKS[key], values, strict=True))
    return Estimate(mean, spread, 1 / (1 + exp(-logit)))


def is_lay_down(order: TrickOrder, hand: int) -> bool:
    """Return True if the hand, leading, cannot lose a trick whatever the others hold."""
    outside = ((1 << len(order.line)) - 1) & ~hand
    trumps = hand & order.trump
    out = (order.trump & outside).bit_count()
    if _top_trumps(order, trumps, outside) < trumps.bit_count() or trumps.bit_count() < out:
        return False
    for place in places_of(hand & ~order.trump):
        in_suit = order.follows[order.suit_led(order.line[place])]
        if in_suit & order.stronger[place] & outside:
            return False
    return True


def features(game: GameSpec, order: TrickOrder, hand: int) -> tuple[float, ...]:
    """Compute the features of the estimate.

    In order: 1; trumps; highest trump held; the two highest; second without highest; other masters
    that are doubles; other tiles that walk at once; losers with their master in hand; count in
    trumps and masters, count in losers, both as shares of ten points; suits held besides trumps; at
    most one loser; none.
    """
    outside = ((1 << len(order.line)) - 1) & ~hand
    trumps = hand & order.trump
    top = _top_trumps(order, trumps, outside)
    doubles = walkers = covered = 0
    losers = _trump_losers(order, trumps, top)
    safe = _count(game, order, trumps)
    risky = 0
    suits: set[Suit] = set()
    for place in places_of(hand & ~order.trump):
        tile = order.line[place]
        suit = order.suit_led(tile)
        suits.add(suit)
        in_suit = order.follows[suit] & ~order.trump
        count = tile.count if game.counts else 0
        if not in_suit & order.stronger[place] & outside:
            doubles += tile.is_double
            walkers += not tile.is_double
            safe += count
        else:
            highest = 1 << (in_suit.bit_length() - 1)
            covered += bool(highest & hand)
            risky += count
            losers += 1
    best_trump = trumps.bit_length() - 1
    second = trumps and not top and (outside & order.trump & order.stronger[best_trump])
    only_one_above = bool(second) and second.bit_count() <= 1
    return (
        1.0,
        trumps.bit_count(),
        top >= 1,
        top >= 2,
        only_one_above,
        doubles,
        walkers,
        covered,
        safe / 10,
        risky / 10,
        len(suits),
        losers <= 1,
        losers == 0,
    )


def _trump_losers(order: TrickOrder, trumps: int, top: int) -> int:
    """Count the rounds in which an opponent may hold the highest trump before all are out."""
    outside = (order.trump & ~trumps).bit_count()
    return max(0, min(trumps.bit_count(), (outside + 1) // 2) - top)


def _top_trumps(order: TrickOrder, trumps: int, outside: int) -> int:
    """Count the trumps in hand that no outside trump beats."""
    return sum(
        1 for place in places_of(trumps) if not order.trump & order.stronger[place] & outside
    )


def _count(game: GameSpec, order: TrickOrder, mask: int) -> int:
    if not game.counts:
        return 0
    return sum(order.line[place].count for place in places_of(mask))
