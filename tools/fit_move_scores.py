"""Fit the weights of `texas42/ai/kernels/move_scores.py` to roll-out results of plays.

    python -m tools.fit_move_scores [--games 42 moon big-game 88] [--deals 9000] [--seed 1]
        [--play-deals 128] [--epochs 30] [--out FILE]

Experts, who bid like the plain player, play seeded deals by roll-outs with the current weights. For
every choice between plays in a contract with suits, the script records the features that the quick
player uses, from its own code, and the roll-out value of each play. Then it fits the weights from
scratch, so that the play with the highest sum loses little; every tenth deal is held out. It prints
the losses in the expert's unit (a made bid is about 1), the table in the format of
`move_scores.py`, and a match without search over other deals, each played from both sides: quick
players with the new weights against those with the current ones.

`--deals` is the number for 42; the other games use a fraction of it. Few deals fit the noise: 500
do worse than the current weights, which come from 9000. Those took three rounds, each played with
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

from texas42.ai.solver.loading import prepare
from texas42.library import load_rules
from tools.support.fitting import SCALE, Decision, Weights, fitted, gathered, loss

KERNELS = Path(__file__).parents[2] / ".pytest_cache" / "kernels"
PARTS = {"42": 1.0, "moon": 1 / 5, "big-game": 1 / 15, "88": 2 / 45}
"""The share of 42's deals that each game uses."""
KEPT = 10
WIDTH = 98


def table(weights: Weights) -> str:
    """Format weights as the lines of `move_scores.py`."""
    return textwrap.fill(" ".join(map(str, weights.tolist())), WIDTH)


def flat(deals: list[list[Decision]]) -> list[Decision]:
    """Flatten the decisions of deals."""
    return [each for deal in deals for each in deal]


def main(options: argparse.Namespace) -> None:
    """Record decisions, fit the weights, print them and play the match."""
    prepare(options.kernels)
    quick = import_module("tools.support.quick")
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
