"""Examples from the sources: following suit, trumping, and who wins a trick."""

import pytest

from tests.support.appendix import example, rows
from tests.support.tables import (
    contract,
    do,
    legal,
    order,
    playing,
    rules,
)
from texas42.engine import DOUBLES, Tile, follows, led_suit

MARKS = rules("straight-marks")
HOUSE = rules("house")
SMALL_END = rules("straight-marks", small_end_first_lead=True)


@example("P6")
def test_player_who_can_follow_may_not_trump():
    game = do(playing(MARKS, "30", "5", "63 55", "60 54 51 43 42 41 40"), "63")
    assert legal(game) == {"60"}


@example("L2")
def test_a_player_void_in_the_led_suit_may_but_need_not_trump():
    game = do(playing(MARKS, "30", "5", "63 55", "54 51 44 43 42 41 40"), "63")
    assert legal(game) == {"54", "51", "44", "43", "42", "41", "40"}


@example("P7")
def test_player_without_doubles_may_play_anything_if_doubles_are_trumps():
    game = do(playing(MARKS, "30", "doubles", "66", "65 61 54 43 32 21 10"), "66")
    assert legal(game) == {"65", "61", "54", "43", "32", "21", "10"}


@example("P8")
def test_doubles_follow_pip_makes_a_player_without_doubles_follow_the_number():
    table = rules("puremco")
    game = do(playing(table, "30", "doubles", "66", "65 61 54 43 32 21 10", "55 64"), "66")
    assert legal(game) == {"65", "61"}
    game = do(game, "61")
    assert "55" in legal(game)
    assert all(tile[0] == tile[1] for tile in legal(game))


def test_doubles_follow_pip_lets_a_player_without_the_number_play_anything():
    table = rules("puremco")
    game = do(playing(table, "30", "doubles", "66", "54 53 43 42 32 21 10"), "66")
    assert legal(game) == {"54", "53", "43", "42", "32", "21", "10"}


def test_doubles_follow_pip_tile_of_the_number_cannot_win_the_trick():
    table = rules("puremco")
    game = playing(table, "30", "doubles", "00 11", "40 30 20 10 61 51 60", "50 65 64 63 62 54 53")
    game = do(game, "00", "40", "50")
    game = do(game, min(legal(game)))
    assert game.deal.tricks[0].winner in {0, 3}


@example("P11")
def test_player_with_a_matching_off_may_not_trump_back():
    game = playing(MARKS, "30", "2", "22 62 32 21 10 55 31", "33 30")
    game = do(game, "31", "33")
    while game.deal.to_act != 1 or game.deal.trick.plays:
        game = do(game, min(legal(game)))
    game = do(game, "30")
    while game.deal.to_act != 0:
        game = do(game, min(legal(game)))
    # The bidder has no trey left: only now may they trump.
    assert {"22", "62", "32", "21"} <= legal(game)
    game = playing(MARKS, "30", "2", "22 62 32 21 41 55 31", "11 33 10")
    game = do(game, "31", "33")
    while game.deal.to_act != 1 or game.deal.trick.plays:
        game = do(game, min(legal(game)))
    game = do(game, "11")
    while game.deal.to_act != 0:
        game = do(game, min(legal(game)))
    assert legal(game) == {"41"}


@example("P13")
def test_six_one_declared_as_an_ace_ranks_second_to_double_one():
    named = contract("5")
    aces = order("1", named)
    assert aces[:2] == ["11", "61"]
    game = playing(SMALL_END, "30", "5", "55 54 53 52 33 11 61")
    assert {"61", "61@1"} <= legal(game)


@example("P14")
def test_six_one_declared_as_an_ace_beats_lower_aces_and_does_not_pull_sixes():
    game = playing(SMALL_END, "30", "5", "55 54 53 52 33 11 61", "41 66 65", "10 60", "21 64")
    game = do(game, "61@1")
    assert legal(game) & {"66", "65"} == set()
    game = do(game, "41")
    assert "60" not in legal(game)
    game = do(game, "10", "21")
    assert game.deal.tricks[0].winner == 0


@example("P15")
def test_without_the_option_six_one_is_a_six_and_double_six_beats_it():
    game = playing(MARKS, "30", "5", "55 54 53 52 33 11 61", "41 66 65", "10 60", "21 64")
    assert "61@1" not in legal(game)
    game = do(game, "61")
    assert "66" in legal(game)
    assert "41" not in legal(game)
    game = do(game, "66", "60", "64")
    assert game.deal.tricks[0].winner == 1


@example("L1")
@pytest.mark.parametrize(("trump", "led"), [("5", "6"), ("follow-me", "6"), ("3", "3")])
def test_six_three_led_calls_sixes_unless_treys_are_trump(trump, led):
    game = do(playing(MARKS, "30", trump, "63"), "63")
    assert game.deal.trick.led == led


LOSING_THE_DOUBLE_FIVE = (
    "55 44 64 42 33 22 11",
    "43 41 40 66 63 62 21",
    "52 50 60 61 10 20 30",
    "65 54 53 51 32 31 00",
)


@example("L4", "L5", "L6")
@rows(
    ("L4", "55 43 52 51", 11),
    ("L5", "55 43 50 51", 16),
    ("L6", "55 41 52 51", 16),
)
def test_double_five_trumped_by_a_four_costs_eleven_or_sixteen_points(row):
    plays, points = row
    game = do(playing(MARKS, "30", "4", *LOSING_THE_DOUBLE_FIVE), "55")
    assert legal(game) == set(LOSING_THE_DOUBLE_FIVE[1].split())
    game = do(game, *plays.split()[1:])
    trick = game.deal.tricks[0]
    assert trick.winner == 1
    assert trick.points == points


@example("L7", "L8")
@pytest.mark.parametrize("bid", range(30, 42))
def test_eleven_points_lost_set_a_bid_above_31_and_sixteen_any_bid(bid):
    start = playing(MARKS, str(bid), "4", *LOSING_THE_DOUBLE_FIVE)
    eleven = do(start, *["55", "43", "52", "51"]).deal.result
    assert (eleven is not None) == (bid > 31)
    assert eleven is None or eleven.ended == "set"
    assert do(start, *["55", "43", "50", "51"]).deal.result.ended == "set"


@example("K5")
def test_losing_one_ten_count_trick_does_not_set_31():
    game = playing(MARKS, "31", "4", *LOSING_THE_DOUBLE_FIVE)
    assert do(game, *["55", "43", "52", "51"]).deal.result is None


@example("K4")
def test_double_blank_wins_only_when_led():
    named = contract("5")
    assert order("0", named)[0] == "00"
    every = {Tile(high, low) for high in range(7) for low in range(high + 1)}
    for lead in every - {Tile(0, 0)}:
        assert not follows(Tile(0, 0), led_suit(lead, named), named)


@example("K14")
def test_led_double_calls_doubles_in_nello_with_doubles_apart():
    table = rules("house", nello_doubles=["own"])
    game = do(playing(table, "1m", "nello own", "44 10", "55 43 42"), "44")
    assert game.deal.trick.led == DOUBLES
    assert {tile for tile in legal(game) if tile[0] != tile[1]} == set()


@example("K15")
def test_nello_with_doubles_apart_allows_a_double_on_a_number_only_when_void():
    table = rules("house", nello_doubles=["own"])
    game = do(playing(table, "1m", "nello own", "42 10", "44 43 66"), "42")
    assert "44" not in legal(game)
    assert "43" in legal(game)
    game = do(playing(table, "1m", "nello own", "42 10", "44 66 53 51 30 21 33"), "42")
    assert {"44", "66", "33"} <= legal(game)


@example("P28")
def test_one_blank_led_in_nello_loses_to_any_other_ace():
    table = rules("house", nello_doubles=["high"])
    bidder = "10 41 21 52 30 60 63"
    game = do(playing(table, "1m", "nello high", bidder, "51 65 64", "", "31 62"), "10")
    assert {tile for tile in legal(game) if "1" not in tile} == set()
    game = do(game, "51")
    assert game.deal.to_act == 3
    game = do(game, "31")
    assert game.deal.tricks[0].winner == 1


@example("P28")
def test_a_nello_bidder_void_in_the_led_suit_may_throw_five_deuce():
    table = rules("house", nello_doubles=["high"])
    hands = ("10 41 21 52 30 60 63", "11 55 44", "", "61 54")
    game = do(playing(table, "1m", "nello high", *hands), "10", "11", "61", "44")
    while game.deal.to_act != 0:
        game = do(game, min(legal(game)))
    assert legal(game) == {"41"}
    # Once their four is gone, another lead of fours lets them throw anything.
    follower = do(playing(table, "1m", "nello high", "44", "10 30 21 52 31 60 63"), "44")
    assert "52" in legal(follower)


@example("K17")
def test_every_other_ace_beats_a_led_one_blank():
    aces = order("1", contract("nello high"))
    assert aces[-1] == "10"
    assert order("1", contract("nello own"))[-1] == "10"


@example("P32")
def test_first_of_two_equal_tiles_in_a_double_set_wins():
    table = rules(game="88")
    game = playing(table, "60 0", "0", "65 00", "66", "66", kitty="21 31")
    game = do(game, "/", "65", "66", "66")
    while not game.deal.tricks:
        game = do(game, min(tile for tile in legal(game) if "0" not in tile))
    assert game.deal.tricks[0].winner == 1


@example("H13w")
def test_lone_double_five_falls_to_double_six_if_doubles_are_trumps():
    game = playing(MARKS, "30", "doubles", "11 22 33 44 54 65 66", "55 51 50 53 52 60 61", "00")
    game = do(game, "66")
    assert legal(game) == {"55"}
    game = do(game, "55", "00")
    tile = min(tile for tile in legal(game) if int(tile[0]) + int(tile[1]) not in (5, 10))
    game = do(game, tile)
    assert game.deal.tricks[0].points == 11
    assert game.deal.tricks[0].winner == 0
