"""The cost of a play, compared with the best play."""

import json

import pytest

pytest.importorskip("numba", reason="the solver needs numba")

from tests.ai.hands import PLUNGE
from tests.support.records import SAMPLE
from texas42.ai.solver.loading import load_reviewer, load_solver
from texas42.ai.solver.review import play_costs, played_steps
from texas42.engine import Deal, PlayTile, parse_tile


def steps(plays: list[str]) -> list[tuple[Deal, PlayTile]]:
    hand = {**SAMPLE["hands"][0], "plays": plays}  # type: ignore[dict-item]
    return played_steps(json.dumps({**SAMPLE, "hands": [hand]}), 1)


def test_review_judges_every_play_of_a_hand() -> None:
    plays = ["11", "21", "10", "31", "61", "51", "54", "30", "60", "65", "40", "62"]
    costs = play_costs(load_solver(None), steps(plays))
    assert [cost.play.tile for cost in costs] == [parse_tile(text) for text in plays]
    assert all(cost.points is not None and cost.points >= 0 for cost in costs)


def test_play_that_costs_the_bid_comes_with_a_better_one() -> None:
    # A small trump with count, led under the double and the six, loses the bid of 32.
    (cost,) = play_costs(load_solver(None), steps(["41"]))
    assert cost.points == 30
    assert cost.decisive
    assert cost.best != cost.play


def test_best_play_costs_nothing() -> None:
    (cost, *_) = play_costs(load_solver(None), steps(["11"]))
    assert cost.points == 0
    assert not cost.decisive
    assert cost.best == cost.play


def record_of_plays(plays: str, **rules: object) -> str:
    hand = {**SAMPLE["hands"][0], "plays": plays.split()}  # type: ignore[dict-item]
    return json.dumps({**SAMPLE, "rules": {**SAMPLE["rules"], **rules}, "hands": [hand]})  # type: ignore[dict-item]


def test_review_of_a_hand_that_ends_with_a_renege_judges_the_plays_before_it() -> None:
    text = record_of_plays("11 65", renege="forfeit")
    found = load_reviewer(None).review(text, 1)
    assert [cost.play.tile for cost in found.costs] == [parse_tile("11")]


def passed_out_record(hands: list[list[str]], **rules: object) -> str:
    """A record of one passed-out hand."""
    hand = {"shaker": 3, "deal": hands, "calls": [[seat, "pass"] for seat in range(4)]}
    return json.dumps({**SAMPLE, "rules": {"all_pass": "reshake", **rules}, "hands": [hand]})


def test_review_of_a_passed_out_hand_shows_each_sides_best() -> None:
    text = passed_out_record(SAMPLE["hands"][0]["deal"])  # type: ignore[index]
    found = load_reviewer(None).review(text, 1)
    assert (found.made, found.costs, found.unknown) == (None, (), 0)
    as_played = load_reviewer(None).review(json.dumps(SAMPLE), 1)
    points = {each.side: each.points for each in found.possible}
    assert points == {each.side: each.points for each in as_played.possible}
    assert set(points) == {0, 1}


def test_review_of_a_bid_at_a_mark_counts_both_sides_points() -> None:
    found = {}
    for bid in ("32", "41", "1m", "2m"):
        calls = [[1, "pass"], [2, "30"], [3, "31"], [0, bid]]
        hand = {**SAMPLE["hands"][0], "calls": calls, "plays": ["11"]}  # type: ignore[dict-item]
        rules = {**SAMPLE["rules"], "open_max_marks": 2}  # type: ignore[dict-item]
        text = json.dumps({**SAMPLE, "rules": rules, "hands": [hand]})
        review = load_reviewer(None).review(text, 1)
        found[bid] = review.bidders, review.others
        assert review.made
    assert set(found.values()) == {(42, 0)}


def test_review_of_a_plunge_counts_tricks_not_points() -> None:
    plays = "53 40 55 54 66 62 00 30 44 64 43 42 10 61 11 31 52 32 20 65"
    hand = {
        "shaker": 3,
        "deal": PLUNGE,
        "calls": [[0, "plunge 4m"], [1, "pass"], [2, "pass"], [3, "pass"]],
        "contract": "plunge 5",
        "plays": plays.split(),
    }
    rules = {"preset": "house", "early_stop": "none"}
    text = json.dumps({"format": "fortytwo/1", "game": "42", "rules": rules, "hands": [hand]})
    review = load_reviewer(None).review(text, 1)
    assert review.made is not None
    assert (review.bidders, review.others) == (None, None)
    assert len(review.costs) == len(hand["plays"])
    assert all(cost.points is None for cost in review.costs)
