"""What each side could have bid and taken, with all hands open."""

from collections.abc import Collection
from dataclasses import replace

import pytest

pytest.importorskip("numba", reason="the solver needs numba")

from texas42.ai.findings.judgments import BestContract
from texas42.ai.solver.loading import load_solver
from texas42.ai.solver.review import possible
from texas42.engine import (
    Contract,
    ContractKind,
    Deal,
    Phase,
    Shake,
    Suit,
    Tile,
    Trick,
    apply,
    new_game,
    ordering,
    parse_action,
    parse_tile,
    suit_contract,
)
from texas42.library import load_rules

# Di can lose every trick; Bo, her partner, can win every trick; Ana and Cy have the sixes.
HANDS = (
    "66 65 64 63 50 40 30",
    "11 21 31 41 51 61 10",
    "62 60 55 54 53 52 44",
    "00 20 32 22 42 43 33",
)
# Neither side can take all 42 with any bid.
EVEN_HANDS = (
    "43 50 65 22 60 44 10",
    "52 63 00 62 61 41 20",
    "30 40 31 11 33 55 42",
    "54 66 51 21 32 53 64",
)


def first_lead(
    preset: str = "straight-marks", game_id: str = "42", dealt: tuple[str, ...] = HANDS
) -> Deal:
    rules = load_rules(game_id, {"preset": preset})
    hands = tuple(tuple(parse_tile(tile) for tile in hand.split()) for hand in dealt)
    game = apply(new_game(rules), Shake(3, hands)).game
    for seat, text in enumerate(("30", "pass", "pass", "pass", "6")):
        assert game.deal is not None
        game = apply(game, parse_action(text, game.deal.phase, seat % 4, rules)).game
    assert game.deal is not None
    assert game.deal.phase is Phase.PLAY
    return game.deal


def would_name(hand: Collection[Tile], suit: Suit) -> bool:
    if suit is Suit.FOLLOW_ME:
        return True
    members = ordering(suit_contract(suit)).members[suit]
    return sum(tile in members for tile in hand) >= 3


def led_by(deal: Deal, seat: int, contract: Contract) -> Deal:
    return replace(deal, bidder=seat, contract=contract, to_act=seat, trick=Trick(seat))


def test_each_side_gets_its_best_contract() -> None:
    ours, theirs = possible(load_solver(None), first_lead())
    assert (ours.side, theirs.side) == (0, 1)
    assert theirs == BestContract(1, 1, suit_contract(Suit.ONES), 42)


def test_no_other_bidder_or_contract_takes_more() -> None:
    deal = first_lead(dealt=EVEN_HANDS)
    solver = load_solver(None)
    best = {each.side: each.points or 0 for each in possible(solver, deal)}
    assert max(best.values()) < 42
    for seat in range(4):
        for suit in deal.rules.nameable:
            if not would_name(deal.hands[seat], suit):
                continue
            outcome = solver.solve(led_by(deal, seat, suit_contract(suit))).outcome
            assert (outcome.low or 0) <= best[seat % 2]


@pytest.mark.parametrize("dealt", [HANDS, EVEN_HANDS])
def test_bidder_holds_part_of_the_suggested_suit(dealt: tuple[str, ...]) -> None:
    deal = first_lead(dealt=dealt)
    for each in possible(load_solver(None), deal):
        suit = each.contract.trump_suit
        if suit is not None:
            assert would_name(deal.hands[each.bidder], suit)


def test_played_contract_is_kept_unless_another_takes_more() -> None:
    deal = first_lead()
    ones = replace(deal, bidder=1, contract=suit_contract(Suit.ONES))
    (_, theirs) = possible(load_solver(None), ones)
    assert theirs == BestContract(1, 1, suit_contract(Suit.ONES), 42)


def test_table_with_nello_lists_who_could_lose_every_trick() -> None:
    deal = first_lead("house")
    solver = load_solver(None)
    low = {each.bidder for each in possible(solver, deal) if each.points is None}
    kinds = [Contract(ContractKind.NELLO, doubles=rule) for rule in deal.rules.nello_doubles]
    for seat in range(4):
        made = [solver.solve(led_by(deal, seat, kind)).outcome.made for kind in kinds]
        assert any(made) is (seat in low)
    assert low


def test_table_with_low_no_lists_the_same_as_nello() -> None:
    deal = first_lead("house")
    solver = load_solver(None)
    without = replace(deal, rules=replace(deal.rules, nello="off", low_no=False))
    low_no = replace(deal, rules=replace(deal.rules, nello="off", low_no=True))
    assert all(each.points is not None for each in possible(solver, without))
    assert possible(solver, low_no) == possible(solver, deal)


def test_deal_must_be_at_its_first_lead() -> None:
    deal = first_lead()
    game = apply(new_game(deal.rules), Shake(3, deal.dealt)).game
    assert game.deal is not None
    with pytest.raises(ValueError, match="first lead"):
        possible(load_solver(None), game.deal)


def test_unsearched_contracts_are_omitted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("texas42.ai.solver.review._NODES", 10)
    assert possible(load_solver(None), first_lead()) == ()
