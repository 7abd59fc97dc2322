"""The chances of plays in an answer, and the play that it names."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("numba", reason="the solver needs numba")

from texas42.ai.findings.play_chances import NO_DIFFERENCE
from texas42.ai.rollouts.judge import Judge
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.solver.solver import Solver
from texas42.engine import SeatView, Shake, apply, new_game, view_for
from texas42.library import load_rules

RULES = load_rules("42", {})


def position(seed: int, played: int) -> SeatView:
    """Return the view in turn after this many plays of the plain player."""
    pool = list(RULES.game.tiles)
    Random(seed).shuffle(pool)
    hands = tuple(tuple(pool[seat * 7 : seat * 7 + 7]) for seat in range(4))
    game = apply(new_game(RULES), Shake(seed % 4, hands)).game
    while game.deal is not None and game.deal.to_act is not None:
        view = view_for(game, game.deal.to_act)
        done = 4 * len(view.tricks) + (0 if view.trick is None else len(view.trick.plays))
        if view.trick is not None and done == played:
            return view
        game = apply(game, RulesPlayer().choose(view, 1.0)).game
    raise ValueError("the hand ended earlier")


@pytest.mark.parametrize(("seed", "played"), [(66, 8), (35, 4), (41, 8), (23, 0)])
def test_no_play_is_clearly_likelier_than_the_one_that_is_named(seed: int, played: int) -> None:
    found = Judge(Solver()).play_chances(position(seed, played))
    named = found.plays[found.advice.action]  # type: ignore[index]
    assert max(found.plays.values()) <= named + NO_DIFFERENCE
