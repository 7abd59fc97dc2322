"""One ranking of tiles is right for every suit of a contract."""

from itertools import product

import pytest

from texas42.ai.inference.trick_order import TrickOrder, trick_order
from texas42.engine import Contract, ContractKind, DoublesRule, GameSpec, Suit, Tile, suit_contract
from texas42.engine.contracts import beats, follows, led_suit
from texas42.library import game

NO_TRUMP = [
    Contract(kind, doubles=rule)
    for kind in (ContractKind.FOLLOW_ME, ContractKind.NELLO)
    for rule in DoublesRule
    if rule is not DoublesRule.REVERSED
]
PARTNERS = [
    Contract(ContractKind.PLUNGE, Suit.DOUBLES, DoublesRule.REVERSED),
    *(Contract(ContractKind.SPLASH, Suit(str(pip)), DoublesRule.LOW) for pip in range(7)),
]
SUITS = [suit_contract(suit) for suit in Suit if suit is not Suit.FOLLOW_ME]
CONTRACTS = SUITS + NO_TRUMP + PARTNERS


def wins(order: TrickOrder, suit: Suit, best: Tile, challenger: Tile) -> bool:
    return bool(order.beaters(suit, best) >> order.places[challenger] & 1)


@pytest.mark.slow
@pytest.mark.parametrize("spec", [game("42"), game("88"), game("big-game"), game("moon")])
@pytest.mark.parametrize("contract", CONTRACTS)
def test_ranking_agrees_with_the_rules(spec: GameSpec, contract: Contract) -> None:
    order = trick_order(spec, contract)
    kinds = sorted(set(spec.tiles))
    leads: dict[Suit, list[Tile]] = {}
    for lead in kinds:
        suit = led_suit(lead, contract)
        assert order.suit_led(lead) is suit
        leads.setdefault(suit, []).append(lead)
    for suit, best in product(leads, kinds):
        if follows(best, suit, contract) or any(
            wins(order, suit, lead, best) for lead in leads[suit]
        ):
            for other in kinds:
                assert wins(order, suit, best, other) == beats(other, best, suit, contract)


def test_equal_tiles_do_not_beat_each_other() -> None:
    order = trick_order(game("88"), suit_contract(Suit.FIVES))
    assert len(order.line) == 56
    assert not wins(order, Suit.FIVES, Tile(5, 5), Tile(5, 5))
    both = order.mask([Tile(5, 5), Tile(5, 5)])
    assert both.bit_count() == 2
    assert order.tiles(both) == (Tile(5, 5), Tile(5, 5))


def test_sevens_ranks_only_by_distance_from_seven() -> None:
    order = trick_order(game("42"), Contract(ContractKind.SEVENS))
    rank = {tile: order.ranks[order.places[tile]] for tile in order.line}
    assert rank[Tile(6, 1)] == rank[Tile(5, 2)] > rank[Tile(4, 4)] == rank[Tile(6, 0)]
    assert rank[Tile(0, 0)] == min(rank.values())
