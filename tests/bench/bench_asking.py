"""Measure whether asking for a plunge's doubles costs the asking side.

    python tests/bench/bench_asking.py [--deals 200] [--level expert] [--time-ms 30] [--seed 3]

The answer informs the partner too. Seat 0 plunges in seeded deals with four or more doubles, and
its partner names trumps. Players of one level play each deal twice: once the opponents ask as in
ruling 8.23, once nobody asks. The output is how often the plunge is made each way, and the
difference with its standard error; unless it is above zero, asking costs nothing.
"""

from __future__ import annotations

import argparse
import sys
from itertools import count
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

sys.path.insert(0, str(Path(__file__).parents[2]))

from texas42.ai.players.arena import shake_from_seed
from texas42.ai.players.levels import Player, player_of
from texas42.ai.solver.loading import prepare
from texas42.engine import (
    AskDoubles,
    Game,
    MakeCall,
    Phase,
    Shake,
    apply,
    apply_out_of_turn,
    new_game,
    parse_call,
    seats_asking,
    view_for,
    wants_doubles,
)
from texas42.library import load_rules

KERNELS = Path(__file__).parents[2] / ".pytest_cache" / "kernels"
RULES = load_rules("42", {"preset": "house"})


def play_to_plunge(shake: Shake, player: Player, seconds: float) -> Game:
    """Return the game after seat 0's plunge and the partner naming trumps."""
    game = apply(new_game(RULES), shake).game
    for seat, text in enumerate(("plunge 4m", "pass", "pass", "pass")):
        game = apply(game, MakeCall(seat, parse_call(text, RULES))).game
    return apply(game, player.choose(view_for(game, 2), seconds)).game


def is_made(game: Game, player: Player, seconds: float, *, asking: bool) -> tuple[bool, bool]:
    """Play out the hand; return whether the plunge was made, and whether anyone asked."""
    deal = game.deal
    asked = False
    if deal is not None and asking:
        wanting = [seat for seat in seats_asking(deal) if wants_doubles(deal, seat)]
        asked = bool(wanting)
        game = apply_out_of_turn(game, AskDoubles(wanting[0])).game if wanting else game
    while game.deal is not None and game.deal.phase is Phase.PLAY:
        view = view_for(game, game.deal.to_act)
        game = apply(game, player.choose(view, seconds)).game
    assert game.deal is not None
    assert game.deal.result is not None
    return bool(game.deal.result.made), asked


def main(options: argparse.Namespace) -> None:
    """Play the deals and print the figures."""
    prepare(KERNELS)
    player = player_of(options.level, KERNELS)
    seconds = options.time_ms / 1000
    with_it = []
    without = []
    for number in count():
        shake = shake_from_seed(RULES, 3, options.seed, number)
        if sum(tile.is_double for tile in shake.hands[0]) < 4:
            continue
        game = play_to_plunge(shake, player, seconds)
        made, asked = is_made(game, player, seconds, asking=True)
        if asked:  # if nobody wants to ask, both hands are the same
            with_it.append(float(made))
            without.append(float(is_made(game, player, seconds, asking=False)[0]))
        if len(with_it) >= options.deals:
            break
    gained = [one - other for one, other in zip(with_it, without, strict=True)]
    error = stdev(gained) / sqrt(len(gained))
    print(f"made: {fmean(with_it):.3f} asked, {fmean(without):.3f} not, {len(gained)} deals")
    print(f"difference {fmean(gained):+.4f} ± {error:.4f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--time-ms", type=int, default=30)
    parser.add_argument("--seed", type=int, default=3)
    main(parser.parse_args())
