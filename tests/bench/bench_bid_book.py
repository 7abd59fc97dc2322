"""Compare the bid book and sampling with hands that computers play out, and time a look-up.

    python tests/bench/bench_bid_book.py [--hands 400] [--deals 200] [--level steady] [--seed 7]
        [--play-deals N]

Each held-out hand is played in its best two contracts by the book: the first seat bids, the others
pass, and four players of the level play random deals, a quarter of them each at 30, 32, 34 and one
mark. For each bid it prints the observed chance, the book's, and the one that `/bid-this` samples,
with the mean absolute error beyond the sampling noise, assuming a normal distribution. For experts,
use `--hands 40 --level expert --play-deals 1500`: without a time limit, `--play-deals` bounds the
number of deals that they sample for a play.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from random import Random
from statistics import fmean

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.bench.bench_bid_chances import BIDS, LONG, RULES, finish, start
from tests.support.compiled import SHARED, compile_once
from texas42.ai.findings.bid_chances import BidQuestion
from texas42.ai.players.levels import Player, make_player
from texas42.ai.rollouts.bid_chances import bid_chances
from texas42.ai.rollouts.hands import HandSampler
from texas42.ai.rollouts.level_config import LEVEL_CONFIGS, Level
from texas42.ai.valuation.bid_book import BOOK_CONTRACTS, BidBook, open_book
from texas42.ai.valuation.bid_book_model import make_book
from texas42.engine import Action, Call, Contract, Tile, apply, view_for
from tools.support.bid_books import book_place
from tools.support.book_fitting import HELD_OUT

LOOKED_UP = 20_000


@dataclass(frozen=True, slots=True)
class Trial:
    """A bid, its chance by the book and by sampling, and the share of deals in which it made."""

    bid: str
    by_book: float
    by_sampling: float
    made: float
    deals: int


def random_hand(random: Random) -> tuple[Tile, ...]:
    """Deal a held-out hand."""
    while True:
        hand = tuple(sorted(random.sample(RULES.game.tiles, 7)))
        mask = sum(1 << RULES.game.tiles.index(tile) for tile in hand)
        if book_place(np.array([mask]))[0] % HELD_OUT == 0:
            return hand


def trials(folder: str, level: str, deals: int, play_deals: int | None, seed: int) -> list[Trial]:
    """Play a hand out in its best two contracts."""
    book = open_book(Path(folder))
    assert book is not None
    if play_deals is not None:
        config = LEVEL_CONFIGS[Level(level)]
        LEVEL_CONFIGS[Level(level)] = replace(config, play_deals=play_deals)
    player = make_player(level, SHARED)
    hand = random_hand(Random(seed))
    found = book.chances(hand, BIDS)
    sampled = bid_chances(HandSampler(), BidQuestion(RULES, hand)).plain
    best = sorted(found[BIDS[0]], key=lambda each: -found[BIDS[0]][each])[:2]
    each = deals // len(BIDS)
    return [
        Trial(
            str(bid),
            found[bid][contract],
            sampled[bid][contract],
            share_made(player, hand, contract, bid, each, seed),
            each,
        )
        for contract in best
        for bid in BIDS
    ]


def share_made(
    player: Player, hand: tuple[Tile, ...], contract: Contract, bid: Call, deals: int, seed: int
) -> float:
    """Play a contract in random deals, the same whichever book is measured."""
    random = Random(f"{seed} {BOOK_CONTRACTS.index(contract)} {bid}")
    rest = [tile for tile in RULES.game.tiles if tile not in hand]
    lead: Action | None = None
    made = 0
    for _ in range(deals):
        random.shuffle(rest)
        others = [tuple(sorted(rest[at : at + 7])) for at in (0, 7, 14)]
        game = start((others[0], hand, *others[1:]), bid, contract)
        # The bidder sees the same at the first lead of every deal.
        lead = lead or player.choose(view_for(game, 1), LONG)
        made += finish(player, apply(game, lead).game)
    return made / deals


def seconds_of_a_look_up(book: BidBook) -> float:
    """Return the median time of a look-up, over different hands."""
    random = Random(1)
    taken = []
    contracts = tuple(book.chances(random_hand(random), BIDS[:1])[BIDS[0]])
    for number in range(LOOKED_UP):
        hand = tuple(sorted(random.sample(RULES.game.tiles, 7)))
        begun = time.perf_counter()
        book.chance(hand, contracts[number % len(contracts)], BIDS[number % len(BIDS)])
        taken.append(time.perf_counter() - begun)
    return float(np.median(taken))


def error_of(trials: list[Trial], predicted: Callable[[Trial], float]) -> float:
    """Return the mean absolute error of predicted chances beyond the sampling noise."""
    square = fmean((predicted(each) - each.made) ** 2 for each in trials)
    noise = fmean(each.made * (1 - each.made) / (each.deals - 1) for each in trials)
    return max(0.0, square - noise) ** 0.5 * 0.8


def summary(name: str, trials: list[Trial]) -> str:
    """Compare predicted with observed chances over some trials."""
    parts = [f"{name:>4}: {len(trials):4} trials, made {fmean(each.made for each in trials):.3f}"]
    for how, predicted in (
        ("book", attrgetter("by_book")),
        ("sampling", attrgetter("by_sampling")),
    ):
        chance = fmean(map(predicted, trials))
        error = error_of(trials, predicted)
        parts.append(f"by {how} {chance:.3f} (error {error:.3f})")
    return ", ".join(parts)


def main() -> None:
    """Make the book, time it, play hands out, and print a line for each bid."""
    parser = argparse.ArgumentParser(description="Compares the bid book with play.")
    parser.add_argument("--hands", type=int, default=400)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--level", default="steady")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument(
        "--play-deals", type=int, help="sampled deals a play, by default the level's"
    )
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
            play = partial(trials, folder, asked.level, asked.deals, asked.play_deals)
            for played in pool.map(play, seeds):
                for trial in played:
                    found[trial.bid].append(trial)
                    found["all"].append(trial)
    for name in (*map(str, BIDS), "all"):
        print(summary(name, found[name]))


if __name__ == "__main__":
    main()
