"""Stored solver results of a hand are reused for its other positions, correctly."""

from dataclasses import replace
from random import Random

import pytest

pytest.importorskip("numba", reason="the solver needs numba")

from tests.ai.endings import bid_of, ending
from tests.ai.hands import RandomPlayer
from tests.ai.positions import shaken
from texas42.ai.kernels import contract_table
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.solver import solver as searches
from texas42.ai.solver.problem import Problem, SearchGoal
from texas42.engine import (
    Deal,
    Phase,
    PlayTile,
    Suit,
    apply,
    legal_plays,
    new_game,
    suit_contract,
    view_for,
)
from texas42.library import load_rules

LAST_TRICKS = [
    ("42", {}, 6),
    ("42", {"preset": "house"}, 6),
    ("42", {"nello": "any", "all_pass": "forced30"}, 6),
    ("88", {}, 4),
    ("84x8", {}, 3),
    ("79", {}, 4),
    ("big-game", {}, 6),
    ("moon", {}, 7),
    ("moon4", {}, 6),
]


def last_positions(game: str, options: dict[str, object], tricks: int, seed: str) -> list[Deal]:
    """List the deals before each play of the last tricks, the last first.

    The plain player bids, and everyone then plays at random, so equivalent tiles fall in any order.
    """
    rules = load_rules(game, options)
    rng = Random(seed)
    plain = RulesPlayer()
    anything = RandomPlayer(len(seed))
    state = apply(new_game(rules), shaken(rules, 0, rng)).game
    found = list[Deal]()
    while (deal := state.deal) is not None and deal.phase is not Phase.OVER:
        view = view_for(state, deal.to_act)
        player = anything if deal.phase is Phase.PLAY else plain
        action = player.choose(view, 1.0)
        if isinstance(action, PlayTile) and len(view.hand) <= tricks:
            found.append(deal)
        state = apply(state, action).game
    return found[::-1]


@pytest.mark.parametrize(("game", "options", "tricks"), LAST_TRICKS)
def test_stored_results_do_not_change_the_values(
    game: str, options: dict[str, object], tricks: int
) -> None:
    solver = searches.Solver()
    solved = 0
    for number in range(8):
        for deal in last_positions(game, options, tricks, f"{game} {number}"):
            alone = searches.Solver().solve(deal)
            assert solver.solve(deal).moves == alone.moves
            solved += 1
    assert solved


@pytest.mark.parametrize(("game", "size"), [("42", 4), ("88", 3), ("big-game", 4), ("moon", 4)])
def test_redealt_tiles_do_not_reuse_stored_results(game: str, size: int) -> None:
    rules = load_rules(game, {})
    rng = Random(game)
    solver = searches.Solver()
    fives = suit_contract(Suit.FIVES)
    deal = ending(rules, fives, bid_of(rules, fives, rng), size, rng)
    tiles = [tile for hand in deal.hands for tile in hand]
    answers = set()
    for _ in range(12):
        rng.shuffle(tiles)
        hands = tuple(tuple(tiles[at : at + size]) for at in range(0, len(tiles), size))
        again = replace(deal, hands=hands)
        found = solver.solve(again)
        assert found.moves == searches.Solver().solve(again).moves
        answers.add(found.outcome)
    assert len(answers) > 1


@pytest.mark.parametrize(("game", "options", "tricks"), LAST_TRICKS)
def test_tile_numbering_is_stable_for_a_whole_hand(
    game: str, options: dict[str, object], tricks: int
) -> None:
    for number in range(8):
        dealt = set()
        for deal in last_positions(game, options, tricks, f"{game} {number}"):
            assert deal.contract is not None
            assert deal.bidder is not None
            problem = Problem(deal.rules, deal.contract, deal.bidder, SearchGoal.EVERY_TRICK)
            problem.load(deal)
            dealt.add(problem.dealt)
        assert len(dealt) <= 1


def nodes_for(solver: searches.Solver, deal: Deal) -> int:
    """Count the nodes searched to value every play of a deal."""
    search = solver._search(deal, SearchGoal.POINTS, 1 << 60)
    for play in legal_plays(deal):
        search.value(play)
    table = search._problem.table
    return int(table[contract_table.NODES] + table[contract_table.NODES42])


@pytest.mark.parametrize("game", ["42", "big-game"])
def test_solved_positions_are_not_searched_again(game: str) -> None:
    deal = last_positions(game, {}, 7, "again")[-1]
    solver = searches.Solver()
    first = nodes_for(solver, deal)
    assert nodes_for(solver, deal) < first / 4
    assert nodes_for(searches.Solver(), deal) == first
