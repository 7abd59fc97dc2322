"""Estimates by the bid book where it covers the hand, and by rule elsewhere."""

from __future__ import annotations

from random import Random

import pytest

from tests.engine.support import random_shake, tiles
from texas42.ai.players.sampled_player import SampledPlayer
from texas42.ai.rollouts.level_config import LEVEL_CONFIGS, Level
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.valuation.bid_book_model import Model
from texas42.ai.valuation.book_estimate import estimate_by_book
from texas42.ai.valuation.strength import estimate_by_rule
from texas42.ai.valuation.tile_weights import plain_contracts
from texas42.engine import (
    FOLLOW_ME,
    Contract,
    DoublesRule,
    Suit,
    Tile,
    apply,
    new_game,
    suit_contract,
    view_for,
)
from texas42.library import load_rules

RULES = load_rules("42", {})
CONTRACTS = plain_contracts(RULES)
TOTAL = RULES.game.total


def random_hands(count: int) -> list[tuple[Tile, ...]]:
    random = Random(7)
    return [tuple(sorted(random.sample(RULES.game.tiles, 7))) for _ in range(count)]


def test_chance_of_a_bid_is_the_one_in_the_book() -> None:
    model = Model.load()
    for hand in random_hands(20):
        for contract in CONTRACTS:
            found = estimate_by_book(RULES, contract, hand)
            chances = model.chances_of(hand, contract)
            for points, chance in enumerate(chances, 30):
                assert found.chance((points - 0.5) / TOTAL) == pytest.approx(chance)
            assert found.every_trick == chances[-1]


def test_help_of_a_partner_raises_every_chance_that_is_not_certain() -> None:
    for hand in random_hands(20):
        for contract in CONTRACTS:
            found = estimate_by_book(RULES, contract, hand)
            helped = found.with_shift(0.05)
            assert helped.mean == pytest.approx(found.mean + 0.05)
            assert helped.every_trick >= found.every_trick
            shares = [points / TOTAL for points in range(TOTAL + 1)]
            assert all(helped.chance(share) >= found.chance(share) for share in shares)
            assert all(0 <= helped.chance(share) <= 1 for share in shares)


@pytest.mark.parametrize(
    ("game", "held", "contract"),
    [
        ("42", "66 65 64 63 62 61", suit_contract(Suit.SIXES)),
        ("42", "66 65 64 63 62 61 60", suit_contract(FOLLOW_ME, DoublesRule.LOW)),
        ("moon", "66 65 64 63 62 61 55", suit_contract(Suit.SIXES)),
    ],
    ids=["six dominoes", "low doubles", "another game"],
)
def test_what_the_book_lacks_is_estimated_by_rule(game: str, held: str, contract: Contract) -> None:
    rules = load_rules(game, {})
    hand = tiles(held)
    assert estimate_by_book(rules, contract, hand) == estimate_by_rule(rules, contract, hand)


def test_steady_bids_by_the_book_and_the_plain_player_by_rule() -> None:
    """Both weigh the same calls; the reason gives the chance that decided."""
    assert LEVEL_CONFIGS[Level.STEADY].by_book
    steady = SampledPlayer(Level.STEADY)
    plain = RulesPlayer()
    random = Random(5)
    chances = Model.load().chances_of
    for _ in range(10):
        game = apply(new_game(RULES), random_shake(RULES, random, 0)).game
        view = view_for(game, 1)
        _, reason = steady.choose_with_reason(view, 5.0)
        assert reason.contract is not None
        assert reason.chance in map(pytest.approx, chances(view.hand, reason.contract))
        assert reason.chance != plain.choose_with_reason(view)[1].chance
