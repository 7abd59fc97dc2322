"""The engine's tricks against a second, plain implementation, position by position.

FORTYTWO_LAWS=n multiplies the number of positions: 100 gives 10,000 for every contract.
"""

import os
from random import Random

import pytest

from tests.support.plain_rules import best_play, legal, plain_table, trick_points
from tests.support.tables import do
from texas42.engine import Phase, Shake, apply, format_action, new_game
from texas42.library import games, load_rules

POSITIONS = 100 * int(os.environ.get("FORTYTWO_LAWS", "1"))

SUITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "doubles", "follow-me"]
DOUBLES = ["high", "low", "own", "own-reversed"]
SPECIAL = [
    *(f"follow-me {rule}" for rule in DOUBLES),
    *(f"nello {rule}" for rule in DOUBLES),
    "sevens",
    *(f"plunge {suit}" for suit in ("0", "3", "doubles", "follow-me low")),
    *(f"splash {suit}" for suit in ("1", "6", "doubles", "follow-me own")),
    *(f"plunge {suit}" for suit in ("0 high", "3 low", "doubles reversed")),
    *(f"splash {suit}" for suit in ("1 low", "doubles high")),
]
PLUNGE_DOUBLES = ["high", "low", "reversed"]


def cases():
    for spec in games():
        named = load_rules(spec.id).trumps
        for suit in SUITS:
            if suit in named:
                yield spec.id, suit
    for contract in SPECIAL:
        yield "42", contract


def options_for(game, contract, random):
    """Choose random options that affect tricks, including those that allow the contract."""
    options = {
        "must_lead_trump": random.random() < 0.3,
        "doubles_follow_pip": random.random() < 0.5,
    }
    if game != "42":
        return options
    options |= {
        "preset": "house",
        "early_stop": "none",
        "small_end_first_lead": random.random() < 0.5,
        "sevens_tie": random.choice(["first", "bidder_side"]),
        "sevens_lead": random.choice(["free", "forced"]),
        "nello_doubles": DOUBLES,
    }
    if contract.split()[-1] in DOUBLES and "follow-me" in contract:
        options["nt_doubles"] = DOUBLES
    elif contract.startswith(("plunge", "splash")) and contract.split()[-1] in PLUNGE_DOUBLES:
        options["plunge_doubles"] = PLUNGE_DOUBLES
    return options


def shake_for(rules, contract, random):
    """Shake a random deal in which seat 0 can bid the contract."""
    spec = rules.game
    mixed = sorted(spec.tiles)
    random.shuffle(mixed)
    if contract.startswith(("plunge", "splash")):
        # First four doubles: any four of the seven.
        mixed.sort(key=lambda tile: not tile.is_double)
        rest = mixed[4:]
        random.shuffle(rest)
        mixed[4:] = rest
    size = spec.hand_size
    hands = tuple(tuple(mixed[seat * size : (seat + 1) * size]) for seat in range(spec.seats))
    return Shake(spec.seats - 1, hands, tuple(mixed[spec.seats * size :]))


def bid_for(rules, contract):
    word = contract.split()[0]
    special = {"nello": "1m", "sevens": "1m", "splash": "2m", "plunge": "plunge 4m"}
    bid = special.get(word, str(rules.game.min_bid))
    return f"{bid} {contract}" if rules.trump_in_bid else bid


def in_play(game, contract, random):
    """Build a random hand of this game and contract, ready to play."""
    rules = load_rules(game, options_for(game, contract, random))
    while True:
        state = apply(new_game(rules), shake_for(rules, contract, random)).game
        bid = bid_for(rules, contract)
        if bid in {format_action(action, rules) for action in state.legal_actions()}:
            break
    state = do(state, bid)
    while state.deal.phase is not Phase.PLAY:
        match state.deal.phase:
            case Phase.CALL:
                state = do(state, "pass")
            case Phase.CONTRACT:
                bare = contract.split()[0]
                first = bare if bare == "splash" and state.deal.to_act == 0 else contract
                state = do(state, first)
            case _:
                state = apply(state, random.choice(state.legal_actions())).game
    return state


def compare_hand(state, contract, random):
    """Play a hand at random, comparing every position; return the number of positions."""
    rules = state.rules
    table = plain_table(state.rules)
    number = 0
    while state.deal.to_act is not None:
        deal = state.deal
        hand = [f"{tile.high}{tile.low}" for tile in deal.hands[deal.to_act]]
        trick = [format_action(play, rules) for play in deal.trick.plays]
        actions = state.legal_actions()
        found = [format_action(action, rules) for action in actions]
        expected = legal(hand, trick, contract, table, first_trick=not deal.tricks)
        assert sorted(found) == sorted(expected), (hand, trick, contract, rules)
        state = apply(state, random.choice(actions)).game
        number += 1
        if len(state.deal.tricks) > len(deal.tricks):
            compare_trick(state.deal.tricks[-1], state.deal, contract, table)
    return number


def compare_trick(trick, deal, contract, table):
    rules = deal.rules
    plays = [format_action(play, rules) for play in trick.plays]
    bidders = [
        place
        for place, play in enumerate(trick.plays)
        if rules.game.side_of(play.seat) == deal.declaring
    ]
    taker = trick.plays[best_play(plays, contract, table, bidders)].seat
    assert trick.winner == taker, (plays, contract, rules)
    assert trick.points == trick_points(plays, table), plays


@pytest.mark.parametrize(("game", "contract"), list(cases()))
def test_legal_plays_and_trick_winners_agree_with_a_second_implementation(game, contract):
    random = Random(f"{game} {contract}")
    left = POSITIONS
    while left > 0:
        left -= compare_hand(in_play(game, contract, random), contract, random)
