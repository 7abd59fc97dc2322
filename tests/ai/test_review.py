"""What a play cost is what best play could still have had."""

import json

import pytest

pytest.importorskip("numba", reason="the solver needs numba")

from bot.ai.solver.loading import load_solver
from bot.ai.solver.review import review
from bot.engine import Deal, PlayTile, new_game, parse_tile
from bot.records.record import parse_record
from bot.records.replay import record_rules, walk
from tests.ai.test_solve_command import SAMPLE


def steps(plays: list[str]) -> list[tuple[Deal, PlayTile]]:
    hand = {**SAMPLE["hands"][0], "plays": plays}  # type: ignore[dict-item]
    record = parse_record(json.dumps({**SAMPLE, "hands": [hand]}))
    turns = walk(record, new_game(record_rules(record)))
    return [
        (turn.before.deal, turn.action)
        for turn in turns
        if isinstance(turn.action, PlayTile) and turn.before.deal is not None
    ]


def test_every_play_of_a_hand_is_judged() -> None:
    plays = ["11", "21", "10", "31", "61", "51", "54", "30", "60", "65", "40", "62"]
    costs = review(load_solver(None), steps(plays))
    assert [cost.play.tile for cost in costs] == [parse_tile(text) for text in plays]
    assert all(cost.points is not None and cost.points >= 0 for cost in costs)
    assert all(cost.exact for cost in costs)


def test_a_play_that_costs_the_bid_names_one_that_does_not() -> None:
    # A small trump with count, led under the double and the six: the bid of 32 is gone.
    (cost,) = review(load_solver(None), steps(["41"]))
    assert cost.points == 30
    assert cost.decisive
    assert cost.best != cost.play


def test_the_best_play_costs_nothing() -> None:
    (cost, *_) = review(load_solver(None), steps(["11"]))
    assert cost.points == 0
    assert not cost.decisive
    assert cost.best == cost.play
