"""Train the model of the bid book, `bot/ai/valuation/bid_book.npz`, on hands that are played out.

    python tests/bench/fit_bid_book.py [--hands 500000] [--deals 64] [--epochs 40] [--seed 1]

Random hands are played out in all nine contracts, as for the chances of `bid`; every tenth hand is
held out. For each contract a small network learns the chance of taking at least each number of
points from the tiles of the hand. Twos are trained as threes, with twos and threes swapped in the
hand. The weights are rounded to integers. Then 256 shapes are chosen to approximate the ratios of
the higher bids' chances to the chance of 30. It prints the error on the held-out hands beyond the
sampling noise, for all contracts and for the best two of each hand, and takes about ten minutes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import pairwise, repeat
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.ai.rollouts.hands import HandSampler, Question
from bot.ai.solver.loading import prepare
from bot.ai.valuation.bid_book import HAND, MODEL, STORED, book_place, swapped_mask
from bot.ai.valuation.bid_book_model import SCALE, Model, ratios, tiles_of
from bot.ai.valuation.tile_weights import plain_contracts
from bot.library import load_rules
from bot.values.bid_chances import BidQuestion
from tests.support.compiled import SHARED, compile_once

RULES = load_rules("42", {})
TILES = RULES.game.tiles
CONTRACTS = plain_contracts(RULES)
POINTS = np.arange(30, 43)
HELD_OUT = 10
"""Hands whose position in the book is divisible by this are held out."""
FIRST, SECOND = 192, 48
"""The sizes of the hidden layers."""
BATCH = 2048
RATE = 0.004
DECAY = 0.9, 0.999
FAVOUR = 4.0
"""The training weight of hands with three or more trumps, whose chances matter more."""
ROUNDS = 20

Numbers: TypeAlias = npt.NDArray[Any]


def sample(seed: int, hands: int, deals: int) -> tuple[Numbers, Numbers]:
    """Play random hands out; return them, and how often each took at least each number of points.

    The counts have an axis each for hands, contracts and points.
    """
    prepare(SHARED)
    random, sampler, tiles = Random(seed), HandSampler(), RULES.game.tiles
    view = BidQuestion(RULES, tuple(sorted(random.sample(tiles, HAND)))).view()
    masks = np.zeros(hands, np.int64)
    made = np.zeros((hands, len(CONTRACTS), len(POINTS)), np.uint8)
    for number in range(hands):
        hand = tuple(sorted(random.sample(tiles, HAND)))
        samples = sampler.sample(Question(replace(view, hand=hand), hand, CONTRACTS), deals)
        masks[number] = sum(1 << tiles.index(tile) for tile in hand)
        for at, contract in enumerate(CONTRACTS):
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


def fit(masks: Numbers, made: Numbers, deals: int, epochs: int, column: int) -> list[Numbers]:
    """Fit the network of a contract with Adam; return each layer's weights and biases in turn."""
    random = np.random.default_rng(column)
    masks, made = cases(masks, made, column)
    held = tiles_of(masks).astype(np.float32)
    shares = made.astype(np.float32) / deals
    sizes = held.shape[1], FIRST, SECOND, len(POINTS)
    layers: list[Numbers] = []
    for rows, columns in pairwise(sizes):
        layers.append(random.normal(0, (2 / rows) ** 0.5, (rows, columns)).astype(np.float32))
        layers.append(np.zeros(columns, np.float32))
    weight = np.where(_trumps(held, column) >= 3, FAVOUR, 1).astype(np.float32)
    moments = [(np.zeros_like(each), np.zeros_like(each)) for each in layers]
    steps = epochs * (len(held) // BATCH)
    step = 0
    for _ in range(epochs):
        order = random.permutation(len(held))
        for at in range(0, len(held) - BATCH + 1, BATCH):
            some = order[at : at + BATCH]
            slopes = _slopes(layers, held[some], shares[some], weight[some, None])
            step += 1
            rate = RATE * min(1, step / 200) * (1 - step / (steps + 1))
            for layer, slope, (mean, square) in zip(layers, slopes, moments, strict=True):
                mean += (1 - DECAY[0]) * (slope - mean)
                square += (1 - DECAY[1]) * (slope * slope - square)
                true = np.sqrt(square / (1 - DECAY[1] ** step)) + 1e-8
                layer -= (rate / (1 - DECAY[0] ** step) * mean / true).astype(np.float32)
    return [np.rint(each * SCALE).clip(-32768, 32767).astype(np.int16) for each in layers]


def _trumps(held: Numbers, column: int) -> Numbers:
    """Count the trumps in hands; in follow-me, the doubles."""
    suit = STORED[column]
    tiles = [tile.is_double if suit > 6 else suit in (tile.high, tile.low) for tile in TILES]
    count: Numbers = held[:, tiles].sum(axis=1)
    return count


def _slopes(
    layers: Sequence[Numbers], held: Numbers, shares: Numbers, weight: Numbers
) -> list[Numbers]:
    """Compute the gradients of the cross-entropy."""
    first = np.maximum(held @ layers[0] + layers[1], 0)
    second = np.maximum(first @ layers[2] + layers[3], 0)
    out = second @ layers[4] + layers[5]
    off = (1 / (1 + np.exp(-out)) - shares) * (weight / weight.sum())
    to_second = (off @ layers[4].T) * (second > 0)
    to_first = (to_second @ layers[2].T) * (first > 0)
    return [
        held.T @ to_first,
        to_first.sum(axis=0),
        first.T @ to_second,
        to_second.sum(axis=0),
        second.T @ off,
        off.sum(axis=0),
    ]


def shapes(model: Model, masks: Numbers) -> Numbers:
    """Choose the shapes by k-means; the first is that of a hand that always takes all points."""
    found, weight = [], []
    for column in range(len(STORED)):
        thirty, above = ratios(model.chances(column, masks))
        found.append(above)
        weight.append((thirty.astype(np.float64) / 255) ** 2)
    points, worth = np.concatenate(found).astype(np.float32), np.concatenate(weight)
    random = np.random.default_rng(0)
    chosen = random.choice(len(points), 120_000, p=worth / worth.sum())
    points = points[chosen]
    centers = points[random.choice(len(points), 255, replace=False)]
    for _ in range(ROUNDS):
        nearest = ((centers**2).sum(axis=1) - 2 * points @ centers.T).argmin(axis=1)
        for number in range(len(centers)):
            if (nearest == number).any():
                centers[number] = points[nearest == number].mean(axis=0)
    rounded = np.rint(centers).astype(np.uint8)
    return np.vstack([np.full(rounded.shape[1], 255, np.uint8), np.unique(rounded, axis=0)])


def error(model: Model, masks: Numbers, made: Numbers, deals: int) -> str:
    """Format the mean absolute error on held-out hands, assuming a normal distribution."""
    told = np.zeros(made.shape)
    for contract in range(len(CONTRACTS)):
        column = STORED.index(3 if contract == 2 else contract)
        asked = swapped_mask(masks) if contract == 2 else masks
        told[:, contract] = model.book_chances(column, asked)
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
    jobs = [pool.submit(fit, *known, column) for column in range(len(STORED))]
    nets = [job.result() for job in jobs]
    layers = tuple(np.stack(each) for each in zip(*nets, strict=True))
    logits = np.arange(-2048, 2048) / 256
    chances = np.rint(65535 / (1 + np.exp(-logits))).astype(np.uint16)
    bare = Model(layers, chances, np.zeros((1, len(POINTS) - 1), np.uint8))
    model = Model(layers, chances, shapes(bare, masks[:60_000]))
    model.save(options.out)
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
