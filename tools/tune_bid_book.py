"""Correct `texas42/ai/valuation/bid_book.npz` by the results of `steady` play.

    python -m tools.tune_bid_book --folder FOLDER [--pieces 58] [--seed 1000]

Run it once, after `fit_bid_book.py`. It plays hands the way `steady` does, each in one of its best
three contracts at one bid in one deal, and saves them to the folder in pieces of about 8,000. From
features that are the same in all suits, small networks learn the difference between results and
book. The book's networks are then fitted to the corrected chances. Every tenth hand is held out of
both steps.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import repeat
from pathlib import Path

import numpy as np

from texas42.ai.valuation.bid_book import MODEL, STORED
from texas42.ai.valuation.bid_book_model import SCALE, Model, every_hand
from tools.support.bid_books import book_place, save_model, swapped_mask
from tools.support.book_fitting import HELD_OUT, Numbers, Sample, chances_in, fit, model_of
from tools.support.correction import Cases, Correction
from tools.support.steady_outcomes import Outcomes, play_as_steady

DEALT = 10_000
"""The number of hands dealt for a piece; most of those with a sure result are left out."""
CORRECTIONS = 3
"""The number of networks whose corrections are averaged."""
LEVEL = 0.09
"""The advantage of `steady`, which samples more deals, as a logit; see docs/strength.md."""
REFITTED = 150_000
RATE = 0.001
EPOCHS = 6


def play(folder: Path, seed: int) -> None:
    """Play a piece and save it, unless it exists."""
    file = folder / f"{seed}.npz"
    if not file.exists():
        found = play_as_steady(seed, DEALT)
        np.savez_compressed(file, **{name: getattr(found, name) for name in Outcomes.__slots__})


def read(folder: Path, seeds: Sequence[int]) -> Outcomes:
    """Read pieces and join them."""
    pieces = [np.load(folder / f"{seed}.npz") for seed in seeds]
    names = Outcomes.__slots__
    return Outcomes(*(np.concatenate([piece[name] for piece in pieces]) for name in names))


def tune(corrections: Sequence[Correction], column: int) -> list[Numbers]:
    """Fit a contract's network to its own corrected chances."""
    model = Model.load()
    contract = STORED[column]
    masks = every_hand()
    known = book_place(masks) % HELD_OUT != 0
    if contract == 3:
        # The network has contract 2, too, where twos and threes are exchanged.
        known &= book_place(swapped_mask(masks)) % HELD_OUT != 0
    masks = np.random.default_rng(column).choice(masks[known], REFITTED, replace=False)
    curve = chances_in(model, masks, contract)
    above = [each.of_all_bids(masks, contract, curve) for each in corrections]
    layers = [(each[column] / SCALE).astype(np.float32) for each in model.layers]
    return fit(layers, Sample(masks, curve, LEVEL + np.mean(above, axis=0)), column, EPOCHS, RATE)


def main() -> None:
    """Play the hands, learn the correction, fit the networks and save the model."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--pieces", type=int, default=58)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=MODEL)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    seeds = range(asked.seed, asked.seed + asked.pieces)
    with ProcessPoolExecutor(asked.workers) as pool:
        list(pool.map(partial(play, asked.folder), seeds))
        cases = Cases.of(read(asked.folder, seeds), Model.load())
        corrections = list(pool.map(Correction, repeat(cases), range(CORRECTIONS)))
        nets = list(pool.map(partial(tune, corrections), range(len(STORED))))
    masks = np.random.default_rng(0).choice(every_hand(), 60_000, replace=False)
    save_model(model_of(nets, masks), asked.out)


if __name__ == "__main__":
    main()
