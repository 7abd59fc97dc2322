"""Measure how long the review of a finished hand takes in each game.

    python tests/bench/bench_reviews.py [--hands 100] [--game 42 --game big-game ...]

The plain player plays the hands from seeded shakes; a reviewer that has reviewed others before
reviews each once, as in the program. Compilation comes first and is not counted.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))

from texas42 import RulesPlayer
from texas42.ai.players.arena import shake_from_seed
from texas42.ai.solver.loading import load_reviewer
from texas42.engine import Action, Rules, apply, new_game, view_for
from texas42.library import games, load_rules
from texas42.records.build import record_of
from texas42.records.record import format_record

KERNELS = Path(__file__).parents[2] / ".pytest_cache" / "kernels"
HANDS = 100


def record(rules: Rules, number: int) -> str:
    """Record one hand between plain players."""
    shake = shake_from_seed(rules, number % rules.game.seats, 1, number)
    player = RulesPlayer()
    game = apply(new_game(rules), shake).game
    actions = list[Action]()
    while game.deal is not None and (seat := game.deal.to_act) is not None:
        actions.append(player.choose(view_for(game, seat), 1.0))
        game = apply(game, actions[-1]).game
    return format_record(record_of(rules, [(shake, actions)]))


def main(games: Sequence[str], hands: int) -> None:
    """Print the results of each game."""
    reviewer = load_reviewer(KERNELS)
    for game in games:
        rules = load_rules(game, {})
        reviewer.review(record(rules, hands), 1)
        taken = list[float]()
        solved = 0
        plays = 0
        for number in range(hands):
            text = record(rules, number)
            began = time.perf_counter()
            found = reviewer.review(text, 1)
            taken.append((time.perf_counter() - began) * 1000)
            solved += len(found.costs)
            plays += len(found.costs) + found.unknown
        cuts = quantiles(taken, n=100, method="inclusive")
        print(
            f"{game:<10} p50 {cuts[49]:7.1f} ms  p90 {cuts[89]:7.1f} ms  max {max(taken):8.1f} ms  "
            f"{solved / plays:.1%} of {plays} plays solved",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--game", action="append", help="only these games")
    options = parser.parse_args()
    main(options.game or [each.id for each in games()], options.hands)
