"""Finished games and hands, and replays."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import pairwise

from bot.tables.model import Status
from bot.tables.past import PastGame, PastHand, Replay
from tests.presenter.tabling import (
    NAMES,
    deal_next_hand,
    sample,
    seat_lines,
    table_of,
)
from texas42.engine import (
    Game,
    Shake,
    apply,
)
from texas42.records.build import record_of
from texas42.records.moments import Moment, moments, trick_ends

GAME = PastGame("k3f9q2", 3, 1, "42", {}, 2, 1, (3, 7), 1, ("Ana", "Bo", "Cy", ""), 1000.0)
HAND = PastHand("k3f9q2", 3, 1, "42", {}, 4, 2, "31", True, "played-out", 1000.0, 4)


def replay_of(rules, seed: int, names=NAMES) -> Replay:
    """Build the replay of a randomly played hand."""
    rng = random.Random(seed)
    game = deal_next_hand(rules, rng)
    deal = game.deal
    first = Shake(deal.shaker, deal.dealt, deal.undealt)
    actions = []
    while legal := game.legal_actions():
        actions.append(rng.choice(legal))
        game = apply(game, actions[-1]).game
    steps = moments(record_of(rules, [(first, actions)]), 1)
    assert steps[-1].game == game
    return replay(rules, steps, names)


def replay(rules, steps, names=NAMES) -> Replay:
    table = replace(
        table_of(rules, status=Status.BETWEEN, seats=seat_lines(rules, names)), hand_no=4
    )
    return Replay(table, steps, trick_ends(steps))


def sample_replay(names=NAMES) -> Replay:
    """Build the replay of the sources' sample hand, whose trick 1 is 1-1 2-1 1-0 3-1."""
    over = sample(99)
    return replay(over.rules, record_steps(over.rules), names)


@cache
def record_steps(rules) -> tuple[Moment, ...]:
    games_ = [sample(step) for step in range(99)]
    seen: list[Game] = []
    for game in games_:
        if not seen or game != seen[-1]:
            seen.append(game)
    first = seen[0].deal
    steps = [Moment(Shake(first.shaker, first.dealt, first.undealt), seen[0])]
    for before, after in pairwise(seen):
        action = next(a for a in before.legal_actions() if apply(before, a).game == after)
        steps.append(Moment(action, after))
    return tuple(steps)
