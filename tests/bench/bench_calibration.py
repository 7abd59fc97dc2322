"""How well the expert knows what its bids are worth: the chance it saw against what it made.

    python tests/bench/bench_calibration.py [--game 42] [--rules house] [--deals 1000]
        [--against rules] [--bid-deals 4096] [--play-deals 96]

Every deal is played twice, the expert once on each side; with `--against expert` it sits on both
and every deal is played once. What counts is the chance that the player gave as its reason when
it made the call that won the auction. Time is not limited, so that the figures depend on the
number of sampled hands and holdings and not on the machine.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.ai.players.arena import shaken
from bot.ai.players.levels import make_player
from bot.ai.rollouts.level_config import LEVEL_CONFIGS, Level
from bot.ai.solver.loading import prepare
from bot.engine import Action, MakeCall, Rules, SeatView
from bot.library import load_rules
from tests.ai.hands import play_hand

if TYPE_CHECKING:
    from bot.ai.players.sampled_player import SampledPlayer

LONG = 3600.0
KERNELS = Path(__file__).parents[2] / ".pytest_cache" / "kernels"
BINS = 10


@dataclass(slots=True)
class Noting:
    """The expert, with the chance it saw in the last bid of each seat."""

    player: SampledPlayer
    seen: dict[int, float] = field(default_factory=dict)

    def choose(self, view: SeatView, seconds: float) -> Action:
        """Choose, and note what was expected of a bid."""
        del seconds
        action, reason = self.player.choose_with_reason(view, LONG)
        if isinstance(action, MakeCall) and action.call.is_bid and reason.chance is not None:
            self.seen[action.seat] = reason.chance
        return action


def bids(rules: Rules, options: argparse.Namespace) -> Iterator[tuple[float, bool]]:
    """Yield the chance seen and whether it was made, for each bid that won."""
    expert = Noting(import_module("bot.ai.players.sampled_player").SampledPlayer(Level.EXPERT))
    other = expert if options.against == "expert" else make_player(options.against)
    game = rules.game
    for number in range(options.deals):
        shake = shaken(rules, number % game.seats, options.seed, number)
        for side in range(1 if other is expert else game.sides):
            seats = [expert if game.side_of(s) == side else other for s in range(game.seats)]
            expert.seen.clear()
            deal = play_hand(rules, shake, seats).deal
            if deal is None or deal.bidder is None or deal.result is None:
                continue
            if deal.result.made is not None and deal.bidder in expert.seen:
                yield expert.seen[deal.bidder], deal.result.made


def main(options: argparse.Namespace) -> None:
    """Print predicted and made, for all bids and by the chance that was seen."""
    LEVEL_CONFIGS[Level.EXPERT] = replace(
        LEVEL_CONFIGS[Level.EXPERT],
        bid_deals=options.bid_deals,
        play_deals=options.play_deals,
        plain_bonus=0.03,
    )
    prepare(KERNELS)
    rules = load_rules(options.game, _rules(options.rules))
    found = list(bids(rules, options))
    if not found:
        print("no bid was won")
        return
    _tell("all", found)
    for number in range(BINS):
        here = [each for each in found if min(int(each[0] * BINS), BINS - 1) == number]
        if here:
            _tell(f"{number / BINS:.1f}-{(number + 1) / BINS:.1f}", here)


def _rules(text: str) -> dict[str, object] | None:
    if not text:
        return None
    told: dict[str, object] = json.loads(text) if text.startswith("{") else {"preset": text}
    return told


def _tell(name: str, found: list[tuple[float, bool]]) -> None:
    predicted = fmean(chance for chance, _ in found)
    made = fmean(made for _, made in found)
    brier = fmean((chance - made) ** 2 for chance, made in found)
    print(
        f"{name:<8} {len(found):5} bids  predicted {predicted:.3f}  made {made:.3f}  "
        f"difference {predicted - made:+.3f}  Brier {brier:.3f}",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="42")
    parser.add_argument("--rules", default="", help="options as JSON, or the name of a preset")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", choices=("rules", "expert"), default="rules")
    parser.add_argument("--bid-deals", type=int, default=4096, help="sampled deals a call")
    parser.add_argument("--play-deals", type=int, default=96, help="sampled deals a play")
    main(parser.parse_args())
