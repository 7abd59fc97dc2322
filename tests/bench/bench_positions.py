"""Play out the listed positions: how often each right play succeeds, and how often an alternative.

    python tests/bench/bench_positions.py [--deals 60] [--play-deals 48] [NAME ...]

The hidden tiles are redealt each time, and four experts play the hand to its end. The alternative
is the play that works most often with open hands, if that beats the right plays; otherwise there is
nothing to play out.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from importlib import import_module
from math import sqrt
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.ai.positions import open_position, text_of
from tests.ai.sound_positions import FOLLOWING, LEADING, MORE, SPECIAL, Play
from texas42.ai.players.levels import Player
from texas42.ai.rollouts.level_config import LEVEL_CONFIGS, Level
from texas42.ai.solver.loading import prepare
from texas42.engine import Game, apply, view_for

KERNELS = Path(__file__).parents[2] / ".pytest_cache" / "kernels"
LONG = 3600.0


def comes_off(state: Game, text: str, expert: Player) -> bool:
    """Play a tile and let experts finish; return whether it reached its side's goal."""
    deal = state.deal
    assert deal is not None
    assert deal.bidder is not None
    assert deal.to_act is not None
    side_of = state.rules.game.side_of
    ours = side_of(deal.to_act) == side_of(deal.bidder)
    state = apply(state, next(each for each in state.legal_actions() if text_of(each) == text)).game
    while state.deal is not None and state.deal.result is None:
        view = view_for(state, state.deal.to_act)
        action = view.legal[0] if len(view.legal) == 1 else expert.choose(view, LONG)
        state = apply(state, action).game
    assert state.deal is not None
    assert state.deal.result is not None
    return state.deal.result.made is ours


def best_alternative(case: Play) -> str | None:
    """Return the play that works most often with open hands, or None if it is a right one."""
    solved = import_module("tests.ai.test_sound_plays_solved")
    found, _ = solved.works(import_module("texas42.ai.solver.solver").Solver(), case)
    best = max(found, key=lambda text: (found[text], text in case.right.split()), default=None)
    return None if best in case.right.split() else best


def main(options: argparse.Namespace) -> None:
    """Print a line for each position."""
    prepare(KERNELS)
    LEVEL_CONFIGS[Level.EXPERT] = replace(
        LEVEL_CONFIGS[Level.EXPERT], play_deals=options.play_deals, plain_bonus=0.03
    )
    expert = import_module("texas42.ai.players.sampled_player").SampledPlayer(Level.EXPERT)
    for case in (*FOLLOWING, *LEADING, *SPECIAL, *MORE):
        if options.names and case.name not in options.names:
            continue
        other = best_alternative(case)
        if other is None:
            continue
        plays = [*case.right.split(), other]
        states = [open_position(case, 1000 + seed) for seed in range(options.deals)]
        chances = {
            text: sum(comes_off(state, text, expert) for state in states) / options.deals
            for text in plays
        }
        told = ", ".join(f"{text} {chances[text]:.2f}" for text in plays[:-1])
        worst = sqrt(0.25 / options.deals)
        print(f"{case.name:<46} right {told}; {other} {chances[other]:.2f} (each +- {worst:.2f})")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--play-deals", type=int, default=48, help="sampled deals a play")
    parser.add_argument("names", nargs="*", help="of positions; by default all")
    main(parser.parse_args())
