"""The chances of a hand's bids: laws that hold for every hand, and the expert's call."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

pytest.importorskip("numba", reason="the stronger players need numba")

from texas42.ai.findings.bid_chances import (
    BIDS,
    BadQuestion,
    BidChances,
    BidQuestion,
    QuestionFault,
)
from texas42.ai.rollouts.bid_chances import bid_chances
from texas42.ai.rollouts.hands import HandSampler
from texas42.engine import (
    PASS,
    Call,
    Contract,
    IllegalAction,
    MakeCall,
    Suit,
    Tile,
    parse_call,
    parse_contract,
    parse_tile,
)
from texas42.library import load_rules

RULES = load_rules("42", {})
DEALS = 256
TWOS, THREES = (parse_contract(text, RULES) for text in ("2", "3"))
SEEDS = range(8)


def tiles(text: str) -> list[Tile]:
    return [parse_tile(each) for each in text.split()]


def random_hand(seed: int) -> list[Tile]:
    return Random(seed).sample(RULES.game.tiles, 7)


def ask(hand: list[Tile], *calls: str, preset: str = "straight-marks") -> BidChances:
    rules = load_rules("42", {"preset": preset})
    asked = BidQuestion.of(rules, hand, [parse_call(call, rules) for call in calls])
    return bid_chances(HandSampler(), asked, DEALS)


def swapped(hand: list[Tile]) -> list[Tile]:
    other = {2: 3, 3: 2}
    return [
        parse_tile(f"{other.get(tile.high, tile.high)}{other.get(tile.low, tile.low)}")
        for tile in hand
    ]


def chances_in(found: BidChances, contract: Contract) -> list[float]:
    return [found.plain[bid][contract] for bid in BIDS]


@pytest.mark.parametrize("seed", SEEDS)
def test_chance_never_rises_with_the_bid(seed: int) -> None:
    found = ask(random_hand(seed), *["pass", "30"][: seed % 3])
    for contract in found.plain[BIDS[0]]:
        chances = chances_in(found, contract)
        assert len(chances) == 14
        assert all(0 <= higher <= lower <= 1 for lower, higher in pairwise(chances))


@pytest.mark.parametrize("pip", range(7))
def test_seven_tiles_of_a_suit_make_every_bid_in_it(pip: int) -> None:
    found = ask([tile for tile in RULES.game.tiles if tile.has(pip)])
    assert chances_in(found, parse_contract(str(pip), RULES)) == [1.0] * len(BIDS)


def test_seven_doubles_make_every_bid_in_doubles() -> None:
    found = ask([tile for tile in RULES.game.tiles if tile.is_double])
    assert chances_in(found, parse_contract("doubles", RULES)) == [1.0] * len(BIDS)


@pytest.mark.parametrize("seed", SEEDS)
def test_swapping_twos_and_threes_swaps_their_chances_exactly(seed: int) -> None:
    hand = random_hand(seed)
    calls = ["31", "pass"][: seed % 3]
    found = ask(hand, *calls)
    other = ask(swapped(hand), *calls)
    assert chances_in(found, TWOS) == chances_in(other, THREES)
    assert chances_in(found, THREES) == chances_in(other, TWOS)


def test_swapping_twos_and_threes_changes_the_chances_of_other_suits() -> None:
    """A 6-3 beats a 6-2."""
    hand = tiles("66 63 55 54 50 44 40")
    sixes = parse_contract("6", RULES)
    found = ask(hand)
    other = ask(swapped(hand))
    assert chances_in(found, sixes) != chances_in(other, sixes)


def test_order_of_the_tiles_changes_nothing() -> None:
    hand = random_hand(3)
    assert ask(hand) == ask(list(reversed(hand)))


def test_strong_hand_bids_in_its_best_suit() -> None:
    found = ask(tiles("55 65 54 53 52 20 10"))
    assert isinstance(found.advice.action, MakeCall)
    assert found.advice.action.call.is_bid
    assert found.best is not None
    assert found.best.named is Suit.FIVES
    assert found.chance == found.plain[found.advice.action.call][found.best]


def test_hopeless_hand_passes_without_contract_and_chance() -> None:
    found = ask(tiles("10 20 31 42 53 62 60"), "pass", "31")
    assert found.advice.action == MakeCall(3, PASS)
    assert (found.best, found.chance) == (None, None)


def test_expert_calls_only_what_is_legal_after_the_calls() -> None:
    found = ask(tiles("66 65 64 63 62 61 60"), "pass", "2m")
    action = found.advice.action
    assert isinstance(action, MakeCall)
    assert action in found.view.legal
    assert action.call.multiple >= 3


def test_last_bidder_at_a_forced_table_bids_whatever_the_hand_is() -> None:
    found = ask(tiles("10 20 31 42 53 62 60"), "pass", "pass", "pass", preset="austin-league")
    action = found.advice.action
    assert isinstance(action, MakeCall)
    assert action.call == Call(action.call.kind, 30)


def test_special_contracts_of_the_table_have_chances() -> None:
    found = ask(tiles("10 20 21 32 43 00 11"), preset="house")
    kinds = {contract.kind.value for contract in found.special}
    assert {"nello", "sevens"} <= kinds
    assert "plunge" not in kinds
    doubles = ask(tiles("66 55 44 33 21 10 20"), preset="house")
    assert "plunge" in {contract.kind.value for contract in doubles.special}
    assert not ask(tiles("10 20 21 32 43 00 11")).special


def test_four_doubles_are_not_a_nello_where_doubles_are_a_suit_of_their_own() -> None:
    hand = tiles("66 55 44 33 10 20 21")
    low, own = (
        parse_contract(f"nello {word}", load_rules("42", {"preset": "house"}))
        for word in ("low", "own")
    )
    found = ask(hand, preset="house")
    assert found.special[own] < found.special[low]
    assert found.special[own] < 0.5


@pytest.mark.parametrize(
    ("hand", "problem"),
    [
        ("66 65 64", QuestionFault.NOT_SEVEN),
        ("66 66 64 63 62 61 60", QuestionFault.TWICE),
        ("66 65 64 63 62 61 77", QuestionFault.NO_DOMINO),
    ],
)
def test_impossible_hand_is_refused(hand: str, problem: QuestionFault) -> None:
    with pytest.raises(BadQuestion) as refused:
        BidQuestion.of(RULES, tiles(hand))
    assert refused.value.problem is problem


def test_call_out_of_order_is_refused() -> None:
    hand = tiles("66 65 64 63 62 61 60")
    calls = [parse_call(text, RULES) for text in ("31", "30")]
    with pytest.raises(IllegalAction):
        BidQuestion.of(RULES, hand, calls)
    with pytest.raises(BadQuestion):
        BidQuestion.of(RULES, hand, [PASS] * 4)
    with pytest.raises(BadQuestion):
        BidQuestion.of(RULES, hand, total=(7, 0))
