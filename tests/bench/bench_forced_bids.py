"""Measure the told chances of forced bids: predicted against observed, for the same hands.

    python tests/bench/bench_forced_bids.py [--rules harper] [--hands 100] [--deals 20]
        [--play-deals 500] [--dealt passing] [--low]

Three seats pass, and the expert on the shaker's seat must bid. The others' dominoes are then dealt
anew for each of its hands, and experts play the bid out. They are dealt at random, or, with
`--dealt passing`, until the expert passes with each of them, as the calls say. `--low` takes
only hands that could try nel-o. `--rules` is a preset or options as JSON; the table forces bids.
There is no time limit, so that results depend on the number of samples and not on the machine.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import count
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[2]))

from texas42.ai.players.arena import shake_from_seed
from texas42.ai.rollouts.level_config import LEVEL_CONFIGS, Level
from texas42.ai.rules.strategies import special_chances
from texas42.ai.solver.loading import prepare
from texas42.engine import (
    PASS,
    Call,
    CallKind,
    ContractKind,
    Game,
    MakeCall,
    Phase,
    Rules,
    SeatView,
    Shake,
    Tile,
    apply,
    format_call,
    new_game,
    view_for,
)
from texas42.library import load_rules

if TYPE_CHECKING:
    from texas42.ai.players.sampled_player import SampledPlayer

LONG = 3600.0
KERNELS = Path(__file__).parents[2] / ".pytest_cache" / "kernels"
SHAKER = 3
LOW = 0.3
"""The least chance of nel-o by rule of a low hand."""
MOST_DEALT = 400
"""After this many deals in which somebody would bid, a hand is left out."""


@dataclass(frozen=True, slots=True)
class Forced:
    """A forced bid: its call, the contract that it plans, the told chance, and the results."""

    call: str
    contract: str
    told: float
    made: list[bool]


def dealt(rules: Rules, hand: tuple[Tile, ...], randomness: Random) -> Shake:
    """Deal the other dominoes to the three others."""
    others = [tile for tile in rules.game.tiles if tile not in hand]
    randomness.shuffle(others)
    size = len(hand)
    hands = [tuple(others[seat * size : (seat + 1) * size]) for seat in range(SHAKER)]
    return Shake(SHAKER, (*hands, hand))


def after_passes(rules: Rules, shake: Shake, expert: SampledPlayer | None) -> Game | None:
    """Let the three others pass; None if an expert would bid one of their hands."""
    game = apply(new_game(rules), shake).game
    for seat in range(SHAKER):
        passing = MakeCall(seat, PASS)
        if expert is not None and expert.choose_fixed(view_for(game, seat)) != passing:
            return None
        game = apply(game, passing).game
    return game


def forced_bids(rules: Rules, options: argparse.Namespace) -> Iterator[Forced]:
    """Yield the expert's forced bid for each hand, played out in deals of the other dominoes."""
    expert: SampledPlayer = import_module("texas42.ai.players.sampled_player").SampledPlayer(
        Level.EXPERT
    )
    asked = expert if options.dealt == "passing" else None
    yielded = 0
    for number in count():
        if yielded == options.hands:
            return
        hand = shake_from_seed(rules, SHAKER, options.seed, number).hands[SHAKER]
        randomness = Random(f"{options.seed}:{number}")
        first = after_passes(rules, dealt(rules, hand, randomness), None)
        if first is None:
            raise ValueError("a pass was not asked about")
        view = view_for(first, SHAKER)
        if options.low and not is_low(view):
            continue
        call, reason = expert.choose_with_reason(view, LONG)
        if not isinstance(call, MakeCall) or reason.chance is None:
            raise ValueError("the expert told no chance")
        made = list(played_out(rules, hand, call, expert, asked, randomness, options.deals))
        if made:
            yielded += 1
            yield Forced(format_call(call.call, rules), str(reason.contract), reason.chance, made)


def is_low(view: SeatView) -> bool:
    """Return True if the rules of thumb see some chance to make nel-o for a mark."""
    found = special_chances(view, Call(CallKind.MULTIPLE, 1))
    return any(chance >= LOW for each, chance in found if each.kind is ContractKind.NELLO)


def played_out(
    rules: Rules,
    hand: tuple[Tile, ...],
    call: MakeCall,
    expert: SampledPlayer,
    asked: SampledPlayer | None,
    randomness: Random,
    deals: int,
) -> Iterator[bool]:
    """Yield whether the bid is made, in new deals of the other dominoes."""
    played = 0
    for _ in range(MOST_DEALT):
        game = after_passes(rules, dealt(rules, hand, randomness), asked)
        if game is None:
            continue
        game = apply(game, call).game
        while game.deal is not None and game.deal.phase is not Phase.OVER:
            game = apply(game, expert.choose_fixed(view_for(game, game.deal.to_act))).game
        if game.deal is None or game.deal.result is None:
            raise ValueError("the hand is not over")
        yield bool(game.deal.result.made)
        played += 1
        if played == deals:
            return


def main(options: argparse.Namespace) -> None:
    """Print predicted against observed, by the kind of contract, the call and the chance."""
    LEVEL_CONFIGS[Level.EXPERT] = replace(
        LEVEL_CONFIGS[Level.EXPERT], play_deals=options.play_deals
    )
    prepare(KERNELS)
    text = options.rules
    told = json.loads(text) if text.startswith("{") else {"preset": text}
    rules = load_rules("42", {**told, "all_pass": "forced30"})
    by_name: dict[str, list[Forced]] = {}
    for bid in forced_bids(rules, options):
        kind = bid.contract.partition(" ")[0]
        special = kind if kind in {"nello", "sevens", "plunge", "splash"} else "plain"
        tenth = min(int(bid.told * 5), 4) / 5
        for name in ("all", special, f"{special} {bid.call}", f"{tenth:.1f}-{tenth + 0.2:.1f}"):
            by_name.setdefault(name, []).append(bid)
        if special == "nello":
            by_name.setdefault(bid.contract, []).append(bid)
    for name in sorted(by_name):
        _tell(name, by_name[name])


def _tell(name: str, found: list[Forced]) -> None:
    told = fmean(bid.told for bid in found)
    made = fmean(fmean(bid.made) for bid in found)
    off = [fmean(bid.made) - bid.told for bid in found]
    error = stdev(off) / sqrt(len(off)) if len(off) > 1 else 0.0
    print(
        f"{name:<16} {len(found):5} hands  told {told:.3f}  made {made:.3f}  "
        f"difference {told - made:+.3f} +- {error:.3f}",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", default="house", help="options as JSON, or the name of a preset")
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--deals", type=int, default=20, help="deals of the other dominoes a hand")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--play-deals", type=int, default=500, help="sampled deals a play")
    parser.add_argument("--low", action="store_true", help="only hands for nel-o")
    parser.add_argument("--dealt", choices=("anew", "passing"), default="anew")
    main(parser.parse_args())
