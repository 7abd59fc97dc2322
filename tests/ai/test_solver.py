"""The compiled search against plain minimax, for every game and contract.

FORTYTWO_LAWS=n multiplies the number of positions.
"""

import os
from random import Random

import pytest

pytest.importorskip("numba", reason="the solver needs numba")

from tests.ai.endings import Plain, bid_of, ending, with_tiles_on_table
from texas42.ai.solver import solver as searches
from texas42.ai.solver.loading import load_solver
from texas42.ai.solver.solver import Outcome
from texas42.engine import (
    DOUBLES,
    FOLLOW_ME,
    Contract,
    ContractKind,
    Deal,
    DoublesRule,
    PlayTile,
    Rules,
    Suit,
    legal_plays,
    suit_contract,
)
from texas42.library import load_rules

NO_TRUMP = [rule for rule in DoublesRule if rule is not DoublesRule.REVERSED]
NELLO = [Contract(ContractKind.NELLO, doubles=rule) for rule in NO_TRUMP]
SUITS = [suit_contract(suit) for suit in Suit if suit.value in "0123456" or len(suit.value) > 1]
FOLLOW = [suit_contract(FOLLOW_ME, rule) for rule in NO_TRUMP]
PLUNGES = [
    Contract(ContractKind.PLUNGE, Suit.FIVES),
    Contract(ContractKind.SPLASH, FOLLOW_ME),
]
LOW_PLUNGES = [
    Contract(ContractKind.PLUNGE, Suit.THREES, DoublesRule.LOW),
    Contract(ContractKind.PLUNGE, DOUBLES, DoublesRule.REVERSED),
]

MORE = int(os.environ.get("FORTYTWO_LAWS", "1"))

GAMES: list[tuple[str, dict[str, object], list[Contract], int, int]] = [
    ("42", {}, SUITS, 3, 12),
    ("42", {}, SUITS[::3], 4, 2),
    ("42", {"nt_doubles": ["high", "low", "own", "own-reversed"]}, FOLLOW, 3, 15),
    ("42", {"preset": "house"}, NELLO, 4, 8),
    ("42", {"preset": "house"}, PLUNGES, 3, 15),
    ("42", {"preset": "house", "plunge_doubles": ["low", "reversed"]}, LOW_PLUNGES, 3, 15),
    ("42", {"preset": "house"}, [Contract(ContractKind.SEVENS)], 4, 20),
    (
        "42",
        {"preset": "house", "sevens_tie": "bidder_side", "sevens_lead": "forced"},
        [Contract(ContractKind.SEVENS)],
        4,
        20,
    ),
    ("42", {"preset": "puremco"}, [suit_contract(Suit.DOUBLES)], 3, 40),
    ("42", {"preset": "house", "doubles_follow_pip": True}, NELLO[2:], 4, 20),
    ("42", {"nt_doubles": ["own", "own-reversed"], "doubles_follow_pip": True}, FOLLOW[2:], 3, 40),
    ("88", {"trump_in_bid": False}, SUITS, 2, 12),
    ("80", {}, SUITS[1:], 3, 8),
    ("79", {}, [suit_contract(Suit.DOUBLES), suit_contract(Suit.SIXES)], 2, 20),
    ("84x8", {}, [suit_contract(Suit.DOUBLES), suit_contract(Suit.FIVES)], 2, 10),
    ("big-game", {}, [*SUITS, suit_contract(Suit.EIGHTS), suit_contract(Suit.SEVENS)], 3, 5),
    ("moon", {}, SUITS[1:], 4, 4),
    ("moon4", {}, SUITS, 3, 8),
]


@pytest.fixture(scope="module")
def solver():  # type: ignore[no-untyped-def]
    return load_solver(None)


@pytest.mark.parametrize(("game", "options", "contracts", "size", "times"), GAMES)
def test_move_values_match_plain_minimax(
    solver,  # type: ignore[no-untyped-def]
    game: str,
    options: dict[str, object],
    contracts: list[Contract],
    size: int,
    times: int,
) -> None:
    rules = load_rules(game, options)
    rng = Random(f"{game}{size}{sorted(options)}")
    for contract in contracts:
        for _ in range(max(1, times * MORE // 2)):
            deal = ending(rules, contract, bid_of(rules, contract, rng), size, rng)
            on_table = rng.choice([0, 0, rng.randrange(rules.game.seats - 1)])
            check(solver, rules, with_tiles_on_table(deal, on_table, rng))


def test_fast_and_general_search_agree_on_whole_deals(
    solver,  # type: ignore[no-untyped-def]
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = load_rules("42", {})
    rng = Random(42)
    for contract in [*SUITS, *FOLLOW] * MORE:
        deal = ending(rules, contract, bid_of(rules, contract, rng), 7, rng)
        quick = solver.solve(deal)
        with monkeypatch.context() as patched:
            patched.setattr(searches, "is_for_search42", lambda _problem: False)
            assert solver.solve(deal).moves == quick.moves, contract


BUDGETS = (0, 5, 60, 700, 8000)


@pytest.mark.parametrize(("game", "options", "contracts", "size", "_times"), GAMES)
def test_early_stop_is_reported_and_its_bounds_are_right(
    solver,  # type: ignore[no-untyped-def]
    game: str,
    options: dict[str, object],
    contracts: list[Contract],
    size: int,
    _times: int,
) -> None:
    rules = load_rules(game, options)
    rng = Random(f"{game}{size}{sorted(options)} early")
    stopped = 0
    for contract in contracts * MORE:
        deal = ending(rules, contract, bid_of(rules, contract, rng), size + 1, rng)
        exact = solver.solve(deal)
        assert exact.exact
        for nodes in BUDGETS:
            found = searches.Solver().solve(deal, nodes)  # a fresh search without stored results
            stopped += not found.exact
            assert found.exact == all(each.exact for each in found.moves.values())
            assert_within(found.outcome, exact.outcome)
            for play, outcome in found.moves.items():
                assert_within(outcome, exact.moves[play])
    assert stopped, "no budget was too small"


def assert_within(found: Outcome, exact: Outcome) -> None:
    """Check that an early stop's bounds contain the true value, and that the rest is exact."""
    assert found.made in (None, exact.made)
    if exact.low is not None:
        assert found.low is not None
        assert found.high is not None
        assert found.low <= exact.low <= found.high


def check(solver, rules: Rules, deal: Deal) -> None:  # type: ignore[no-untyped-def]
    plain = Plain(deal)
    found = solver.solve(deal)
    assert set(found.moves) == set(legal_plays(deal))
    assert deal.contract is not None
    for play, outcome in found.moves.items():
        if deal.contract.kind not in (ContractKind.NELLO, ContractKind.SEVENS):
            already = deal.points[rules.game.side_of(plain.bidder)]
            assert outcome.low == outcome.high == already + plain.after(play, "points"), play
        assert outcome.made is makes_contract(plain, deal, play), play


def makes_contract(plain: Plain, deal: Deal, play: PlayTile) -> bool:
    """Return True by plain minimax if the declarer's side makes the contract after this play."""
    assert deal.contract is not None
    assert deal.bid is not None
    side_of = deal.rules.game.side_of
    ours = [
        side_of(trick.winner) == deal.declaring for trick in deal.tricks if trick.winner is not None
    ]
    if deal.contract.kind is ContractKind.NELLO:
        return not any(ours) and plain.after(play, "none") == 0
    every = deal.contract.kind in (ContractKind.SEVENS, ContractKind.PLUNGE, ContractKind.SPLASH)
    if every or deal.bid.multiple:
        left = len(deal.hands[play.seat])  # one tile per trick
        return all(ours) and plain.after(play, "tricks") == left
    already = deal.points[side_of(plain.bidder)]
    return already + plain.after(play, "points") >= deal.bid.number
