"""The precise rulings of the rules, section 8, one by one."""

from random import Random

import pytest

from tests.support.tables import (
    bid_and_name,
    do,
    legal,
    may,
    playing,
    random_end,
    rules,
    shaken,
)
from texas42.library import load_rules

ALL_SIXES = "66 65 64 63 62 61 60"
NO_SIXES = "55 54 53 52 51 50 44"
FOUR_DOUBLES = "66 55 44 33 62 61 60"
POINTS = rules("straight-points")


def bids(game):
    return legal(game) - {"pass"}


def play_out(game, seed=1):
    return random_end(game, Random(seed)).deal


# 8.2 The ladders


@pytest.mark.parametrize(
    ("after84", "over42", "over84"),
    [("step", {"84"}, {"126"}), ("any", {"84"}, {"126", "168"}), ("none", {"84"}, set())],
)
def test_bids_that_may_follow_84_on_the_points_ladder(after84, over42, over84):
    table = rules("puremco", after84=after84)
    assert bids(do(shaken(table), "42")) == over42
    assert bids(do(shaken(table), "84")) == over84


def test_ladder_does_not_depend_on_the_scoring():
    table = rules("straight-marks", scoring="points")
    assert bids(do(shaken(table), "84", "126", "168")) == {"210"}
    table = rules("puremco", scoring="marks")
    assert bids(do(shaken(table), "2m", "3m", "4m")) == set()


def test_marks_bid_may_not_exceed_the_table_maximum():
    table = rules("straight-marks", max_marks=3)
    assert bids(do(shaken(table), "2m")) == {"3m"}
    assert bids(do(shaken(table), "2m", "3m")) == set()
    assert bids(shaken(rules("straight-marks", ladder="to42"))) & {"2m"} == set()


def test_marks_may_be_raised_by_two_or_doubled_if_the_table_allows():
    table = rules("straight-marks", raise_marks="plus2")
    assert bids(do(shaken(table), "2m")) == {"3m", "4m"}
    table = rules("straight-marks", raise_marks="plus1_or_double")
    assert bids(do(shaken(table), "1m")) == {"2m"}
    assert bids(do(shaken(table), "2m", "3m")) == {"4m", "6m"}


# 8.3 The game


def test_game_bid_is_allowed_only_over_two_marks():
    table = rules("house", game_bid=True)
    assert "game" not in legal(do(shaken(table), "1m"))
    assert "game" in legal(do(shaken(table), "2m"))
    assert bids(do(shaken(table, "", "", FOUR_DOUBLES), "2m", "game")) == set()


def test_lost_game_bid_loses_the_game_even_with_win_by_two():
    table = rules("house", game_bid=True, win_by_two=True)
    game = do(shaken(table, "", NO_SIXES, ALL_SIXES, total=(6, 6)), "2m", "game", "pass", "pass")
    game = random_end(do(game, "6"), Random(1))
    assert game.deal.result.score == (1, 0)
    assert game.winner == 0


def test_game_bid_in_nello_must_take_no_trick():
    table = rules("house", game_bid=True)
    hands = ("", "10 20 30 21 31 00 11", "", "")
    game = do(shaken(table, *hands), "2m", "game", "pass", "pass")
    assert {"nello high", "sevens"} <= legal(game)
    result = play_out(do(game, "nello high")).result
    assert result.score == ((0, 7) if result.made else (7, 0))


# 8.4, 8.5 Forced bids, nello for the forced bidder


def force_last_bidder(table, bid, hand=""):
    return do(shaken(table, "", "", "", hand), "pass", "pass", "pass", bid)


def test_forced_only_nello_requires_that_all_others_passed():
    table = rules("straight-marks", nello="forced_only")
    assert "nello own" in legal(force_last_bidder(table, "1m"))
    assert "nello own" in legal(force_last_bidder(table, "2m"))
    assert "nello own" not in legal(force_last_bidder(table, "35"))
    early = do(shaken(table), "pass", "1m", "pass", "pass")
    assert "nello own" not in legal(early)
    over = do(shaken(table), "pass", "pass", "30", "1m")
    assert "nello own" not in legal(over)


def test_low_no_allows_nello_only_at_exactly_one_mark():
    table = rules("straight-marks", low_no=True)
    assert "nello own" in legal(force_last_bidder(table, "1m"))
    assert "nello own" not in legal(force_last_bidder(table, "2m"))
    assert "nello own" not in legal(do(shaken(table), "pass", "1m", "pass", "pass"))


# 8.6 Plunge


def test_plunge_is_capped_at_four_marks_by_the_end_of_the_ladder():
    table = rules("puremco", plunge=True)
    assert "plunge 168" in legal(do(shaken(table, "", "", FOUR_DOUBLES), "84", "126"))
    assert bids(do(shaken(table, "", "", "", FOUR_DOUBLES), "84", "126", "168")) == set()
    short = rules("straight-marks", plunge=True, ladder="to42")
    assert bids(do(shaken(short, "", FOUR_DOUBLES), "1m")) == {"plunge 4m"}
    few = rules("straight-marks", plunge=True, max_marks=2)
    assert "plunge 4m" in legal(do(shaken(few, "", FOUR_DOUBLES), "2m"))


def test_ordinary_bid_of_four_marks_may_become_a_plunge():
    table = rules("house", open_max_marks=4)
    game = do(shaken(table, FOUR_DOUBLES), "4m", "pass", "pass", "pass")
    assert {"plunge", "splash"} <= legal(game)
    game = do(game, "plunge")
    assert (game.deal.to_act, game.deal.phase) == (2, "contract")
    assert "plunge follow-me" in legal(game)
    lower = do(shaken(rules("house"), FOUR_DOUBLES), "2m", "pass", "pass", "pass")
    assert "plunge" not in legal(lower)


def test_plunge_scores_its_marks_for_every_trick_or_loses_them():
    hands = (FOUR_DOUBLES, "54 53 52 51 50 43 42", "65 64 63 41 40 32 31")
    game = bid_and_name(shaken(rules("house"), *hands), "plunge 4m", "plunge 6")
    result = play_out(game).result
    assert result.score == ((4, 0) if result.made else (0, 4))


# 8.7 Doubles in follow-me


def test_follow_me_is_written_with_its_doubles_if_there_is_a_choice():
    one = do(shaken(rules("straight-marks")), "30", "pass", "pass", "pass")
    assert "follow-me" in legal(one)
    table = rules("straight-marks", nt_doubles=["low", "own"])
    two = legal(do(shaken(table), "30", "pass", "pass", "pass"))
    assert {text for text in two if "follow" in text} == {"follow-me low", "follow-me own"}


def test_low_double_is_last_of_its_suit_and_calls_its_number():
    table = rules("straight-marks", nt_doubles=["low"])
    hands = ("66 55", "60 54", "61", "62")
    game = do(playing(table, "30", "follow-me low", *hands), "66")
    assert "54" not in legal(game)
    game = do(game, "60", "61", "62")
    assert game.deal.tricks[0].winner == 3


# 8.8, 8.9 The first lead


def test_small_end_may_be_called_only_on_the_first_lead_including_follow_me():
    table = rules("straight-marks", small_end_first_lead=True)
    game = playing(table, "30", "follow-me", "61 66 55", "11")
    assert {"61@1", "66"} <= legal(game)
    assert "66@6" not in legal(game)
    game = random_trick(do(game, "66"))
    assert not any("@" in text for text in legal(game))


def random_trick(game):
    while game.deal.trick.plays:
        game = do(game, min(legal(game)))
    return game


@pytest.mark.parametrize("contract", ["nello high", "sevens"])
def test_small_end_may_not_be_called_in_nello_or_sevens(contract):
    table = rules("house", small_end_first_lead=True)
    game = playing(table, "1m", contract, "61 54")
    assert not any("@" in text for text in legal(game))


def test_mandatory_trump_lead_applies_only_to_the_first_tile():
    table = rules("straight-marks", must_lead_trump=True)
    game = playing(table, "30", "6", "66 65 11")
    assert all("6" in text for text in legal(game))
    game = random_trick(do(game, "66"))
    assert "11" in legal(game)
    game = playing(table, "30", "6", NO_SIXES)
    assert legal(game) == set(NO_SIXES.split())
    assert len(legal(playing(table, "30", "follow-me", NO_SIXES))) == 7


# 8.10, 8.11 The early end, and exact scores


def test_lost_bid_of_42_is_played_out_without_an_early_stop():
    table = rules("puremco", early_stop="none")
    deal = play_out(playing(table, "42", "6", NO_SIXES, ALL_SIXES))
    assert (len(deal.tricks), deal.result.ended, deal.result.score) == (7, "played-out", (0, 42))


def test_nello_is_played_out_without_an_early_stop():
    table = rules("house", early_stop="none")
    deal = play_out(playing(table, "1m", "nello high", "66 55 44 33 22 11 00"))
    assert (len(deal.tricks), deal.result.made, deal.result.score) == (7, False, (0, 1))


def test_early_stop_on_loss_plays_out_a_marks_hand_below_42():
    table = rules("straight-marks", early_stop="loss")
    deal = play_out(playing(table, "30", "6", NO_SIXES, ALL_SIXES))
    assert (len(deal.tricks), deal.result.ended) == (7, "played-out")


def test_early_stop_decided_ends_a_marks_hand_once_the_bid_is_made():
    deal = play_out(playing(rules("straight-marks"), "30", "6", ALL_SIXES))
    assert deal.result.ended == "made"
    assert deal.result.points[0] >= 30
    assert len(deal.tricks) < 7
    before_last = deal.result.points[0] - deal.tricks[-1].points
    assert before_last < 30


def test_early_stop_decided_means_on_loss_under_points():
    table = rules("puremco", early_stop="decided")
    assert play_out(playing(table, "30", "6", ALL_SIXES)).result.ended == "played-out"
    assert play_out(playing(table, "84", "6", NO_SIXES, ALL_SIXES)).result.ended == "set"


def test_inexact_42_when_set_is_played_out_and_adds_the_opponents_points():
    table = rules("straight-points")
    deal = play_out(playing(table, "84", "6", NO_SIXES, ALL_SIXES))
    assert (deal.result.ended, deal.result.score) == ("played-out", (0, 84 + 42))
    deal = play_out(playing(table, "84", "6", ALL_SIXES))
    assert deal.result.score == (84, 0)


def test_nello_score_is_exact_even_if_42_is_not():
    table = rules("straight-points", nello="any", nello_doubles=["high"])
    deal = play_out(playing(table, "42", "nello high", "66 55 44 33 22 11 00"))
    assert (deal.result.ended, deal.result.score) == ("set", (0, 42))


# 8.12 Taking every trick makes a bid of T


def test_all_tricks_make_a_bid_of_all_points_even_with_count_in_the_kitty():
    table = load_rules("80", {"boneyard_exchange": False})
    trumps = "66 65 64 63 62 61 66 65 64 63"
    deal = play_out(playing(table, "80", "6", trumps, kitty="55 55"))
    assert {trick.winner % 2 for trick in deal.tricks} == {0}
    assert deal.result.points == (60, 0)
    assert (deal.result.made, deal.result.score) == (True, (80, 0))


# 8.16 The exchange


def test_exchange_in_moon_may_not_put_back_the_tile_just_taken():
    table = load_rules("moon")
    game = do(shaken(table, "66 65 64 63 62 61 55", kitty="00"), "5", "pass", "pass")
    game = do(game, "6")
    assert legal(game) == {
        "/",
        *(f"00/{tile}" for tile in ["66", "65", "64", "63", "62", "61", "55"]),
    }


def test_own_copy_of_the_taken_tile_may_be_put_back_in_a_double_set():
    table = load_rules("88")
    game = do(shaken(table, "66 65 64 63 62 61 60 20 21", kitty="20 31"), "60 6")
    while game.deal.phase == "call":
        game = do(game, "pass")
    assert may(game, "20/20")


def test_hand_without_a_tile_to_put_back_is_thrown_in():
    table = load_rules("88")
    counts = "55 55 64 64 50 50 41 41 32"
    game = do(shaken(table, counts, kitty="32 66"), "60 5")
    while game.deal.phase == "call":
        game = do(game, "pass")
    result = game.deal.result
    assert (result.ended, result.made, result.score) == ("passed-out", None, (0, 0))
    assert (game.deal.bidder, str(game.deal.contract.trump)) == (0, "5")
    assert game.next_shaker == 0


# 8.17 The ladders of the other games


@pytest.mark.parametrize(
    ("game", "opening"),
    [
        ("80", {*map(str, range(60, 81, 2)), "160"}),
        ("79", {*map(str, range(50, 80)), "158"}),
        ("84x6", {*map(str, range(60, 89, 2)), "176"}),
        ("84x8", {*map(str, range(60, 85, 2)), "168"}),
        ("big-game", {*map(str, range(42, 67)), "132"}),
        ("moon", {"4", "5", "6", "7", "21"}),
        ("moon4", {"3", "4", "5", "6", "7"}),
    ],
)
def test_opening_bids_of_the_other_games(game, opening):
    assert bids(shaken(load_rules(game))) == opening


def test_multiples_of_all_points_must_be_bid_in_order():
    game = do(shaken(load_rules("80")), "70")
    assert bids(game) == {"72", "74", "76", "78", "80", "160"}
    assert bids(do(game, "80")) == {"160"}
    assert bids(do(game, "160", "240")) == {"320"}
    big = do(shaken(load_rules("big-game")), "132")
    assert bids(big) == {"198", "game"}
    marks = shaken(load_rules("80", {"preset": "marks"}))
    assert bids(marks) == {*map(str, range(60, 80, 2)), "1m", "2m"}


# 8.20 Next shaker


@pytest.mark.parametrize(
    ("way", "expected"), [("rotate", 0), ("winner", 0), ("loser", 1), ("draw", None)]
)
def test_shaker_after_a_finished_game(way, expected):
    table = rules("straight-marks", next_game_shaker=way, target=1)
    game = random_end(playing(table, "30", "6", ALL_SIXES), Random(1))
    assert game.winner == 0
    assert game.deal.shaker == 3
    assert game.next_shaker == expected


def test_shake_moves_left_after_each_hand_of_a_game():
    game = random_end(playing(rules("straight-marks"), "30", "6", ALL_SIXES), Random(1))
    assert game.winner is None
    assert game.next_shaker == 0


# 8.21 Moon


def test_made_21_scores_21_or_what_is_lacking_and_a_failed_21_loses_it():
    table = load_rules("moon", {"moon_made": "tricks"})
    game = do(shaken(table, ALL_SIXES.replace("60", "55"), kitty="00"), "21", "6", "/")
    result = play_out(game).result
    assert result.score[0] == (21 if result.made else -21)
    game = do(shaken(table, "00 11 22 33 21 31 32", ALL_SIXES.replace("60", "55")), "21", "0")
    result = play_out(do(game, "/")).result
    assert result.made is False
    assert result.score == (-21, *result.points[1:])
    assert len(play_out(game).tricks) == 7
