"""Choices of the computer players and answers of the solver change only on purpose."""

import json

import pytest

pytest.importorskip("numba", reason="the sampling players need numba")

from bot.ai.players.levels import make_player
from bot.ai.rules.player import RulesPlayer
from bot.ai.solver.loading import load_solver
from tests.ai.recorded import RECORDING, answers


@pytest.mark.slow
def test_players_and_solver_answer_as_recorded() -> None:
    recorded = json.loads(RECORDING.read_text(encoding="utf-8"))
    found = json.loads(json.dumps(answers(make_player, load_solver(None), RulesPlayer())))
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
