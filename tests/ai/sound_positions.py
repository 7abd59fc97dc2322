"""Positions for `test_sound_plays`: the history, the hand, and the acceptable choices.

`sound_positions.txt` has more, each with a sentence of explanation.
"""

# One row per position keeps the table readable.

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Play(NamedTuple):
    """A seat to play; seat 0 is the bidder and leads the first trick."""

    name: str
    contract: str
    plays: str
    hand: str
    right: str
    bid: str = "30"
    game: str = "42"
    preset: str = ""
    why: str = ""


class Bid(NamedTuple):
    """A seat to call; seat 0 bids first."""

    name: str
    calls: str
    hand: str
    right: str
    options: str = ""
    game: str = "42"


class Swap(NamedTuple):
    """Bidder 0 before the exchange: tiles taken / tiles put back.

    Pass `contract` if it is named first.
    """

    name: str
    game: str
    hand: str
    kitty: str
    bid: str
    right: str
    contract: str = ""


NELLO = "10 20 30 21 31 41 40"

FOLLOWING = (
    Play("no_trump_on_partners_sure_trick", "5", "61 66 60", "53 41 20 10 31 42 30", "41"),
    Play(
        "no_count_on_the_opponents_trick", "5", "66 61 62", "41 20 30 10 31 42 22", "20 30 10 31 42"
    ),
    Play("low_under_the_opponents_winner", "5", "66 61 62", "64 60 20 30 10 31 42", "60"),
    Play("ten_count_to_partners_double", "5", "62 66 61", "64 60 20 30 10 31 42", "64"),
    Play("last_wins_as_cheaply_as_it_goes", "5", "61 60 62", "63 65 20 30 10 31 42", "63"),
    Play("trump_in_on_the_opponents_count", "5", "66 61 64", "51 20 30 10 31 42 22", "51"),
    Play("last_trumps_in_with_the_small_trump", "5", "66 61 64", "51 54 30 10 31 42 22", "51"),
    Play(
        "no_trump_under_a_higher_trump", "4", "66 61 44", "40 20 30 10 31 53 22", "20 30 10 31 53"
    ),
    Play(
        "no_trump_under_partners_trump", "4", "66 44 62", "42 20 30 10 31 53 22", "20 30 10 31 53"
    ),
    Play("partners_winner_is_not_covered", "5", "61 66 60", "65 63 20 30 10 31 42", "63"),
    Play("five_count_to_partners_boss_trump", "5", "55 51", "54 50 20 30 10 31 42", "50"),
    Play("ten_count_to_partners_boss_trump", "5", "55 51", "64 60 21 30 10 31 42", "64"),
    Play("no_five_count_under_the_bidders_trump", "5", "55", "54 50 20 30 10 31 42", "54"),
    Play("no_ten_count_under_the_bidders_trump", "6", "66", "64 60 20 30 10 31 42", "60"),
    Play(
        "no_count_thrown_on_the_bidders_trump", "6", "66", "41 20 30 10 31 42 55", "20 30 10 31 42"
    ),
    Play("no_double_thrown_for_nothing", "6", "66", "20 30 10 31 42 55 21", "20 30 10 31 42 21"),
    Play("count_to_partner_rather_than_trash", "6", "66 61", "55 50 42 31 20 10 30", "55 50"),
    Play("overtrump_for_count", "4", "65 60 41", "42 20 30 10 31 53 22", "42"),
    Play("no_high_trump_under_the_double", "3", "33", "63 31 20 10 42 22 65", "31"),
    Play("take_the_bidders_off_with_the_double", "5", "61", "66 60 20 30 10 31 42", "66"),
    Play("take_the_trick_that_sets", "5", "66 61 64", "51 20 30 10 31 42 22", "51", "41"),
    Play("any_trick_sets_a_bid_of_all", "5", "61 60 62", "65 20 30 10 31 42 66", "65 66", "1m"),
    Play(
        "last_trick_of_partners_gets_the_count",
        "2",
        "31 33 30 10 | 66 61 60",
        "64 62 53 43 40 20",
        "64",
    ),
)

LEADING = (
    Play("pull_trumps_with_the_double", "5", "", "55 65 54 53 66 41 20", "55 65 54 53"),
    Play("a_small_trump_brings_out_the_double", "6", "", "65 64 62 55 33 31 42", "62"),
    Play("no_count_trump_into_the_double", "6", "", "65 64 61 44 22 21 10", "61 65"),
    Play("doubles_as_trumps_from_the_top", "doubles", "", "66 55 33 22 65 43 10", "66 55"),
    Play("pull_again_while_trumps_are_out", "2", "22 21 42 20", "62 32 55 31 10 63", "62"),
    Play(
        "a_double_walks_when_trumps_are_gone",
        "2",
        "22 21 42 20 | 62 32 52 31",
        "55 63 40 10 61",
        "55",
    ),
    Play("keep_the_last_trump", "2", "22 21 42 20 | 62 52 31 30", "32 63 40 10 61", "63 40 10 61"),
    Play(
        "doubles_before_offs_for_all",
        "4",
        "44 41 40 42 | 64 43 54 61",
        "33 22 11 31 53",
        "33 22 11",
        "1m",
    ),
    Play("follow_me_leads_a_double", "follow-me", "", "66 55 44 22 43 41 10", "66 55 44 22"),
    Play(
        "the_walker_before_the_last_trump",
        "doubles",
        "66 11 00 44 | 55 21 20 33",
        "65 22 43 41 10",
        "65",
    ),
    Play("not_away_from_the_double", "2", "22 21 42 20 | 62 32 52 31", "66 61 43 40 51", "66"),
    Play(
        "to_the_double_partner_has_shown", "1", "11 21 10 31 | 61 51 54 30", "53 60 64 41 32", "53"
    ),
    Play("defender_leads_their_double", "2", "63 66 60 61", "55 51 43 30 10 40", "55"),
    Play(
        "defender_leads_no_ten_count_into_higher_tiles",
        "2",
        "31 33 30 10",
        "64 53 43 41 50 40",
        "53 43 40 41 50",
    ),
    Play(
        "defender_pulls_no_trumps_for_the_bidder",
        "2",
        "31 33 30 10",
        "62 53 43 21 40 60",
        "53 43 40 60",
    ),
    Play("defender_not_away_from_their_double", "2", "31 33 30 10", "66 53 43 61 40 60", "66"),
)

SPECIAL = (
    Play(
        "nello_leads_the_lowest",
        "nello high",
        "",
        "10 41 21 52 30 60 63",
        "10 60",
        "1m",
        preset="house",
    ),
    Play(
        "nello_stays_under_and_sheds",
        "nello high",
        "10 11 41 | 55 53",
        "54 51 30 20 63 21",
        "54",
        "1m",
        preset="house",
    ),
    Play(
        "nello_throws_danger_when_void",
        "nello high",
        "10 11 41 | 44 43",
        "65 20 30 31 21 32",
        "65",
        "1m",
        preset="house",
    ),
    Play(
        "nello_last_defender_ducks",
        "nello high",
        "63 61",
        "66 62 30 20 65 55 41",
        "62",
        "1m",
        preset="house",
    ),
    Play(
        "nello_defender_unloads_on_partners_trick",
        "nello high",
        "61 66",
        "65 62 30 20 31 55 41",
        "65",
        "1m",
        preset="house",
    ),
    Play(
        "sevens_leads_the_nearest",
        "sevens",
        "",
        "61 52 44 30 66 55 20",
        "61 52",
        "1m",
        preset="house",
    ),
    Play("moon_pulls_trumps", "5", "", "55 65 54 53 66 41 21", "55", "5", "moon4"),
    Play(
        "big_game_count_to_partners_double",
        "5",
        "71 77 70",
        "73 72 20 30 10 31 42 40 60 61 62",
        "73",
        "42",
        "big-game",
    ),
    Play(
        "double_set_no_count_on_the_opponents_trick",
        "5",
        "66 61 62 60 63",
        "41 20 30 10 31 42 22 21 00",
        "20 30 10 31 42 21",
        "60 5",
        "88",
    ),
)

CALLS = (
    Bid("a_weak_hand_passes", "", "64 53 42 31 20 61 50", "pass"),
    Bid("trumps_with_the_double_are_worth_a_bid", "", "22 62 32 21 55 31 10", "30 31 32 33 34 35"),
    Bid("trumps_without_the_double_too", "", "65 64 62 55 33 31 42", "30 31 32 33 34 35"),
    Bid("high_doubles_are_worth_a_bid", "", "66 55 33 22 65 43 10", "30 31 32 33 34 35 36"),
    Bid("a_hand_of_winners_bids_marks", "", "55 65 54 53 66 00 11", "1m 2m"),
    Bid("leave_partners_two_marks", "2m, pass", "22 62 32 21 55 31 10", "pass"),
    Bid("leave_partners_thirty_with_little", "30, pass", "64 53 42 31 20 61 50", "pass"),
    Bid("leave_partners_thirty_one_with_a_plain_hand", "31, pass", "22 32 21 55 31 10 64", "pass"),
    Bid(
        "take_over_partners_thirty_with_a_great_hand",
        "30, pass",
        "55 65 54 53 66 11 00",
        "31 32 33 34 35 36 37 38 39 40 41 1m 2m",
    ),
    Bid("no_mark_without_the_tiles", "41", "55 54 53 51 62 41 30", "pass"),
    Bid("no_two_marks_over_one_without_the_tiles", "1m", "22 62 32 21 55 31 10", "pass"),
    Bid(
        "forced_with_nothing_bids_the_least",
        "pass, pass, pass",
        "64 53 42 31 20 61 50",
        "30",
        "forced30",
    ),
    Bid("no_plunge_on_four_lone_doubles", "", "44 22 11 00 63 53 51", "pass 30 31", "house"),
    Bid(
        "outbid_the_opponents_with_a_good_hand",
        "30",
        "55 65 54 53 66 41 20",
        "31 32 33 34 35 36 37 38 39 40 41 1m 2m",
    ),
    Bid("a_plunge_on_six_doubles", "", "66 55 44 33 22 11 10", "plunge 4m", "house"),
    Bid("low_tiles_are_worth_marks_where_nello_is_played", "", NELLO, "1m 2m", "house"),
    Bid("forced_with_low_tiles_goes_low", "pass, pass, pass", NELLO, "1m 2m", "forced_nello"),
    Bid("no_nello_on_the_high_sixes", "", "66 65 10 20 30 21 31", "pass 30 31 32 33", "house"),
    Bid("sevens_that_cannot_lose", "", "61 52 43 60 62 53 42", "1m 2m", "house"),
    Bid("a_weak_hand_passes_in_88", "", "54 42 31 20 61 30 63 21 10", "pass", game="88"),
    Bid("partners_62_is_left", "62 5, pass", "54 42 31 20 61 30 63 66 10", "pass", game="88"),
    Bid(
        "a_weak_hand_passes_in_the_big_game",
        "",
        "87 76 65 54 43 32 21 10 20 30 41",
        "pass",
        game="big-game",
    ),
    Bid(
        "every_trick_of_the_big_game",
        "",
        "88 87 86 85 84 83 82 77 66 55 44",
        "66 132",
        game="big-game",
    ),
    Bid("no_six_tricks_on_nothing", "4, 5", "65 54 43 32 21 41 31", "pass", game="moon"),
    Bid("seven_winners_shoot_the_moon", "", "66 65 64 63 62 61 55", "21", game="moon"),
)

NAMES = (
    Bid("the_long_suit_with_its_double", "30", "44 64 54 33 22 11 31", "4"),
    Bid("a_hand_of_low_tiles_goes_low", "1m", "10 20 30 21 31 41 40", "nello", "house"),
    Bid("a_hand_near_seven_plays_sevens", "1m", "61 52 43 60 62 53 42", "sevens", "house"),
)

EVEN_NAMES = (
    # Played out, ones and follow-me score about the same: only the plain player must choose this.
    Bid("four_high_doubles", "30", "66 55 44 33 11 20 61", "doubles"),
)

PARTNER_NAMES = (
    Bid("the_long_suit_for_a_plunge", "plunge 4m", "54 53 52 56 41 30 20", "plunge 5", "house"),
    Bid("five_sixes_for_a_plunge", "plunge 4m", "65 64 63 62 61 31 20", "plunge 6", "house"),
    Bid(
        "doubles_low_where_only_a_double_could_win",
        "plunge 4m",
        "65 64 63 62 61 60 54",
        "plunge 6 low",
        "plunge_doubles",
    ),
    Bid(
        "doubles_high_where_partner_needs_them",
        "plunge 4m",
        "54 53 52 56 41 30 20",
        "plunge 5 high",
        "plunge_doubles",
    ),
)

SWAPS = (
    Swap(
        "a_trump_for_a_lone_low_tile",
        "88",
        "55 55 54 53 52 66 66 31 20",
        "65 21",
        "60 5",
        "65/20 65/31",
    ),
    Swap(
        "the_count_that_must_be_taken",
        "88",
        "66 66 65 62 61 60 44 31 20",
        "50 21",
        "60 6",
        "50/20 50/31",
    ),
    Swap("nothing_for_a_hand_of_winners", "88", "55 55 54 53 52 51 66 66 44", "21 30", "60 5", "/"),
    Swap(
        "a_double_without_trumps",
        "88",
        "66 66 55 55 44 44 33 21 10",
        "33 20",
        "60 follow-me",
        "33/10 33/21",
    ),
    Swap(
        "the_spare_trump_of_the_big_game",
        "big-game",
        "88 87 86 85 84 77 66 55 21 10 30",
        "83",
        "45",
        "83/10 83/21 83/30",
    ),
    Swap(
        "the_spare_double_of_the_big_game",
        "big-game",
        "88 87 86 85 84 77 66 43 21 10 30",
        "55",
        "45",
        "55/10 55/21 55/30",
    ),
    Swap("a_trump_from_the_widow", "moon", "66 65 64 55 44 31 21", "63", "5", "63/21 63/31", "6"),
    Swap("a_double_from_the_widow", "moon", "66 65 64 63 55 31 21", "44", "5", "44/21 44/31", "6"),
    Swap("no_low_tile_from_the_widow", "moon", "66 65 64 63 62 55 44", "21", "5", "/", "6"),
)

EXPERT_SWAPS = (
    # A player that only adds up tile values takes the spare here as if it were a double.
    Swap(
        "no_double_for_a_low_spare",
        "big-game",
        "88 87 86 85 84 77 66 55 44 33 22",
        "10",
        "45",
        "/",
    ),
)


def _more() -> Iterator[Play]:
    """Yield the positions in `sound_positions.txt`."""
    for line in Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            name, contract, plays, hand, right, why, *options = (
                each.strip() for each in line.split(";")
            )
            given = dict(each.split("=") for each in options)
            yield Play(name, contract, plays, hand, right, why=why, **given)


MORE = tuple(_more())
