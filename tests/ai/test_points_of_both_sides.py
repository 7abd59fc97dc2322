"""Both sides' points with best play, whatever is bid: the solver, and the sentence of the review.

The long forms take 200 whole deals of 42, and 50 positions of each other game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

pytest.importorskip("numba", reason="the solver needs numba")

from bot.cli.solve import solution_json
from bot.presenter.hand.all_plays import all_plays_screen
from bot.presenter.words.render_context import RenderContext
from tests.presenter.tabling import text_of
from tests.presenter.test_replay import sample_replay
from texas42.ai.findings.judgments import Review
from texas42.ai.solver.loading import load_solver
from texas42.ai.solver.solver import Solution, Solver
from texas42.engine import (
    FOLLOW_ME,
    Call,
    CallKind,
    Contract,
    ContractKind,
    Deal,
    Rules,
    Suit,
    suit_contract,
)
from texas42.library import load_rules

from .endings import ending

FOUR_LEFT = 4
NUMBERS = [suit_contract(Suit(str(pips))) for pips in range(7)]
SUITS = [*NUMBERS, suit_contract(Suit.DOUBLES)]
NO_TRUMP = suit_contract(FOLLOW_ME)
SPECIAL = [
    Contract(ContractKind.PLUNGE, Suit.FIVES),
    Contract(ContractKind.SPLASH, FOLLOW_ME),
]
OTHER_GAMES: list[tuple[str, dict[str, object], list[Contract]]] = [
    ("42", {"preset": "house"}, SPECIAL),
    ("42", {"preset": "straight-points"}, [*SUITS, NO_TRUMP]),
    ("79", {}, SUITS),
    ("80", {}, SUITS[1:]),
    ("84x6", {}, NUMBERS),
    ("84x8", {}, SUITS),
    ("88", {"trump_in_bid": False}, SUITS),
    ("big-game", {}, [*SUITS, suit_contract(Suit.EIGHTS)]),
    ("moon", {}, SUITS[1:]),
    ("moon4", {}, SUITS),
]
CONTEXT = RenderContext(pictures=False)
SENTENCE = re.compile(r"(?:could|couldn't) have made the bid[,:] (-?\d+) to (-?\d+)\.")


@pytest.fixture(scope="module")
def solver() -> Solver:
    return load_solver(None)


def bids_of(rules: Rules, contract: Contract) -> list[Call]:
    """List a bid of each kind for which a contract can be played."""
    if contract.kind.partner_names:
        return [Call(CallKind.PLUNGE, 4), Call(CallKind.MULTIPLE, 4)]
    if rules.game.bid_unit == "tricks":
        return [Call(CallKind.TRICKS, number) for number in (4, 7, 21)]
    points = [rules.game.min_bid, rules.game.total - rules.game.bid_step]
    calls = [Call(CallKind.POINTS, number) for number in points]
    return [*calls, Call(CallKind.MULTIPLE, 1), Call(CallKind.MULTIPLE, 2)]


def all_points(deal: Deal) -> int:
    """Count the points that were won and that can still be won."""
    game = deal.rules.game
    counts = sum(game.tile_count(tile) for hand in deal.hands for tile in hand)
    return sum(deal.points) + counts + len(deal.hands[deal.to_act or 0]) * game.trick_points


def assert_points_add_up(deal: Deal, found: Solution) -> None:
    assert found.exact
    told = solution_json(deal, found)
    assert isinstance(told["moves"], dict)
    for each in (told, *told["moves"].values()):
        points = each["points"]
        assert min(points) >= 0, (deal.bid, points)
        assert sum(points) == all_points(deal), (deal.bid, points)


def points_by_bid(solver: Solver, deal: Deal, bids: list[Call]) -> None:
    """Check one deal with one contract and each of these bids."""
    found = []
    for bid in bids:
        with_bid = replace(deal, bid=bid)
        solution = solver.solve(with_bid)
        assert_points_add_up(with_bid, solution)
        found.append({play: each.low for play, each in solution.moves.items()})
    assert all(each == found[0] for each in found)


def whole_deals(number: int) -> Iterator[Deal]:
    """Yield deals of 42 at the first lead, in every contract with points."""
    rules = load_rules("42", {})
    rng = Random(38)
    contracts = [*SUITS, NO_TRUMP]
    for turn in range(number):
        contract = contracts[turn % len(contracts)]
        yield ending(rules, contract, bids_of(rules, contract)[0], rules.game.hand_size, rng)


@pytest.mark.parametrize("number", [9, pytest.param(200, marks=pytest.mark.long)])
def test_points_of_a_deal_of_42_are_the_same_at_every_bid_and_add_up(
    solver: Solver, number: int
) -> None:
    bids = [Call(CallKind.POINTS, 30), Call(CallKind.POINTS, 31), Call(CallKind.POINTS, 41)]
    bids += [Call(CallKind.MULTIPLE, 1), Call(CallKind.MULTIPLE, 2)]
    for deal in whole_deals(number):
        points_by_bid(solver, deal, bids)


@pytest.mark.parametrize("number", [5, pytest.param(50, marks=pytest.mark.long)])
@pytest.mark.parametrize(("game", "options", "contracts"), OTHER_GAMES)
def test_points_in_the_last_four_tricks_add_up_in_every_game(
    solver: Solver, game: str, options: dict[str, object], contracts: list[Contract], number: int
) -> None:
    rules = load_rules(game, options)
    rng = Random(f"{game} {sorted(options)}")
    for turn in range(number):
        contract = contracts[turn % len(contracts)]
        bids = bids_of(rules, contract)
        points_by_bid(solver, ending(rules, contract, bids[0], FOUR_LEFT, rng), bids)


def points_said(found: Solution) -> tuple[int, int]:
    """Return the points in the sentence that the review of a hand shows."""
    bidders, others = found.points_of(found.outcome) or (None, None)
    review = Review(bidders, others, found.outcome.made, ())
    said = text_of(all_plays_screen(sample_replay(), review, 1, CONTEXT))
    sentence = SENTENCE.search(said)
    assert sentence is not None, said
    return int(sentence[1]), int(sentence[2])


@pytest.mark.parametrize("number", [5, pytest.param(50, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("game", "options", "contracts"), [("42", {}, [*SUITS, NO_TRUMP]), *OTHER_GAMES]
)
def test_points_in_the_sentence_of_a_review_add_up_at_every_bid(
    solver: Solver, game: str, options: dict[str, object], contracts: list[Contract], number: int
) -> None:
    rules = load_rules(game, options)
    rng = Random(f"{game} {sorted(options)} sentence")
    for turn in range(number):
        contract = contracts[turn % len(contracts)]
        for bid in bids_of(rules, contract):
            deal = ending(rules, contract, bid, FOUR_LEFT, rng)
            points = points_said(solver.solve(deal))
            assert min(points) >= 0, bid
            assert sum(points) == all_points(deal), bid
