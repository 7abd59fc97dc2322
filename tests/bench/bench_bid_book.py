"""Measure the bid book against hands that computers play out, and how long a look-up takes.

    python tests/bench/bench_bid_book.py [--hands 400] [--deals 200] [--level steady] [--seed 7]

Each held-out hand is played in its best two contracts by the book: the first seat bids, the others
pass, and four players of the level play random deals, an equal share of them at 30, 32, 34 and a
mark. Prints by bid the predicted and observed chances, and the mean absolute error of a chance
beyond the sampling noise, as of a normal distribution. `--hands 40 --level expert` for experts.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from statistics import fmean

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.ai.players.levels import make_player
from bot.ai.valuation.bid_book import BidBook, book_place, open_book
from bot.ai.valuation.bid_book_model import make_book
from bot.engine import Contract, Tile
from tests.bench.bench_bid_chances import BIDS, RULES, play_out
from tests.bench.fit_bid_book import HELD_OUT
from tests.support.compiled import SHARED, compile_once

LOOKED_UP = 20_000
Trial = tuple[int, float, float, int]
"""The number of a bid, the chance to make it by the book, how often it was made, of how often."""


def random_hand(random: Random) -> tuple[Tile, ...]:
    """Deal a hand that nothing was learned from."""
    while True:
        hand = tuple(sorted(random.sample(RULES.game.tiles, 7)))
        mask = sum(1 << RULES.game.tiles.index(tile) for tile in hand)
        if book_place(np.array([mask]))[0] % HELD_OUT == 0:
            return hand


def trials(folder: str, level: str, seed: int, deals: int) -> list[Trial]:
    """Play a hand out in its best two contracts."""
    book = open_book(Path(folder))
    assert book is not None
    player, random = make_player(level, SHARED), Random(seed)
    hand = random_hand(random)
    found = book.chances(hand, BIDS)
    best = sorted(found[BIDS[0]], key=lambda each: -found[BIDS[0]][each])[:2]
    rest = [tile for tile in RULES.game.tiles if tile not in hand]

    def made(contract: Contract, number: int) -> bool:
        random.shuffle(rest)
        others = [tuple(sorted(rest[at : at + 7])) for at in (0, 7, 14)]
        return play_out(player, (others[0], hand, *others[1:]), BIDS[number], contract)

    each = deals // len(BIDS)
    return [
        (number, found[bid][contract], fmean(made(contract, number) for _ in range(each)), each)
        for contract in best
        for number, bid in enumerate(BIDS)
    ]


def seconds_of_a_look_up(book: BidBook) -> float:
    """Return the median time of one look-up, each of another hand."""
    random, taken = Random(1), []
    contracts = tuple(book.chances(random_hand(random), BIDS[:1])[BIDS[0]])
    for number in range(LOOKED_UP):
        hand = tuple(sorted(random.sample(RULES.game.tiles, 7)))
        begun = time.perf_counter()
        book.chance(hand, contracts[number % len(contracts)], BIDS[number % len(BIDS)])
        taken.append(time.perf_counter() - begun)
    return float(np.median(taken))


def error_of(told: list[Trial]) -> float:
    """Return the mean absolute error of chances beyond the sampling noise."""
    square = fmean((chance - share) ** 2 for _, chance, share, _ in told)
    noise = fmean(share * (1 - share) / (deals - 1) for _, _, share, deals in told)
    return max(0.0, square - noise) ** 0.5 * 0.8


def main() -> None:
    """Make the book, time it, play, and print a line for each bid."""
    parser = argparse.ArgumentParser(description="Compares the bid book with play.")
    parser.add_argument("--hands", type=int, default=400)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--level", default="steady")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    compile_once()
    found: dict[str, list[Trial]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        for _ in make_book(Path(folder)):
            pass
        book = open_book(Path(folder))
        assert book is not None
        size = sum(file.stat().st_size for file in Path(folder).iterdir()) / 1e6
        print(f"made in {time.perf_counter() - begun:.1f} s, {size:.1f} MB")
        print(f"a look-up takes {seconds_of_a_look_up(book) * 1e6:.1f} us", flush=True)
        seeds = range(asked.seed * 1_000_000, asked.seed * 1_000_000 + asked.hands)
        with ProcessPoolExecutor(asked.workers) as pool:
            every = [[each] * asked.hands for each in (folder, asked.level, asked.deals)]
            for told in pool.map(trials, every[0], every[1], seeds, every[2]):
                for trial in told:
                    found[str(BIDS[trial[0]])].append(trial)
                    found["all"].append(trial)
    for name in (*map(str, BIDS), "all"):
        told = found[name]
        print(
            f"{name:>4}: {len(told):4} trials, predicted {fmean(each[1] for each in told):.3f}, "
            f"observed {fmean(each[2] for each in told):.3f}, error {error_of(told):.3f}"
        )


if __name__ == "__main__":
    main()
