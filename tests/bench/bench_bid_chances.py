"""Compare the chances of "What would you bid?" with hands that computers play out.

    python tests/bench/bench_bid_chances.py [--hands 20] [--deals 40] [--level steady] [--seed 5]

The first seat bids 30, 32, 34 and one mark in the best two contracts of random hands, the others
pass, and four players of the level play `--deals` random deals. For each bid it prints the number
of contracts, the predicted and observed chances, and the mean absolute error beyond the sampling
noise, assuming a normal distribution.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import fmean

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.support.compiled import SHARED, compile_once
from texas42.ai.findings.bid_chances import BidQuestion
from texas42.ai.players.levels import Player, make_player
from texas42.ai.rollouts.bid_chances import bid_chances
from texas42.ai.rollouts.hands import HandSampler
from texas42.engine import (
    PASS,
    Call,
    Contract,
    Game,
    MakeCall,
    NameContract,
    Shake,
    Tile,
    apply,
    bid_needs,
    new_game,
    parse_call,
    view_for,
)
from texas42.library import load_rules

RULES = load_rules("42", {})
BIDS = tuple(parse_call(text, RULES) for text in ("30", "32", "34", "1m"))
LONG = 3600.0
LIKELY = (0.03, 0.97)
"""Chances beyond these are left out: they are right without measuring."""
Trial = tuple[Call, float, int]
"""A bid, the chance to make it, and how often it was made."""


def play_out(
    player: Player, hands: tuple[tuple[Tile, ...], ...], bid: Call, named: Contract
) -> bool:
    """Play a hand that seat 1 bids; return True if it is made."""
    return finish(player, start(hands, bid, named))


def start(hands: tuple[tuple[Tile, ...], ...], bid: Call, named: Contract) -> Game:
    """Deal a hand that seat 1 bids and names; the others pass."""
    game = apply(new_game(RULES), Shake(0, hands)).game
    for seat, call in ((1, bid), (2, PASS), (3, PASS), (0, PASS)):
        game = apply(game, MakeCall(seat, call)).game
    return apply(game, NameContract(1, named)).game


def finish(player: Player, game: Game) -> bool:
    """Play until the bid is decided; return True if it is made."""
    while game.deal is not None and game.deal.to_act is not None:
        deal = game.deal
        need = None if deal.bid is None else bid_needs(RULES, deal.bid, deal.contract)
        if need is not None and deal.declaring is not None:
            ours = deal.points[deal.declaring]
            if ours >= need or sum(deal.points) - ours > RULES.game.total - need:
                return ours >= need
        game = apply(game, player.choose(view_for(game, deal.to_act), LONG)).game
    return game.deal is not None and game.deal.result is not None and bool(game.deal.result.made)


def trials(player: Player, count: int, deals: int, random: Random) -> Iterator[Trial]:
    """Yield the predicted and observed chances of random hands."""
    sampler = HandSampler()
    for _ in range(count):
        hand = tuple(sorted(random.sample(RULES.game.tiles, 7)))
        found = bid_chances(sampler, BidQuestion(RULES, hand))
        by_chance = sorted(found.plain[BIDS[0]].items(), key=lambda each: -each[1])
        rest = [tile for tile in RULES.game.tiles if tile not in hand]
        for contract, _ in by_chance[:2]:
            for bid in BIDS:
                chance = found.plain[bid][contract]
                if not LIKELY[0] < chance < LIKELY[1]:
                    continue
                made = 0
                for _ in range(deals):
                    random.shuffle(rest)
                    others = [tuple(sorted(rest[at : at + 7])) for at in (0, 7, 14)]
                    made += play_out(player, (others[0], hand, *others[1:]), bid, contract)
                yield bid, chance, made


def main() -> None:
    """Measure, and print a line for each bid."""
    parser = argparse.ArgumentParser(description="Compares the chances of bids with play.")
    parser.add_argument("--hands", type=int, default=20)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--level", default="steady")
    parser.add_argument("--seed", type=int, default=5)
    asked = parser.parse_args()
    compile_once()
    player = make_player(asked.level, SHARED)
    found: dict[Call, list[tuple[float, float]]] = defaultdict(list)
    for bid, chance, made in trials(player, asked.hands, asked.deals, Random(asked.seed)):
        found[bid].append((chance, made / asked.deals))
    every = [each for bid in BIDS for each in found[bid]]
    for name, told in (*((str(bid), found[bid]) for bid in BIDS), ("all", every)):
        if told:
            error = fmean((chance - share) ** 2 for chance, share in told)
            noise = fmean(chance * (1 - chance) / asked.deals for chance, _ in told)
            print(
                f"{name:>4}: {len(told):3} contracts, predicted {fmean(c for c, _ in told):.3f}, "
                f"observed {fmean(s for _, s in told):.3f}, "
                f"error {(max(0.0, error - noise)) ** 0.5 * 0.8:.3f}"
            )


if __name__ == "__main__":
    main()
