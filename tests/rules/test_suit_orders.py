"""Examples from the sources: the tiles of a suit, their order, and the suit a lead calls."""

import pytest

from tests.support.appendix import EXAMPLES, example, rows
from tests.support.tables import (
    contract,
    do,
    legal,
    order,
    playing,
    rules,
    split_hand,
    tiles,
)
from texas42.engine import DOUBLES, NUMBER_SUITS, Tile, follows, led_suit, suit_of
from texas42.library import load_rules

FOLLOW_ME = contract("follow-me high")
DOUBLE_SIX = [Tile(high, low) for high in range(7) for low in range(high + 1)]


def suit(word):
    return DOUBLES if word == "doubles" else NUMBER_SUITS[int(word)]


@example("P1")
def test_double_is_highest_of_deuces_then_the_other_ends_descend():
    assert order(suit("2"), FOLLOW_ME) == ["22", "62", "52", "42", "32", "21", "20"]


@example("P2")
def test_doubles_as_a_suit_rank_from_double_six_to_double_blank():
    assert order(DOUBLES, contract("doubles")) == ["66", "55", "44", "33", "22", "11", "00"]


@example("P3")
def test_there_are_eight_suits_of_seven_tiles():
    named = [word for word in rules("straight-marks").trumps if word != "follow-me"]
    assert len(named) == 8
    assert {len(order(word, contract(str(word)))) for word in named} == {7}


NUMBER_ROWS = {
    "6": "66 65 64 63 62 61 60",
    "5": "55 65 54 53 52 51 50",
    "4": "44 64 54 43 42 41 40",
    "3": "33 63 53 43 32 31 30",
    "2": "22 62 52 42 32 21 20",
    "1": "11 61 51 41 31 21 10",
    "0": "00 60 50 40 30 20 10",
}


@example(*(f"F1.{pip}" for pip in range(7)))
@rows(*((f"F1.{pip}", pip, row) for pip, row in NUMBER_ROWS.items()))
def test_double_is_highest_of_its_suit_then_the_other_ends_descend(row):
    pip, expected = row
    assert order(suit(pip), FOLLOW_ME) == expected.split()


@example(*(f"K1.{pip}" for pip in range(7)), "K1.D")
@rows(
    *((f"K1.{pip}", pip, row) for pip, row in NUMBER_ROWS.items()),
    ("K1.D", "doubles", "66 55 44 33 22 11 00"),
)
def test_trump_suit_has_seven_tiles_ranked_as_in_the_source(row):
    word, expected = row
    named = contract(word)
    assert order(suit(word), named) == expected.split()
    assert all(suit_of(tile, named) == word for tile in tiles(expected))


@example("P4")
def test_only_one_blank_and_double_one_lead_as_aces():
    aces = [tile for tile in DOUBLE_SIX if led_suit(tile, FOLLOW_ME) == "1"]
    assert aces == list(tiles("10 11"))


@example("P5.2", "P5.3", "P5.4", "P5.5", "P5.6")
@rows(
    ("P5.2", "2", "20 21"),
    ("P5.3", "3", "30 31 32"),
    ("P5.4", "4", "40 41 42 43"),
    ("P5.5", "5", "50 51 52 53 54"),
    ("P5.6", "6", "60 61 62 63 64 65"),
)
def test_an_off_can_be_caught_only_with_its_higher_end(row):
    word, expected = row
    offs = [t for t in DOUBLE_SIX if not t.is_double and led_suit(t, FOLLOW_ME) == word]
    assert offs == list(tiles(expected))


@example("P9")
def test_six_five_is_the_highest_six_if_doubles_are_trumps():
    named = contract("doubles")
    assert order(suit("6"), named) == ["65", "64", "63", "62", "61", "60"]
    assert not follows(Tile(6, 6), suit("6"), named)


@example("P10")
def test_six_five_is_top_five_and_second_six_once_double_five_is_gone():
    left = [tile for tile in DOUBLE_SIX if tile != Tile(5, 5)]
    assert order(suit("5"), FOLLOW_ME, of=left)[0] == "65"
    assert order(suit("6"), FOLLOW_ME, of=left)[:2] == ["66", "65"]
    left.remove(Tile(6, 6))
    assert order(suit("6"), FOLLOW_ME, of=left)[0] == "65"


@example("F2")
def test_trump_belongs_to_no_other_suit():
    named = contract("4")
    assert order(suit("4"), named) == ["44", "64", "54", "43", "42", "41", "40"]
    for tile in tiles("44 64 54 43 42 41 40"):
        homes = [word for word in NUMBER_SUITS[:7] if follows(tile, word, named)]
        assert homes == ["4"]


@example("F3")
def test_six_four_led_is_the_third_highest_six():
    assert led_suit(Tile(6, 4), FOLLOW_ME) == "6"
    assert order(suit("6"), FOLLOW_ME).index("64") == 2


@example("F4")
def test_double_calls_its_number_or_trumps_if_doubles_are_trumps():
    for pip in range(7):
        double = Tile(pip, pip)
        assert led_suit(double, FOLLOW_ME) == str(pip)
        assert led_suit(double, contract("doubles")) == "doubles"


@example("F12")
def test_declared_seven_three_is_third_in_treys_and_eight_two_second_in_deuces():
    eights = load_rules("big-game").game.tiles
    named = contract("0", load_rules("big-game"))
    assert order(suit("3"), named, of=eights)[:3] == ["33", "83", "73"]
    assert order(suit("2"), named, of=eights)[:2] == ["22", "82"]


def big_game_in_play(trump, *hands):
    game = playing(load_rules("big-game"), "42", trump, *hands, kitty="81")
    return do(game, "/", trump)


@example("F12")
def test_seven_three_and_eight_two_may_be_declared_by_any_leader_in_any_trick():
    game = big_game_in_play("0", "73 88", "82 70")
    assert {"73", "73@3"} <= legal(game)
    assert "88@8" not in legal(game)
    game = do(game, "88", "82")
    while len(game.deal.tricks) == 0:
        game = do(game, min(legal(game)))
    assert game.deal.to_act == 0
    assert {"73", "73@3"} <= legal(game)


@example("F13")
@pytest.mark.parametrize("trump", ["7", "3"])
def test_no_suit_is_declared_for_a_trump_seven_three(trump):
    game = big_game_in_play(trump, "73 82")
    assert "73" in legal(game)
    assert "73@3" not in legal(game)
    assert "82@2" in legal(game)


@example("K2")
def test_tiles_that_call_each_suit_without_trumps():
    columns = {
        "6": "60 61 62 63 64 65 66",
        "5": "50 51 52 53 54 55",
        "4": "40 41 42 43 44",
        "3": "30 31 32 33",
        "2": "20 21 22",
        "1": "10 11",
        "0": "00",
    }
    for word, row in columns.items():
        led = [tile for tile in DOUBLE_SIX if led_suit(tile, FOLLOW_ME) == word]
        assert led == list(tiles(row))


@example("K3")
def test_only_three_deuces_can_be_led():
    deuces = [tile for tile in DOUBLE_SIX if led_suit(tile, FOLLOW_ME) == "2"]
    assert deuces == list(tiles("20 21 22"))


@example("K13")
def test_doubles_apart_rank_from_double_six_in_nello():
    named = contract("nello own")
    assert order(DOUBLES, named) == ["66", "55", "44", "33", "22", "11", "00"]
    assert order(suit("5"), named) == ["65", "54", "53", "52", "51", "50"]


@example("K16")
def test_reversed_doubles_rank_from_double_blank():
    assert order(DOUBLES, contract("nello own-reversed")) == [
        "00",
        "11",
        "22",
        "33",
        "44",
        "55",
        "66",
    ]


@example("P26")
def test_one_blank_beats_double_one_in_nello_with_doubles_low():
    aces = order(suit("1"), contract("nello low"))
    assert aces == ["61", "51", "41", "31", "21", "10", "11"]


@example("P27")
def test_double_one_beats_one_blank_in_nello_with_doubles_high():
    aces = order(suit("1"), contract("nello high"))
    assert aces.index("11") < aces.index("10")


HANDS = [
    ("H1", "2", "22 62 32 21", "55", "31 10"),
    ("H2", "6", "65 64 62", "55 33", "31 42"),
    ("H3", "4", "44 64 43", "33 22 11", "31"),
    ("H4", "doubles", "66 55 33 22", "", "65 43 10"),
    ("H5", "follow-me high", "", "44 33 22 00", "43 41 10"),
    ("H6", "4", "44 64 54", "33 22 11", "31"),
    ("H7", "6", "65 64 61", "44 22", "21 10"),
    ("H8", "doubles", "66 55 33 11", "", "65 43 10"),
    ("H9", "follow-me high", "", "44 33 22 00", "43 42 10"),
    ("H10", "5", "55 54 53 52", "33 11", "61"),
    ("H11", "nello high", "", "", "10 41 21 52 30 60 63"),
    ("H12", "follow-me high", "", "66 55 33 11", "65 32 31"),
    ("H13", "doubles", "66 44 33 22 11", "", "54 65"),
]


@example(*(row[0] for row in HANDS))
@rows(*HANDS)
def test_example_hand_splits_into_trumps_doubles_and_offs(row):
    named, trumps, doubles, offs = row
    hand = f"{trumps} {doubles} {offs}"
    assert len(hand.split()) == 7
    parts = split_hand(hand, contract(named))
    assert parts == (set(trumps.split()), set(doubles.split()), set(offs.split()))


@example("H4w")
def test_six_five_walks_once_trump_doubles_are_drawn():
    named = contract("doubles")
    assert led_suit(Tile(6, 5), named) == "6"
    better = order(suit("6"), named)[: order(suit("6"), named).index("65")]
    assert better == []
    assert all(tile.is_double for tile in DOUBLE_SIX if suit_of(tile, named) is DOUBLES)


@example("H12w")
def test_follow_me_hand_leads_masters_in_the_given_order():
    played = []
    for lead in tiles("66 65 55 33 11"):
        left = [tile for tile in DOUBLE_SIX if tile not in played]
        led = led_suit(lead, FOLLOW_ME)
        assert order(led, FOLLOW_ME, of=left)[0] == f"{lead.high}{lead.low}"
        played.append(lead)


@example("H13x")
def test_five_four_tops_the_other_hands_fives_if_doubles_are_trumps():
    held = tiles("11 22 33 44 54 65 66")
    others = [tile for tile in DOUBLE_SIX if tile not in held or tile == Tile(5, 4)]
    assert order(suit("5"), contract("doubles"), of=others)[0] == "54"


def test_example_table_matches_the_appendix():
    assert len(EXAMPLES) == 151
