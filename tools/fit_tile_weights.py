"""Fit the tile values of `texas42/ai/valuation/tile_weights.py` to the plain player's estimate.

    python -m tools.fit_tile_weights [--games 42 88 ...] [--deals 600] [--seed 99]

`strength.estimate` values the first hand of each seeded deal in every ordinary contract. For each
game and class of trump, least squares then fit the mean share of the points as the sum that
`tile_values` computes, giving strong hands more weight; the terms of the sum come from that
function itself. The lines are printed in the format of `tile_weights.py`; the default arguments
reproduce the current ones as long as the estimate does not change. The comment after # compares the
best contract's sum with its estimate over as many hands of the next seed: correlation, mean
difference and its spread, for the new weights and for the current ones.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).parents[2]))

from texas42.ai.inference.trick_order import TrickOrder, trick_order
from texas42.ai.players.arena import shake_from_seed
from texas42.ai.solver.loading import prepare
from texas42.ai.valuation.strength import estimate
from texas42.ai.valuation.tile_weights import TILE_VALUES
from texas42.engine import DOUBLES, FOLLOW_ME, Rules, Tile
from texas42.library import load_rules

KERNELS = Path(__file__).parents[2] / ".pytest_cache" / "kernels"
GAMES = tuple(dict.fromkeys(game for game, _ in TILE_VALUES))
PARTS = len(next(iter(TILE_VALUES.values())))
MOST = 1.05
"""Estimates above all points are capped here."""
FAVOUR = 0.8
"""The weight of a hand grows by e to this power per standard deviation of strength."""
HOLD = 1e-3
"""Regularization that pulls weights without evidence to 0."""

Numbers: TypeAlias = npt.NDArray[np.float64]
Weights: TypeAlias = Mapping[str, Numbers]


@dataclass(frozen=True, slots=True)
class Way:
    """A contract to estimate hands in: its class of trump, and each tile's terms."""

    trump: str
    order: TrickOrder
    whatever: Numbers
    by_tile: Mapping[Tile, Numbers]

    def parts(self, hand: Sequence[Tile]) -> Numbers:
        """Count how often a hand has each term."""
        return self.whatever + sum(self.by_tile[tile] for tile in hand)


@dataclass(frozen=True, slots=True)
class Case:
    """A hand in a contract: its class of trump, its terms and its estimate."""

    trump: str
    parts: Numbers
    mean: float


def ways(rules: Rules) -> list[Way]:
    """List the ordinary contracts of a game."""
    tile_weights = import_module("texas42.ai.valuation.tile_weights")
    found = []
    for contract in tile_weights.plain_contracts(rules):
        order = trick_order(rules.game, contract)
        named = order.trump_suit
        trump = named.value if named in (DOUBLES, FOLLOW_ME) else "number"
        sums = [_alone(tile_weights, part, rules, order) for part in range(PARTS)]
        whatever = np.array([base for base, _ in sums])
        by_tile = {tile: np.array([worth[tile] for _, worth in sums]) for tile in order.places}
        found.append(Way(trump, order, whatever, by_tile))
    return found


def _alone(
    tile_weights: Any, part: int, rules: Rules, order: TrickOrder
) -> tuple[float, dict[Tile, float]]:
    """Return the player's sum with one weight 1 and all others 0."""
    alone = tuple(float(each == part) for each in range(PARTS))
    tile_weights.TILE_VALUES = dict.fromkeys(TILE_VALUES, alone)
    base, worth = tile_weights.tile_values(rules, order)
    tile_weights.TILE_VALUES = TILE_VALUES
    whole = tile_weights.SHARE
    return base / whole, {tile: value / whole for tile, value in worth.items()}


def hands(rules: Rules, deals: int, seed: int) -> Iterator[list[Case]]:
    """Yield seeded hands, each in every ordinary contract."""
    contracts = ways(rules)
    for number in range(deals):
        hand = shake_from_seed(rules, 0, seed, number).hands[0]
        yield [
            Case(
                way.trump,
                way.parts(hand),
                min(estimate(rules.game, way.order, hand).mean, MOST),
            )
            for way in contracts
        ]


def fitted(found: Sequence[Sequence[Case]]) -> Weights:
    """Fit the weights of each class of trump."""
    by_trump: dict[str, list[Case]] = defaultdict(list)
    for hand in found:
        for case in hand:
            by_trump[case.trump].append(case)
    return {trump: _squares(cases) for trump, cases in by_trump.items()}


def _squares(cases: Sequence[Case]) -> Numbers:
    parts = np.array([case.parts for case in cases])
    means = np.array([case.mean for case in cases])
    favour = np.exp((means - means.mean()) / means.std() * FAVOUR / 2)
    rows = np.vstack([parts * favour[:, None], HOLD * np.eye(PARTS)])
    weights: Numbers = np.linalg.lstsq(rows, np.append(means * favour, np.zeros(PARTS)))[0]
    return weights


def goes_with(weights: Weights, found: Sequence[Sequence[Case]]) -> str:
    """Describe how close the best sum of each hand is to its best estimate."""
    sums = np.array([max(case.parts @ weights[case.trump] for case in hand) for hand in found])
    means = np.array([max(case.mean for case in hand) for hand in found])
    together = np.corrcoef(sums, means)[0, 1]
    return f"{together:.3f} {(sums - means).mean():+.3f} {(sums - means).std():.3f}"


def short(number: float) -> str:
    """Format a weight as in `tile_weights.py`."""
    text = f"{number:.3f}".replace("0.", ".", 1)
    return "0" if not float(text) else text


def main(options: argparse.Namespace) -> None:
    """Fit and print, game by game."""
    prepare(options.kernels)
    for game in options.games:
        rules = load_rules(game, None)
        weights = fitted(list(hands(rules, options.deals, options.seed)))
        for trump, numbers in weights.items():
            print(game, trump, *(short(number) for number in numbers))
        present = {trump: np.array(TILE_VALUES[game, trump]) for trump in weights}
        others = list(hands(rules, options.deals, options.seed + 1))
        told = f"new {goes_with(weights, others)}, present {goes_with(present, others)}"
        print(f"# {game}: {told}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES)
    parser.add_argument("--deals", type=int, default=600, help="hands of each game")
    parser.add_argument("--seed", type=int, default=99, help="of the deals")
    parser.add_argument("--kernels", type=Path, default=KERNELS, help="keeps compiled code")
    main(parser.parse_args())
