"""The compiled searches with each table and bound switched off.

By default one run without the transposition table and one without everything else; FORTYTWO_LAWS=n
also disables each optimization alone and multiplies the number of deals.
"""

import os
from random import Random

import pytest

pytest.importorskip("numba", reason="the solver needs numba")

from tests.ai.endings import bid_of, ending
from tests.ai.without import ALL_ELSE, GENERAL, SEARCH42, load_without
from tests.support.matrix import mostly_long
from texas42.ai import kernels
from texas42.ai.inference.trick_order import has_points
from texas42.ai.kernels import contract_table
from texas42.ai.solver import solver as searches
from texas42.ai.solver.problem import SearchGoal
from texas42.engine import (
    FOLLOW_ME,
    Contract,
    ContractKind,
    Deal,
    DoublesRule,
    Suit,
    legal_plays,
    suit_contract,
)
from texas42.library import load_rules

MORE = int(os.environ.get("FORTYTWO_LAWS", "1"))
SUITS = [suit_contract(suit) for suit in Suit if suit.value in "0123456" or len(suit.value) > 1]
NO_TRUMP = [rule for rule in DoublesRule if rule is not DoublesRule.REVERSED]
FOLLOW = [suit_contract(FOLLOW_ME, rule) for rule in NO_TRUMP]
NELLO = [Contract(ContractKind.NELLO, doubles=rule) for rule in NO_TRUMP]
FIVES = suit_contract(Suit.FIVES)
DOUBLES = suit_contract(Suit.DOUBLES)
SEVENS = Contract(ContractKind.SEVENS)
EVERYWHERE = [
    ("42", {}, 7, [FIVES, DOUBLES, suit_contract(FOLLOW_ME)]),
    ("42", {"preset": "house"}, 7, [NELLO[0], NELLO[1], SEVENS]),
    ("42", {"preset": "puremco"}, 6, [DOUBLES]),
    ("moon", {}, 7, [FIVES, DOUBLES]),
    ("80", {}, 5, [FIVES]),
    ("88", {"trump_in_bid": False}, 4, [FIVES, DOUBLES]),
    ("79", {}, 3, [FIVES]),
    ("84x8", {}, 3, [DOUBLES]),
    ("big-game", {}, 5, [FIVES, suit_contract(Suit.THREES)]),
]
"""Game, options, tricks left, contracts: whole deals, or as deep as a search can go without its
transposition table."""


def solve_without(deal: Deal) -> tuple[list[object], int]:
    """Return the values and answers of all plays, and the number of nodes searched."""
    assert deal.contract is not None
    goal, needed = searches.goal_of(deal)
    search = searches.Solver()._search(deal, goal, 1 << 60)
    plays = legal_plays(deal)
    found: list[object] = [search.reaches(play, needed) for play in plays]
    nodes = nodes_of(search)
    if has_points(deal.contract):
        if goal is not SearchGoal.POINTS:
            search = searches.Solver()._search(deal, SearchGoal.POINTS, 1 << 60)
        found += [search.value(play) for play in plays]
        nodes += nodes_of(search)
    return found, nodes


def nodes_of(search: searches._Search) -> int:
    table = search._problem.table
    return int(table[contract_table.NODES] + table[contract_table.NODES42])


@pytest.mark.slow
@pytest.mark.parametrize("help_", mostly_long(SEARCH42, ALL_ELSE))
def test_fast_search_is_exact_without_its_optimizations(
    help_: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alone = load_without("search42", help_, SEARCH42[help_])
    rules = load_rules("42", {})
    rng = Random(help_)
    more = fewer = 0
    for contract in [*SUITS, *FOLLOW[:2]] * MORE:
        deal = ending(rules, contract, bid_of(rules, contract, rng), 7, rng)
        with_it = solve_without(deal)
        with monkeypatch.context() as patched:
            patched.setattr(searches, "search42", alone)
            without = solve_without(deal)
        assert without[0] == with_it[0], contract
        fewer = fewer + with_it[1]
        more = more + without[1]
    assert more != fewer, "the help was not taken out"


@pytest.mark.slow
@pytest.mark.parametrize("help_", mostly_long(GENERAL, ALL_ELSE))
def test_general_search_is_exact_without_its_optimizations_in_every_game(
    help_: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alone = load_without("search_general", help_, GENERAL[help_])
    monkeypatch.setattr(searches, "is_for_search42", lambda _problem: False)
    rng = Random(help_)
    more = fewer = 0
    for game, options, size, contracts in EVERYWHERE * MORE:
        rules = load_rules(game, options)
        for contract in contracts:
            deal = ending(rules, contract, bid_of(rules, contract, rng), size, rng)
            with_it = solve_without(deal)
            with monkeypatch.context() as patched:
                patched.setattr(kernels, "search_general", alone)
                without = solve_without(deal)
            assert without[0] == with_it[0], (game, contract)
            fewer = fewer + with_it[1]
            more = more + without[1]
    assert more != fewer, "the help was not taken out"
