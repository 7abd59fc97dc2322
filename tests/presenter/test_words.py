"""Names of calls, contracts, suits and tiles."""

from gettext import NullTranslations

import pytest

from bot.presenter.words.bids import call_name, short_call_name
from bot.presenter.words.contracts import contract_name
from bot.presenter.words.language import Words
from bot.presenter.words.render_context import RenderContext
from texas42.engine import Suit, parse_call, parse_contract, parse_tile

from .tabling import rules_of

WORDS = Words()


@pytest.mark.parametrize(
    ("game", "preset", "call", "said"),
    [
        ("42", "straight-marks", "pass", "pass"),
        ("42", "straight-marks", "31", "31"),
        ("42", "straight-marks", "1m", "1 mark"),
        ("42", "straight-marks", "2m", "2 marks"),
        ("42", "straight-points", "84", "84"),
        ("42", "straight-points", "game", "game"),
        ("42", "house", "plunge 4m", "plunge for 4 marks"),
        ("88", "standard", "60 5", "60 in fives"),
        ("88", "standard", "176 follow-me", "176 follow me"),
        ("88", "marks", "1m doubles", "1 mark in doubles"),
        ("moon", "standard", "5", "5"),
        ("moon", "standard", "21", "21 (shoot the moon)"),
    ],
)
def test_call_name(game, preset, call, said):
    rules = rules_of(game, preset)
    assert call_name(parse_call(call, rules), rules, WORDS) == said


@pytest.mark.parametrize(
    ("game", "preset", "call", "said"),
    [
        ("42", "straight-marks", "pass", "pass"),
        ("42", "straight-marks", "2m", "2 marks"),
        ("42", "house", "plunge 4m", "plunge 4"),
        ("88", "standard", "60 5", "60 in fives"),
        ("moon", "standard", "21", "21"),
    ],
)
def test_short_call_name(game, preset, call, said):
    rules = rules_of(game, preset)
    assert short_call_name(parse_call(call, rules), rules, WORDS) == said


@pytest.mark.parametrize(
    ("contract", "said"),
    [
        ("5", "fives"),
        ("doubles", "doubles"),
        ("follow-me", "follow me"),
        ("nello low", "nel-o, doubles low"),
        ("nello own", "nel-o, doubles a suit of their own"),
        ("sevens", "sevens (nearest to 7 wins)"),
        ("plunge", "plunge"),
        ("splash doubles", "splash, doubles"),
    ],
)
def test_contract_name(contract, said):
    rules = rules_of("42", "house")
    assert contract_name(parse_contract(contract, rules), rules, WORDS) == said


def test_follow_me_names_its_doubles_rule_if_there_is_a_choice():
    rules = rules_of("42", "house", nt_doubles=["high", "low"])
    contract = parse_contract("follow-me low", rules)
    assert contract_name(contract, rules, WORDS) == "follow me, doubles low"


def test_every_suit_has_a_name_and_a_phrase_for_one_of_it():
    for suit in Suit:
        assert WORDS.suit(suit)
        if suit is not Suit.FOLLOW_ME:
            assert WORDS.one_of(suit).startswith(("a ", "an "))


def test_lists_have_no_serial_comma():
    assert WORDS.either(["6-5", "5-5", "5-1"]) == "6-5, 5-5 or 5-1"
    assert WORDS.both(["Ana", "Bo", "Cy"]) == "Ana, Bo and Cy"


def test_count_tiles_are_marked():
    context = RenderContext()
    game = rules_of("42").game
    assert context.tile(parse_tile("64"), game) == "6-4 (10)"
    assert context.tile(parse_tile("50"), game) == "5-0 (5)"
    assert context.tile(parse_tile("65"), game) == "6-5"


def test_moon_has_no_count_tiles():
    assert RenderContext().tile(parse_tile("64"), rules_of("moon").game) == "6-4"


def test_tiles_are_text_with_their_emojis_beside_for_readers_without_pictures():
    six_four = parse_tile("64")
    emojis = {(six_four, 10): "<:six_four:1>", (six_four, 0): "<:six_four_no_count:2>"}
    words, pictures = (RenderContext(tile_emoji=emojis, pictures=each) for each in (False, True))
    game = rules_of("42").game
    moon = rules_of("moon").game
    assert words.seen_tile(six_four, game) == "6-4 <:six_four:1> (10)"
    assert words.seen_tiles([six_four], moon) == "6-4 <:six_four_no_count:2>"
    assert words.tile(six_four, game) == pictures.seen_tile(six_four, game) == "6-4 (10)"
    assert RenderContext(pictures=False).seen_tile(six_four, game) == "6-4 (10)"


class _Shouting(NullTranslations):
    def gettext(self, message):
        return message.upper()


def test_sentences_come_from_the_catalog():
    assert Words("en", _Shouting()).suit(Suit.FIVES) == "FIVES"
