"""Train the model of the bid book, `texas42/ai/valuation/bid_book.npz`, on played hands.

    python -m tools.fit_bid_book [--hands 500000] [--deals 64] [--epochs 40] [--seed 1]

Random hands are played out in all nine contracts, as for the chances of `bid`; every tenth hand is
held out. For each contract a small network learns the chance of taking at least each number of
points from the tiles of the hand. Twos are trained as threes, with twos and threes swapped in the
hand. The weights are rounded to integers. Then 256 shapes for each band are chosen to approximate
the ratios of the higher bids' chances to the chance of 30. It prints the error on the held-out
hands beyond the sampling noise, for all contracts and for the best two of each hand, and takes
about ten minutes. `tune_bid_book.py` then corrects the book by what `steady` makes.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from random import Random

import numpy as np

from tests.support.compiled import SHARED, compile_once
from texas42.ai.findings.bid_chances import BidQuestion
from texas42.ai.rollouts.hands import HandSampler, Question
from texas42.ai.solver.loading import prepare
from texas42.ai.valuation.bid_book import (
    BOOK_CONTRACTS,
    HAND,
    MODEL,
    STORED,
)
from texas42.ai.valuation.bid_book_model import Model
from texas42.library import load_rules
from tools.support.bid_books import book_place, save_model, swapped_mask
from tools.support.book_fitting import (
    HELD_OUT,
    POINTS,
    Numbers,
    Sample,
    chances_in_all,
    fit,
    model_of,
    random_layers,
)

RULES = load_rules("42", {})
RATE = 0.004


def sample(seed: int, hands: int, deals: int) -> tuple[Numbers, Numbers]:
    """Play random hands out; return them, and how often each took at least each number of points.

    The counts have an axis each for hands, contracts and points.
    """
    prepare(SHARED)
    random = Random(seed)
    sampler = HandSampler()
    tiles = RULES.game.tiles
    view = BidQuestion(RULES, tuple(sorted(random.sample(tiles, HAND)))).view()
    masks = np.zeros(hands, np.int64)
    made = np.zeros((hands, len(BOOK_CONTRACTS), len(POINTS)), np.uint8)
    for number in range(hands):
        hand = tuple(sorted(random.sample(tiles, HAND)))
        samples = sampler.sample(Question(replace(view, hand=hand), hand, BOOK_CONTRACTS), deals)
        masks[number] = sum(1 << tiles.index(tile) for tile in hand)
        for at, contract in enumerate(BOOK_CONTRACTS):
            taken = samples.points_in(contract)
            made[number, at] = (taken[:, None] >= POINTS).sum(axis=0)
    return masks, made


def cases(masks: Numbers, made: Numbers, column: int) -> tuple[Numbers, Numbers]:
    """List the hands of a stored contract and their counts."""
    contract = STORED[column]
    found = masks, made[:, contract]
    if contract != 3:
        return found
    return np.append(found[0], swapped_mask(masks)), np.append(found[1], made[:, 2], axis=0)


def fit_column(
    masks: Numbers, made: Numbers, deals: int, epochs: int, column: int
) -> list[Numbers]:
    """Fit the network of a contract; return its layers, weights and constants in turn."""
    masks, made = cases(masks, made, column)
    return fit(random_layers(column), Sample(masks, made / deals), column, epochs, RATE)


def error(model: Model, masks: Numbers, made: Numbers, deals: int) -> str:
    """Describe the mean absolute error on held-out hands, as of a normal distribution."""
    told = chances_in_all(model, masks)
    off = (told - made / deals) ** 2 - told * (1 - told) / deals
    best = np.argsort(-told[:, :, 0], axis=1)[:, :2]
    rows = np.arange(len(masks))[:, None]
    figures = (off, off[rows, best], off[rows, best][:, :, 0], off[rows, best][:, :, -1])
    names = ("all", "best two", "best two at 30", "best two at a mark")
    return ", ".join(
        f"{name} {max(0.0, float(each.mean())) ** 0.5 * 0.8:.4f}"
        for name, each in zip(names, figures, strict=True)
    )


def main(options: argparse.Namespace) -> None:
    """Play hands out in worker processes, then train on them."""
    compile_once()
    with ProcessPoolExecutor(options.workers) as pool:
        seeds = range(options.seed, options.seed + options.workers)
        share = options.hands // options.workers
        parts = list(pool.map(sample, seeds, repeat(share), repeat(options.deals)))
        masks = np.concatenate([part[0] for part in parts])
        made = np.concatenate([part[1] for part in parts])
        learn(pool, masks, made, options)


def learn(
    pool: ProcessPoolExecutor, masks: Numbers, made: Numbers, options: argparse.Namespace
) -> None:
    """Fit all contracts, write the file and print the error."""
    held_out = book_place(masks) % HELD_OUT == 0
    known = (masks[~held_out], made[~held_out], options.deals, options.epochs)
    jobs = [pool.submit(fit_column, *known, column) for column in range(len(STORED))]
    nets = [job.result() for job in jobs]
    model = model_of(nets, masks[:60_000])
    save_model(model, options.out)
    if held_out.any():
        print(error(model, masks[held_out], made[held_out], options.deals))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=500_000)
    parser.add_argument("--deals", type=int, default=64, help="deals of each hand")
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=MODEL)
    main(parser.parse_args())
