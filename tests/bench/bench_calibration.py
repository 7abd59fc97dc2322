"""Measure the calibration of the expert's chances: predicted against observed, for bids and plays.

    python tests/bench/bench_calibration.py [--game 42] [--rules house] [--deals 1000]
        [--against rules] [--bid-deals 4096] [--play-deals 500]

Every deal is played twice, with the expert on each side once; with `--against expert` experts sit
on both sides and every deal is played once. For bids the chance is the one in the player's reason
for the call that won the auction, grouped by the previous bidder and by bid; for plays it is the
calibrated chance of roll-outs, grouped by role and trick. There is no time limit, so that results
depend on the number of samples and not on the machine. With fewer than 500 deals per play the
bidder does not look a lead ahead, as experts do.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from importlib import import_module
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.ai.hands import play_hand
from texas42.ai.players.arena import shake_from_seed
from texas42.ai.players.levels import make_player
from texas42.ai.rollouts.level_config import LEVEL_CONFIGS, Level
from texas42.ai.rollouts.told_chances import kind_of_bid
from texas42.ai.solver.loading import prepare
from texas42.engine import Action, MakeCall, PlayTile, Rules, SeatView, format_action
from texas42.library import load_rules

if TYPE_CHECKING:
    from texas42.ai.players.sampled_player import SampledPlayer

LONG = 3600.0
KERNELS = Path(__file__).parents[2] / ".pytest_cache" / "kernels"
BINS = 10


Told = tuple[str, float, bool]
"""A kind of prediction, the predicted chance, and the outcome."""


@dataclass(slots=True)
class Noting:
    """The expert, recording its chances in a hand: for each seat's last bid, and for plays."""

    player: SampledPlayer
    bids: dict[int, tuple[str, str, float]] = field(default_factory=dict)
    plays: list[tuple[int, str, float]] = field(default_factory=list)

    def choose(self, view: SeatView, seconds: float) -> Action:
        """Choose, and record the expected chance."""
        del seconds
        action, reason = self.player.choose_with_reason(view, LONG)
        if reason.chance is None:
            return action
        if isinstance(action, MakeCall) and action.call.is_bid:
            kind = kind_of_bid(view, action.call)
            bid = format_action(action, view.rules)
            self.bids[action.seat] = kind, bid, reason.chance
        elif isinstance(action, PlayTile) and reason.tried:
            told = f"{_role(view)} at trick {len(view.tricks) + 1}"
            self.plays.append((action.seat, told, reason.chance))
        return action


def _role(view: SeatView) -> str:
    side_of = view.rules.game.side_of
    if view.seat is None or view.bidder is None:
        raise ValueError("nobody plays a contract")
    if view.seat == view.bidder:
        return "bidder"
    return "partner" if side_of(view.seat) == side_of(view.bidder) else "other side"


def told(rules: Rules, options: argparse.Namespace) -> Iterator[Told]:
    """Yield the chances for each winning bid and for each play."""
    expert = Noting(import_module("texas42.ai.players.sampled_player").SampledPlayer(Level.EXPERT))
    other = expert if options.against == "expert" else make_player(options.against)
    game = rules.game
    for number in range(options.deals):
        shake = shake_from_seed(rules, number % game.seats, options.seed, number)
        for side in range(1 if other is expert else game.sides):
            seats = [expert if game.side_of(s) == side else other for s in range(game.seats)]
            expert.bids.clear()
            expert.plays.clear()
            deal = play_hand(rules, shake, seats).deal
            if deal is None or deal.bidder is None or deal.result is None:
                continue
            made = deal.result.made
            if made is None:
                continue
            if deal.bidder in expert.bids:
                kind, bid, chance = expert.bids[deal.bidder]
                yield f"bid {kind}", chance, made
                yield f"{kind}: {bid}", chance, made
            for seat, of, chance in expert.plays:
                ours = game.side_of(seat) == game.side_of(deal.bidder)
                yield of, chance, made is ours


def main(options: argparse.Namespace) -> None:
    """Print predicted against observed, by chance, kind of bid, role and trick."""
    LEVEL_CONFIGS[Level.EXPERT] = replace(
        LEVEL_CONFIGS[Level.EXPERT],
        bid_deals=options.bid_deals,
        play_deals=options.play_deals,
        plain_bonus=0.03,
    )
    prepare(KERNELS)
    rules = load_rules(options.game, _rules(options.rules))
    by_name: dict[str, list[tuple[float, bool]]] = {}
    for name, chance, came in told(rules, options):
        by_name.setdefault(name, []).append((chance, came))
    bids = [each for name, found in by_name.items() if name.startswith("bid ") for each in found]
    if not bids:
        print("no bid was won")
        return
    _tell("all bids", bids)
    for number in range(BINS):
        here = [each for each in bids if min(int(each[0] * BINS), BINS - 1) == number]
        if here:
            _tell(f"{number / BINS:.1f}-{(number + 1) / BINS:.1f}", here)
    for name in sorted(by_name):
        _tell(name, by_name[name])


def _rules(text: str) -> dict[str, object] | None:
    if not text:
        return None
    told: dict[str, object] = json.loads(text) if text.startswith("{") else {"preset": text}
    return told


def _tell(name: str, found: list[tuple[float, bool]]) -> None:
    chances = fmean(chance for chance, _ in found)
    came = fmean(came for _, came in found)
    brier = fmean((chance - came) ** 2 for chance, came in found)
    error = sqrt(came * (1 - came) / len(found))
    print(
        f"{name:<22} {len(found):6}  told {chances:.3f}  came {came:.3f} +- {error:.3f}  "
        f"difference {chances - came:+.3f}  Brier {brier:.3f}",
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
    parser.add_argument("--play-deals", type=int, default=500, help="sampled deals a play")
    main(parser.parse_args())
