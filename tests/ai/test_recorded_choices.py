"""Choices of the computer players and answers of the solver change only on purpose."""

import json

import pytest

pytest.importorskip("numba", reason="the sampling players need numba")

from tests.ai.recorded import HANDS, RECORDING, answers
from tests.support.matrix import long
from texas42.ai.players.levels import make_player
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.solver.loading import load_solver


@pytest.mark.slow
@pytest.mark.parametrize("hands", [1, long(HANDS)])
def test_players_and_solver_answer_as_recorded(hands: int) -> None:
    recorded = {
        name: {at: answer for at, answer in given.items() if int(at.split("/")[1]) < hands}
        for name, given in json.loads(RECORDING.read_text(encoding="utf-8")).items()
    }
    found = json.loads(json.dumps(answers(make_player, load_solver(None), RulesPlayer(), hands)))
    assert {name: len(given) for name, given in found.items()} == {
        name: len(given) for name, given in recorded.items()
    }
    changed = [
        f"{name} {at}: {recorded[name].get(at)} is now {answer}"
        for name, given in found.items()
        for at, answer in given.items()
        if recorded[name].get(at) != answer
    ]
    assert not changed, "\n".join(changed[:20])
