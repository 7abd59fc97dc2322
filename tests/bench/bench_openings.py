"""Count how often the expert leads an off first while it has the highest trump.

    python tests/bench/bench_openings.py [--contracts 2000] [--seed 7] [--play-deals 1000]

The plain player bids and names trumps in seeded deals, and the expert leads. Only contracts in a
suit whose highest trump the bidder has are counted; every off lead is printed with its roll-out
value and that of the plain player's lead. There is no time limit, so that the count depends on the
number of sampled deals and not on the machine.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import replace
from importlib import import_module
from itertools import count
from pathlib import Path
from time import monotonic

sys.path.insert(0, str(Path(__file__).parents[2]))

from texas42.ai.inference.knowledge import know
from texas42.ai.inference.trick_order import trick_order
from texas42.ai.players.arena import shake_from_seed
from texas42.ai.rollouts.level_config import LEVEL_CONFIGS, Level
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.solver.loading import prepare
from texas42.engine import Phase, PlayTile, SeatView, apply, new_game, view_for
from texas42.library import load_rules

KERNELS = Path(__file__).parents[2] / ".pytest_cache" / "kernels"
LONG = 3600.0


def opening(number: int, seed: int, plain: RulesPlayer) -> SeatView | None:
    """Return the bidder's view before the first lead, or None if nobody bid."""
    rules = load_rules("42", None)
    state = apply(
        new_game(rules), shake_from_seed(rules, number % rules.game.seats, seed, number)
    ).game
    while state.deal is not None and state.deal.phase in (Phase.CALL, Phase.CONTRACT):
        view = view_for(state, state.deal.to_act)
        state = apply(state, plain.choose(view, LONG)).game
    if state.deal is None or state.deal.phase is not Phase.PLAY:
        return None
    return view_for(state, state.deal.to_act)


def trumps_from_the_top(view: SeatView) -> int:
    """Return the seat's trumps as a bit mask, or 0 if the highest is elsewhere."""
    assert view.contract is not None
    order = trick_order(view.rules.game, view.contract)
    trumps = order.trump & order.mask(view.hand)
    return trumps if trumps.bit_length() == order.trump.bit_length() else 0


def main(options: argparse.Namespace) -> None:
    """Count the leads, and print each off lead."""
    prepare(KERNELS)
    config = replace(LEVEL_CONFIGS[Level.EXPERT], play_deals=options.play_deals)
    LEVEL_CONFIGS[Level.EXPERT] = config
    player = import_module("texas42.ai.players.sampled_player").SampledPlayer(Level.EXPERT)
    sampler = import_module("texas42.ai.rollouts.plays").PlaySampler()
    search_goal = import_module("texas42.ai.rollouts.play_choice").search_goal
    results_of = import_module("texas42.ai.rollouts.next_leads").results_of
    plain = RulesPlayer()
    found = Counter[str]()
    for number in count():
        if found.total() == options.contracts:
            break
        view = opening(number, options.seed, plain)
        trumps = trumps_from_the_top(view) if view is not None else 0
        if view is None or view.contract is None or not trumps:
            continue
        lead = player.choose(view, LONG)
        usual = plain.choose(view, LONG)
        assert isinstance(lead, PlayTile)
        assert isinstance(usual, PlayTile)
        known = know(view)
        place = known.order.places[lead.tile]
        if trumps >> place & 1:
            found["highest trump" if place == trumps.bit_length() - 1 else "lower trump"] += 1
            continue
        found["off"] += 1
        goal, need = search_goal(known)
        until = monotonic() + LONG
        both = [lead, usual]
        claims = results_of(sampler, known, both, goal, need, options.play_deals, until)
        hand = " ".join(map(str, view.hand))
        told = ", ".join(f"{each.play.tile} {each.chance:.3f}" for each in claims)
        print(f"deal {number}: {view.contract.named} with {hand}: {told}")
    for name, number in found.most_common():
        print(f"{name:<14} {number:5}  {number / found.total():.2%}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--contracts", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--play-deals", type=int, default=1000)
    main(parser.parse_args())
