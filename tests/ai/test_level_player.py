"""The player that the table service uses: ready at once, stronger once warm."""

from threading import Thread

import pytest

from tests.ai.positions import playing
from texas42.ai.players.levels import LevelPlayer
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.solver.failures import SolverMissing
from texas42.engine import Action


def test_plain_player_stands_in_until_the_solver_is_warm() -> None:
    view = playing("64 60 20 30 10 31 42", "62 66 61", contract="5")
    player = LevelPlayer("expert")
    assert player.serving == "rules"
    assert player.choose(view, 1.0) == RulesPlayer().choose(view, 1.0)


def test_warm_player_serves_every_thread() -> None:
    pytest.importorskip("numba", reason="the stronger levels need numba")
    view = playing("64 60 20 30 10 31 42", "62 66 61", contract="5")
    player = LevelPlayer("steady")
    player.warm()
    assert player.serving == "steady"
    answers: list[Action] = []
    threads = [Thread(target=lambda: answers.append(player.choose(view, 5.0))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(answers)) == 1
    assert len(answers) == 3


def test_plain_player_keeps_serving_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr("texas42.ai.solver.loading.import_module", missing)
    view = playing("64 60 20 30 10 31 42", "62 66 61", contract="5")
    player = LevelPlayer("expert")
    with pytest.raises(SolverMissing):
        player.warm()
    assert player.serving == "rules"
    assert player.choose(view, 1.0) in view.legal
