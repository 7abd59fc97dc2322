"""Records round-trip through text, and the bot's record of a game reproduces the game."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.random_games import deal_of, random_hands, random_record
from tests.support.records import EIGHTY, EIGHTY_EIGHT, MOON, PLUNGE, SAMPLE, text
from texas42.engine import MakeExchange, apply, new_game
from texas42.library import games, load_rules, presets, rules_json
from texas42.records.build import deal_record, game_text, hand_record, record_of
from texas42.records.jsontext import MOST_NUMBER
from texas42.records.record import (
    ExchangeRecord,
    HandRecord,
    Record,
    format_record,
    hand_json,
    parse_record,
    record_json,
)
from texas42.records.referee import judge
from texas42.records.replay import replay

NUMBERS = st.integers(-MOST_NUMBER, MOST_NUMBER)
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
ROWS = st.lists(WORDS, max_size=4).map(tuple)
HANDS = st.builds(
    HandRecord,
    shaker=NUMBERS,
    deal=st.lists(ROWS, max_size=4).map(tuple),
    kitty=ROWS,
    calls=st.lists(st.tuples(NUMBERS, WORDS), max_size=4).map(tuple),
    contract=st.none() | WORDS,
    exchange=st.none() | st.builds(ExchangeRecord, take=ROWS, give=ROWS),
    plays=ROWS,
)
OPTIONS = st.none() | st.booleans() | NUMBERS | WORDS | st.lists(WORDS)
RECORDS = st.builds(
    Record,
    game=st.just("42"),
    rules=st.none() | st.dictionaries(WORDS, OPTIONS, max_size=4),
    players=st.none() | st.tuples(WORDS, WORDS, WORDS, WORDS),
    hands=st.lists(HANDS, max_size=3).map(tuple),
)


@pytest.mark.slow
@given(RECORDS)
@settings(deadline=None, derandomize=True)
def test_record_round_trips_through_text(record):
    assert parse_record(format_record(record)) == record


@pytest.mark.parametrize("value", [SAMPLE, EIGHTY, EIGHTY_EIGHT, MOON, PLUNGE])
def test_record_in_canonical_form_is_unchanged(value):
    assert record_json(parse_record(text(value))) == value


CASES = [(spec.id, preset.name) for spec in games() for preset in presets(spec.id)]


@pytest.mark.parametrize(("game", "preset"), CASES)
def test_record_of_a_game_replays_to_that_game(game, preset):
    rules = load_rules(game, {"preset": preset})
    for seed in range(5):
        played = list(random_hands(rules, seed, 4))
        record = record_of(rules, [(shake, actions) for shake, actions, _ in played])
        end = replay(record)
        last = played[-1][2]
        assert (end.total, end.winner, end.deal.result) == (
            last.total,
            last.winner,
            last.deal.result,
        )
        assert end.deal.tricks == last.deal.tricks


@pytest.mark.parametrize(("game", "preset"), CASES)
def test_every_prefix_of_a_hand_is_a_valid_record(game, preset):
    rules = load_rules(game, {"preset": preset})
    shake, actions, _ = next(random_hands(rules, 7, 1))
    for length in range(len(actions) + 1):
        hand = hand_record(rules, shake, actions[:length])
        record = Record(game, rules_json(rules), None, (hand,))
        value = judge(parse_record(format_record(record)))
        state = apply(new_game(rules), shake).game
        for action in actions[:length]:
            state = apply(state, action).game
        expected = None if state.deal.to_act is None else state.deal.to_act
        assert (value["to_act"] or {}).get("seat") == expected


@pytest.mark.parametrize(("game", "preset"), CASES)
def test_deal_is_recorded_the_same_from_state_and_from_actions(game, preset):
    rules = load_rules(game, {"preset": preset})
    for seed in range(5):
        hands = []
        texts = []
        for shake, actions, after in random_hands(rules, seed, 3):
            hands.append((shake, actions))
            texts.append(hand_json(deal_record(after.deal)))
        players = tuple(f"{seat}" for seat in range(rules.game.seats))
        written = parse_record(game_text(game, rules_json(rules), players, texts))
        assert judge(written) == judge(record_of(rules, hands, players))


def test_unseen_widow_is_recorded_as_its_tile():
    rules = load_rules("moon", {"moon_widow": "blind_swap"})
    shake = deal_of(rules, 0, Random(1))
    given = shake.hands[1][0]
    hand = hand_record(rules, shake, [MakeExchange(1, (), (given,), unseen=1)])
    widow = shake.kitty[0]
    assert hand.exchange == ExchangeRecord(
        (f"{widow.high}{widow.low}",), (f"{given.high}{given.low}",)
    )


def test_players_are_written_in_seat_order():
    rules = load_rules("42")
    record = record_of(rules, [], ["a", "b", "c", "d"])
    assert record.players == ("a", "b", "c", "d")
    assert judge(record) == {"game": "42", "hands": [], "to_act": None, "winner": None}


def test_random_record_repeats_with_the_same_seed():
    rules = load_rules("42", {"preset": "house"})
    assert random_record(rules, 3) == random_record(rules, 3)
    assert random_record(rules, 3) != random_record(rules, 4)
    assert replay(random_record(rules, 3)).legal_actions() == ()
