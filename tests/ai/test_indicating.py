"""Signals by discard are given and read only if the table plays them (ruling 8.25)."""

from collections import Counter
from random import Random

import pytest

from tests.ai.positions import shaken
from texas42.ai.findings.judgments import ReasonKind
from texas42.ai.inference.knowledge import know
from texas42.ai.rules.player import RulesPlayer
from texas42.engine import Phase, apply, new_game, view_for
from texas42.library import load_rules

SIGNALS = {ReasonKind.SHOW_DOUBLE, ReasonKind.SHOW_NEXT}


@pytest.mark.parametrize("indicating", [True, False])
def test_discards_signal_only_if_the_table_plays_it(*, indicating: bool) -> None:
    rules = load_rules("42", {"indicating": indicating})
    rng = Random(8)
    given = Counter[ReasonKind]()
    read = 0
    for hand in range(30):
        state = apply(new_game(rules), shaken(rules, hand % 4, rng)).game
        while state.deal is not None and state.deal.phase is not Phase.OVER:
            view = view_for(state, state.deal.to_act)
            if view.phase is Phase.PLAY and view.contract is not None:
                read += any(know(view).shown)
            action, reason = RulesPlayer().choose_with_reason(view)
            given[reason.kind] += 1
            state = apply(state, action).game
    assert given[ReasonKind.TRASH] > 0
    assert bool(SIGNALS & given.keys()) is indicating
    assert bool(read) is indicating
