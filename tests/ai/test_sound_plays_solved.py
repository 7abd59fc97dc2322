"""The listed positions against the solver, over many deals of the hidden tiles.

Open hands make guessing unnecessary, which flatters a side double before the trumps and the last
trump. So the solver cannot rank two good plays; it only finds bad ones.
`tests/bench/bench_positions.py` plays out the others.
"""

from collections import Counter

import pytest

pytest.importorskip("numba", reason="the solver needs numba")

from tests.ai.positions import open_position, text_of
from tests.ai.sound_positions import FOLLOWING, LEADING, MORE, SPECIAL, Play
from texas42.ai.solver.solver import Solver
from texas42.engine import PlayTile

DEALS = 40
NODES = 300_000
FLATTERED = 0.25
"""How much likelier another play may look with all hands open. It flatters a lead of the last
trump, which makes less when the same players play the hand out."""


def works(solver: Solver, case: Play) -> tuple[Counter[str], int]:
    """Count, by play, the deals in which it reaches its side's goal and the deals tried."""
    found = Counter[str]()
    deals = 0
    for seed in range(DEALS):
        state = open_position(case, seed)
        deal = state.deal
        assert deal is not None
        assert deal.bidder is not None
        assert deal.to_act is not None
        side_of = deal.rules.game.side_of
        ours = side_of(deal.to_act) == side_of(deal.bidder)
        plays = [each for each in state.legal_actions() if isinstance(each, PlayTile)]
        made = solver.outcomes_of_plays(deal, plays, NODES)
        if None not in made:
            deals += 1
            found.update(
                text_of(play) for play, is_made in zip(plays, made, strict=True) if is_made is ours
            )
    return found, deals


@pytest.mark.long
def test_listed_choice_is_near_the_best_with_open_hands() -> None:
    solver = Solver()
    judged = 0
    for case in (*FOLLOWING, *LEADING, *SPECIAL, *MORE):
        found, deals = works(solver, case)
        if deals < DEALS // 2:  # whole hands with many tiles take too long to solve
            continue
        judged += 1
        best = max(found[text] for text in case.right.split())
        for text, number in found.items():
            assert number - best <= FLATTERED * deals, f"{case.name}: {text} is better"
    assert judged > 170
