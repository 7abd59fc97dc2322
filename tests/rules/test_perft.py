"""Count the continuations of fixed deals: any rule change changes a count."""

from dataclasses import replace
from random import Random

import pytest

from tests.support.plain_rules import best_play, plain_table
from tests.support.plain_rules import legal as plainly_legal
from tests.support.random_games import deal_of
from tests.support.tables import do, legal
from texas42.engine import Phase, apply, format_contract, new_game
from texas42.library import games, load_rules, presets

PINNED = {
    ("42", "straight-marks"): [121, 546, 121, 54],
    ("42", "puremco"): [121, 55, 121, 56],
    ("42", "straight-points"): [123, 469, 123, 58],
    ("42", "simple"): [105, 111, 105, 15],
    ("42", "celko-points"): [120, 53, 120, 105],
    ("42", "house"): [121, 16, 121, 310],
    ("42", "austin-league"): [121, 68, 121, 20],
    ("42", "hearne"): [121, 128, 121, 88],
    ("42", "harper"): [121, 785, 121, 294],
    ("42", "timpson"): [121, 55, 121, 66],
    ("88", "standard"): [8985, 114, 10090, 55],
    ("88", "marks"): [10090, 71, 8001, 133],
    ("80", "standard"): [92, 147, 92, 91],
    ("80", "marks"): [92, 213, 92, 81],
    ("79", "standard"): [529, 124, 529, 69],
    ("79", "marks"): [529, 120, 529, 194],
    ("84x6", "standard"): [154, 144, 154, 232],
    ("84x6", "marks"): [154, 85, 154, 288],
    ("84x8", "standard"): [121, 164, 121, 96],
    ("84x8", "marks"): [121, 68, 121, 94],
    ("big-game", "standard"): [380, 361, 380, 321],
    ("big-game", "marks"): [380, 420, 380, 240],
    ("moon", "standard"): [29, 246, 29, 504],
    ("moon", "pagat"): [28, 390, 28, 378],
    ("moon4", "standard"): [21, 496, 21, 130],
}


def ways(game, depth):
    """Count the legal sequences of this many actions; a hand that ends sooner counts once."""
    if depth == 0 or game.deal.to_act is None:
        return 1
    actions = game.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(ways(apply(game, action).game, depth - 1) for action in actions)


def shaken(name, preset, seed, *, to_the_end=False):
    rules = load_rules(name, {"preset": preset})
    if to_the_end:
        rules = replace(rules, early_stop="none")
    return apply(new_game(rules), deal_of(rules, 0, Random(f"{name} {preset} {seed}"))).game


def at_the_lead(game):
    """Return the same hand after the first seat bids the minimum and names the first contract."""
    game = do(game, min(legal(game) - {"pass"}, key=lambda text: (len(text), text)))
    while game.deal.phase is not Phase.PLAY:
        match game.deal.phase:
            case Phase.CALL:
                game = do(game, "pass")
            case _:
                game = apply(game, game.legal_actions()[0]).game
    return game


def counts(name, preset):
    """Count two calls, and three tiles from the first lead, for two deals."""
    return [
        count
        for seed in (1, 2)
        for game in [shaken(name, preset, seed)]
        for count in (ways(game, 2), ways(at_the_lead(game), 4))
    ]


CASES = [(spec.id, preset.name) for spec in games() for preset in presets(spec.id)]


@pytest.mark.parametrize(("name", "preset"), CASES)
def test_number_of_continuations_is_pinned(name, preset):
    assert counts(name, preset) == PINNED[name, preset]


def plain_ways(hands, leader, trick, contract, table, depth, first_trick):
    """Count again with the second, plain implementation: tiles are text, and hands are lists."""
    if depth == 0:
        return 1
    if len(trick) == len(hands):
        leader = (leader + best_play(trick, contract, table)) % len(hands)
        trick = []
        first_trick = False
    seat = (leader + len(trick)) % len(hands)
    number = 0
    for play in plainly_legal(hands[seat], trick, contract, table, first_trick=first_trick):
        left = [list(hand) for hand in hands]
        left[seat].remove(play[:2])
        number += plain_ways(left, leader, [*trick, play], contract, table, depth - 1, first_trick)
    return number


@pytest.mark.parametrize(("name", "preset"), CASES)
def test_second_implementation_counts_the_same_continuations(name, preset):
    for seed in (1, 2):
        game = at_the_lead(shaken(name, preset, seed, to_the_end=True))
        hands = [[f"{tile.high}{tile.low}" for tile in hand] for hand in game.deal.hands]
        contract = format_contract(game.deal.contract, game.rules)
        table = plain_table(game.rules)
        leader = game.deal.trick.leader
        for depth in (4, 5):
            found = plain_ways(hands, leader, [], contract, table, depth, first_trick=True)
            assert found == ways(game, depth)
