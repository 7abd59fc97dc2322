"""The arena: duplicate deals with sides swapped, and statistics per player."""

import json
import sys

import pytest

from bot.cli.arena import compete
from bot.cli.parser import build_parser
from tests.ai.hands import RandomPlayer
from texas42.ai.players.arena import Contest, play_deals, play_matches, summary
from texas42.ai.rules.player import RulesPlayer
from texas42.library import games, load_rules


def arena_main(argv: list[str]) -> int:
    return compete(build_parser().parse_args(["arena", *argv]), cache=None)


def figures(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    told: dict[str, object] = json.loads(capsys.readouterr().out)
    return told


def test_player_scores_even_against_itself() -> None:
    contest = Contest(load_rules("42", None), RulesPlayer(), RulesPlayer(), 1.0)
    *_, tally = play_deals(contest, 10, 1)
    assert tally.hands == 20
    assert set(tally.score) == {0.0}


def test_stronger_player_wins_from_both_sides() -> None:
    rules = load_rules("42", None)
    *_, ahead = play_deals(Contest(rules, RulesPlayer(), RandomPlayer(1), 1.0), 20, 1)
    *_, behind = play_deals(Contest(rules, RandomPlayer(1), RulesPlayer(), 1.0), 20, 1)
    assert sum(ahead.score) > 0 > sum(behind.score)


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_arena_plays_every_game(game: str) -> None:
    rules = load_rules(game, None)
    *_, tally = play_deals(Contest(rules, RulesPlayer(), RulesPlayer(), 1.0), 2, 3)
    assert tally.hands == 2 * rules.game.sides


def test_every_full_game_has_a_winner() -> None:
    contest = Contest(load_rules("42", {"target": 2}), RulesPlayer(), RulesPlayer(), 1.0)
    *_, tally = play_matches(contest, 2, 1)
    assert len(tally.won) == 4
    told = summary(tally)
    assert "games_won_by_a" in told


def test_contract_can_be_fixed(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["--a", "rules", "--b", "rules", "--deals", "6", "--json", "--rules", "house"]
    assert arena_main([*argv, "--contract", "nello"]) == 0
    told = figures(capsys)
    assert told["hands"] == 12
    assert told["a"]["bid"] + told["b"]["bid"] == 1.0  # type: ignore[index]


@pytest.mark.parametrize("contract", ["plunge", "splash"])
def test_plunge_and_splash_are_measured_in_deals_with_enough_doubles(
    contract: str, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["--a", "rules", "--b", "rules", "--deals", "3", "--json", "--rules", "house"]
    assert arena_main([*argv, "--contract", contract]) == 0
    assert figures(capsys)["hands"] == 6
    rules = load_rules("42", {"preset": "house", "target": 1})
    whole = Contest(rules, RulesPlayer(), RulesPlayer(), 1.0, contract)
    *_, tally = play_matches(whole, 1, 3)
    assert len(tally.won) == 2


def test_statistics_include_differences_errors_and_times(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert arena_main(["--a", "rules", "--b", "rules", "--deals", "4", "--json"]) == 0
    told = figures(capsys)
    assert set(told["score_per_hand"]) == {"mean", "standard_error"}  # type: ignore[call-overload]
    assert {"bid", "made", "median_ms", "p99_ms"} == set(told["a"])  # type: ignore[call-overload]
    assert arena_main(["--a", "rules", "--b", "rules", "--deals", "2"]) == 0
    assert "score per hand" in capsys.readouterr().out


def test_arena_accepts_an_external_program(capsys: pytest.CaptureFixture[str]) -> None:
    spec = f"cmd:{sys.executable} -m bot player --level rules"
    argv = ["--a", spec, "--b", "rules", "--deals", "2", "--time-ms", "20000", "--json"]
    assert arena_main(argv) == 0
    assert figures(capsys)["score_per_hand"]["mean"] == 0.0  # type: ignore[index]


@pytest.mark.parametrize(
    "argv",
    [
        ["--a", "genius", "--b", "rules"],
        ["--a", "cmd:no-such-program", "--b", "rules"],
        ["--a", "rules", "--b", "rules", "--game", "43"],
        ["--a", "rules", "--b", "rules", "--contract", "nello", "--deals", "1"],
    ],
)
def test_unplayable_request_exits_with_status_2(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena_main(argv) == 2
    assert capsys.readouterr().err
