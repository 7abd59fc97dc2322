"""Suits, and how tiles rank under each contract."""

import pytest

from tests.engine.support import table, tiles
from texas42.engine import (
    Contract,
    ContractKind,
    DoublesRule,
    Suit,
    beats,
    follows,
    format_tile,
    led_suit,
    parse_contract,
    sort_hand,
    strength,
    suit_of,
)

HOUSE = table(
    preset="house",
    nt_doubles=["high", "low", "own", "own-reversed"],
    nello_doubles=["high", "low", "own", "own-reversed"],
)
SET42 = HOUSE.game.tiles


def contract(text: str) -> Contract:
    return parse_contract(text, HOUSE)


def order_of(led: str, text: str) -> str:
    """List the tiles that can win a trick in this suit, best first."""
    named = contract(text)
    able = [(strength(tile, Suit(led), named), tile) for tile in SET42]
    ranked = sorted(((s, t) for s, t in able if s is not None), reverse=True)
    return " ".join(format_tile(tile) for _, tile in ranked)


def test_double_is_highest_of_its_suit() -> None:
    assert order_of("2", "follow-me high") == "22 62 52 42 32 21 20"


def test_trumps_beat_the_suit_led_and_leave_their_other_suit() -> None:
    assert order_of("6", "4") == "44 64 54 43 42 41 40 66 65 63 62 61 60"
    assert not follows(tiles("64")[0], Suit.SIXES, contract("4"))


def test_doubles_as_trump_leave_their_number_suits() -> None:
    assert order_of("6", "doubles") == "66 55 44 33 22 11 00 65 64 63 62 61 60"
    assert not follows(tiles("66")[0], Suit.SIXES, contract("doubles"))


def test_low_double_is_lowest_of_its_suit() -> None:
    assert order_of("5", "nello low") == "65 54 53 52 51 50 55"


def test_low_double_still_leads_its_number() -> None:
    assert suit_of(tiles("55")[0], contract("follow-me low")) is Suit.FIVES


def test_doubles_as_their_own_suit_rank_from_six_down() -> None:
    assert order_of("doubles", "nello own") == "66 55 44 33 22 11 00"
    assert order_of("5", "nello own") == "65 54 53 52 51 50"


def test_reversed_doubles_rank_from_blank_down_to_six() -> None:
    assert order_of("doubles", "follow-me own-reversed") == "00 11 22 33 44 55 66"


def test_high_doubles_are_not_a_suit_of_their_own() -> None:
    assert order_of("doubles", "follow-me high") == ""


def test_lead_calls_its_higher_end_unless_it_is_trump() -> None:
    assert led_suit(tiles("63")[0], contract("5")) is Suit.SIXES
    assert led_suit(tiles("63")[0], contract("3")) is Suit.THREES
    assert led_suit(tiles("33")[0], contract("doubles")) is Suit.DOUBLES
    assert led_suit(tiles("33")[0], contract("5")) is Suit.THREES


def test_declared_lower_end_is_the_suit_led() -> None:
    assert led_suit(tiles("61")[0], contract("5"), Suit.ONES) is Suit.ONES


def test_blanks_can_be_led_only_by_the_double_blank() -> None:
    by_suit = [suit_of(tile, contract("follow-me high")) for tile in SET42]
    assert [by_suit.count(Suit(str(pip))) for pip in range(6, -1, -1)] == [7, 6, 5, 4, 3, 2, 1]


def test_plunge_ranks_like_the_suit_the_partner_named() -> None:
    assert order_of("6", "plunge 4") == order_of("6", "4")
    assert order_of("doubles", "splash follow-me own") == order_of("doubles", "follow-me own")


def test_later_tile_does_not_beat_its_twin() -> None:
    six = tiles("66")[0]
    assert not beats(six, six, Suit.SIXES, contract("follow-me high"))


def test_tile_outside_trump_and_suit_led_never_beats() -> None:
    assert not beats(*tiles("55 60"), Suit.SIXES, contract("4"))
    assert beats(*tiles("40 66"), Suit.SIXES, contract("4"))


def test_sevens_ranks_by_nearness_to_seven_pips() -> None:
    sevens = Contract(ContractKind.SEVENS)
    assert beats(*tiles("61 62"), None, sevens)
    assert beats(*tiles("51 63"), None, sevens)
    assert not beats(*tiles("42 53"), None, sevens)


def test_sevens_has_no_suits() -> None:
    with pytest.raises(ValueError, match="no suits"):
        suit_of(tiles("61")[0], Contract(ContractKind.SEVENS))


def test_hand_is_sorted_trumps_first_then_by_suit() -> None:
    hand = tiles("10 64 44 66 21 41 65")
    assert sort_hand(hand, contract("4")) == tiles("44 64 41 66 65 21 10")
    assert sort_hand(hand, None) == tiles("66 65 64 44 41 21 10")
    assert sort_hand(tiles("55 54 50 51"), contract("nello low")) == tiles("54 51 50 55")
    assert sort_hand(tiles("10 64 61"), Contract(ContractKind.SEVENS)) == tiles("64 61 10")


def test_trump_contract_cannot_have_low_doubles() -> None:
    with pytest.raises(ValueError, match="no such contract"):
        Contract(ContractKind.SUIT, Suit.FIVES, DoublesRule.LOW)


def test_partner_may_rank_doubles_low_or_reversed() -> None:
    low = Contract(ContractKind.PLUNGE, Suit.THREES, DoublesRule.LOW)
    assert sort_hand(tiles("33 30 63 66 60"), low)[:3] == tiles("63 30 33")
    assert beats(*tiles("33 66"), Suit.SIXES, low)
    assert beats(*tiles("60 66"), Suit.SIXES, low)
    assert not beats(*tiles("33 30"), Suit.THREES, low)
    reversed_ = Contract(ContractKind.SPLASH, Suit.DOUBLES, DoublesRule.REVERSED)
    assert sort_hand(tiles("66 00 33"), reversed_) == tiles("00 33 66")
    for suit, rule in ((Suit.THREES, DoublesRule.REVERSED), (Suit.DOUBLES, DoublesRule.LOW)):
        with pytest.raises(ValueError, match="no such contract"):
            Contract(ContractKind.PLUNGE, suit, rule)
