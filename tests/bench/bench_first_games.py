"""Play the first game after the lesson as a newcomer does, and count how many are won.

    python tests/bench/bench_first_games.py [--games 200] [--opponents easy] [--seconds 0.25]

The newcomer follows the hint in the first two hands. After those they bid by rules of thumb, and
play one legal domino at random in four plays of ten, else by rules of thumb. The partner is an
expert, as after Play now. Wanted: 40 to 70 % won. Outside, the level of the opponents has to
change. `--seconds`: the time for a choice of an expert.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.tables.deals.lesson import FIRST_MARKS, GAME, SEAT
from texas42 import RulesPlayer
from texas42.ai.players.arena import shake_from_seed
from texas42.ai.players.levels import LEVELS, Player, make_player
from texas42.ai.solver.loading import prepare
from texas42.engine import Action, Game, PlayTile, Rules, SeatView, apply, new_game, view_for
from texas42.library import change_rule, load_rules

HINTED = 2
AT_RANDOM = 0.4
KERNELS = Path(__file__).parents[2] / ".pytest_cache" / "kernels"
"""The compiled kernels, shared with the tests."""


@dataclass(slots=True)
class Newcomer:
    """A model of a newcomer, with the hint in the first hands."""

    randomness: random.Random
    adviser: Player
    plain: RulesPlayer
    hand: int = 1

    def choose(self, view: SeatView, seconds: float) -> Action:
        """Choose as the hint does at first, then by rules of thumb and at random."""
        if self.hand <= HINTED:
            return self.adviser.choose(view, seconds)
        plays = [action for action in view.legal if isinstance(action, PlayTile)]
        if plays and self.randomness.random() < AT_RANDOM:
            return self.randomness.choice(plays)
        return self.plain.choose(view, seconds)


def play(rules: Rules, number: int, opponents: Player, expert: Player, seconds: float) -> Game:
    """Play one game to its end."""
    newcomer = Newcomer(random.Random(number), expert, RulesPlayer())
    game = new_game(rules, total=(0, 0), next_shaker=number % rules.game.seats, deals_played=0)
    partner = rules.game.partner(SEAT)
    hands = 0
    while game.winner is None:
        hands += 1
        newcomer.hand = hands
        game = apply(game, shake_from_seed(rules, game.next_shaker, number, hands)).game
        while game.deal is not None and (seat := game.deal.to_act) is not None:
            player = {SEAT: newcomer, partner: expert}.get(seat, opponents)
            game = apply(game, player.choose(view_for(game, seat), seconds)).game
    return game


def main() -> None:
    """Play the games and print the share won, with its standard error."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--opponents", default="easy")
    parser.add_argument("--seconds", type=float, default=0.25)
    asked = parser.parse_args()
    prepare(KERNELS)
    rules = load_rules(GAME, change_rule(load_rules(GAME, {}), "target", FIRST_MARKS))
    expert = make_player(LEVELS[0], KERNELS)
    opponents = make_player(asked.opponents, KERNELS)
    side = rules.game.side_of(SEAT)
    wins = 0
    hands = 0
    for number in range(1, asked.games + 1):
        game = play(rules, number, opponents, expert, asked.seconds)
        wins += game.winner == side
        hands += game.deals_played
        if number % 20 == 0 or number == asked.games:
            share = wins / number
            error = sqrt(share * (1 - share) / number)
            told = {
                "games": number,
                "won": round(share, 3),
                "error": round(error, 3),
                "hands": round(hands / number, 1),
            }
            print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
