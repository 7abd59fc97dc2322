"""Measure how much a discard's suit reveals about its double, with and without indicating.

    python tests/bench/bench_discards.py [--discards 20000] [--seed 5] [--level rules]

Players of one level play seeded deals of 42 at a table with `indicating`, at one without it, and at
one with it using a level that lacks its indicating term. A discard counts if it neither follows
suit nor trumps, and the legal discards other than doubles and trumps include suits with and without
their doubles in hand. If the choice revealed nothing, the discarded suit's double would be held as
often as the share of such tiles among the legal ones. The information is the divergence of the
observed frequency from that share, in bits per discard, grouped by equal shares.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from math import log2
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.ai.inference.knowledge import know
from bot.ai.players.arena import shake_from_seed
from bot.ai.players.levels import Player, player_of
from bot.ai.rules import following
from bot.ai.solver.loading import prepare
from bot.engine import Phase, PlayTile, SeatView, Tile, apply, new_game, view_for
from bot.library import load_rules

KERNELS = Path(__file__).parents[2] / ".pytest_cache" / "kernels"
LONG = 3600.0
Groups = dict[Fraction, Counter[bool]]


def discard(view: SeatView, play: PlayTile) -> tuple[Fraction, bool] | None:
    """Return the share of legal discards whose double is held, and whether this one's is.

    Return None for a play that is no discard, or if the choice cannot reveal anything.
    """
    if view.contract is None or view.trick is None or not view.trick.plays:
        return None
    known = know(view)
    if known.led is None or not known.order.has_suits:
        return None
    telling = known.order.follows[known.led] | known.order.trump
    places = known.order.places
    tiles = [
        each.tile
        for each in view.legal
        if isinstance(each, PlayTile)
        and not telling >> places[each.tile] & 1
        and not each.tile.is_double
    ]
    if play.tile not in tiles:
        return None
    held = [Tile(tile.high, tile.high) in view.hand for tile in tiles]
    share = Fraction(sum(held), len(held))
    if share in (0, 1):
        return None
    return share, Tile(play.tile.high, play.tile.high) in view.hand


def bits(groups: Groups) -> float:
    """Compute the information of a discard: the mean over all groups."""
    total = sum(found.total() for found in groups.values())
    said = 0.0
    for share, found in groups.items():
        for held, expected in ((True, share), (False, 1 - share)):
            seen = found[held] / found.total()
            said += found.total() * (seen * log2(seen / float(expected)) if seen else 0.0)
    return said / total


def measure(player: Player, discards: int, seed: int, *, indicating: bool) -> tuple[Groups, int]:
    """Play deals until there are enough discards; return their groups and the number of deals."""
    rules, groups, found = load_rules("42", {"indicating": indicating}), Groups(), 0
    for number in count():
        state = apply(new_game(rules), shake_from_seed(rules, number % 4, seed, number)).game
        while state.deal is not None and state.deal.phase is not Phase.OVER:
            view = view_for(state, state.deal.to_act)
            action = player.choose(view, LONG)
            said = discard(view, action) if isinstance(action, PlayTile) else None
            if said is not None:
                groups.setdefault(said[0], Counter())[said[1]] += 1
                found += 1
            state = apply(state, action).game
        if found >= discards:
            return groups, number + 1
    raise AssertionError("deals never run out")


def without_term(measure: Callable[[], tuple[Groups, int]]) -> tuple[Groups, int]:
    """Measure a level without its indicating term."""
    term = following._INDICATING
    following._INDICATING = 0.0  # type: ignore[misc]
    try:
        return measure()
    finally:
        following._INDICATING = term  # type: ignore[misc]


def main(options: argparse.Namespace) -> None:
    """Measure and print the three tables."""
    prepare(KERNELS)
    player = player_of(options.level, KERNELS)
    tables = {
        "indicating": lambda: measure(player, options.discards, options.seed, indicating=True),
        "without": lambda: measure(player, options.discards, options.seed, indicating=False),
    }
    lacking = tables["indicating"]
    tables["no term"] = lambda: without_term(lacking)
    for name, run in tables.items():
        groups, deals = run()
        total = sum(found.total() for found in groups.values())
        print(f"{name:>10}  {bits(groups):.4f} bits, {total} discards in {deals} deals", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--discards", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--level", default="rules")
    main(parser.parse_args())
