"""Fits the weights of `bot/ai/kernels/move_scores.py` to what roll-outs make of plays.

    python tests/bench/fit_move_scores.py [--games 42 moon big-game 88] [--deals 9000] [--seed 1]
        [--play-deals 128] [--epochs 30] [--out FILE]

Experts, who bid as the plain player does, play seeded deals by roll-outs with the present weights.
Of every choice between plays in a contract with suits are noted the facts that the quick player
judges by, told by its own code, and what the roll-outs make of each play. Then the weights are
fitted, from nothing, so that the play with the highest sum loses little; every tenth deal is kept
for checking. Printed are the losses, in what the expert counts by (a made bid is about 1), the
table as `move_scores.py` holds it, and a match without search over other deals, each played again
with the sides exchanged: quick players with the new weights less those with the present ones.

`--deals` is the number for 42; the other games have a part of it. Few deals fit the noise: 500 do
worse than the weights in use, which rest on 9000. Those came of three rounds, each played with
the weights of the one before, the first by rules of thumb; for another round put the table into
`move_scores.py` and run this again.
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from importlib import import_module
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.ai.solver.loading import prepare
from bot.library import load_rules
from tests.bench.support.fitting import SCALE, Decision, Weights, fitted, gathered, loss

KERNELS = Path(__file__).parents[2] / ".pytest_cache" / "kernels"
PARTS = {"42": 1.0, "moon": 1 / 5, "big-game": 1 / 15, "88": 2 / 45}
"""The deals of each game, as parts of those of 42."""
KEPT = 10
WIDTH = 98


def table(weights: Weights) -> str:
    """Return weights as the lines in `move_scores.py`."""
    return textwrap.fill(" ".join(map(str, weights.tolist())), WIDTH)


def flat(deals: list[list[Decision]]) -> list[Decision]:
    """Return the decisions of deals."""
    return [each for deal in deals for each in deal]


def main(options: argparse.Namespace) -> None:
    """Note decisions, fit the weights, print them and play the match."""
    prepare(options.kernels)
    quick = import_module("tests.bench.support.quick")
    numbers = {game: max(KEPT, round(options.deals * PARTS[game])) for game in options.games}
    training: list[Decision] = []
    checking: list[Decision] = []
    for game, number in numbers.items():
        deals = quick.decisions(load_rules(game, None), number, options.seed, options.play_deals)
        kept = flat(deals[::KEPT])
        checking += kept
        training += flat([deal for at, deal in enumerate(deals) if at % KEPT])
        told = f"{len(flat(deals))} decisions in {number} deals"
        print(f"{game:<8} {told}, present weights {_loss(quick.PRESENT, kept):.5f}", flush=True)
    size = len(quick.PRESENT)
    for name, some in (("nothing", np.zeros(size, np.int64)), ("present", quick.PRESENT)):
        told = f"training {_loss(some, training):.5f}  checking {_loss(some, checking):.5f}"
        print(f"{name:<9}  {told}", flush=True)
    weights = fitted(size, gathered(training), gathered(checking), options.epochs, options.seed)
    print(f"rounded    checking {_loss(weights, checking):.5f}, {size} weights\n")
    print(f"{table(weights)}\n", flush=True)
    if options.out is not None:
        options.out.write_text(f"{table(weights)}\n", encoding="utf-8")
    for game, number in numbers.items():
        told = quick.match(load_rules(game, None), weights, number, options.seed + 1)
        print(f"{game:<8} new less present in {number} deals: {told}", flush=True)


def _loss(weights: Weights, decisions: list[Decision]) -> float:
    return loss(weights / SCALE, gathered(decisions))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--deals", type=int, default=9000, help="of 42; fewer of the others")
    parser.add_argument("--seed", type=int, default=1, help="of the deals; the match has the next")
    parser.add_argument("--play-deals", type=int, default=128, help="sampled deals a play")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--out", type=Path, help="a file for the table")
    parser.add_argument("--kernels", type=Path, default=KERNELS, help="keeps compiled code")
    main(parser.parse_args())
