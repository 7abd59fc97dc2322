"""Examples from the sources: who may bid, how high, and the dominoes a bid requires."""

import pytest

from tests.support.appendix import example
from tests.support.tables import bid_and_name, do, legal, may, rules, shaken
from texas42.engine import apply
from texas42.library import load_rules

NO_DOUBLES = "65 64 63 62 61 60 54"
THREE_DOUBLES = "66 55 44 63 62 61 60"
FOUR_DOUBLES = "66 55 44 33 62 61 60"
POINTS = [str(number) for number in range(30, 42)]
MARKS = rules("straight-marks")


def bids(game):
    return legal(game) - {"pass"}


@example("P16")
def test_bids_go_from_30_to_42_by_ones():
    game = shaken(rules("puremco"))
    assert bids(game) == {*POINTS, "42", "84"}
    game = shaken(rules("puremco", open_max_marks=1))
    assert bids(game) == {str(number) for number in range(30, 43)}


@example("P17")
def test_opening_bid_may_be_42_or_84_but_not_126_or_168():
    game = shaken(rules("puremco"))
    assert {"42", "84"} <= legal(game)
    assert not may(game, "126")
    assert not may(game, "168")


@example("P18")
def test_126_follows_84_and_168_follows_126():
    game = do(shaken(rules("puremco")), "84")
    assert bids(game) == {"126"}
    game = do(game, "126")
    assert bids(game) == {"168"}
    assert bids(do(game, "168")) == set()


@example("P19")
def test_bid_must_be_higher_than_the_last():
    game = do(shaken(rules("puremco")), "35")
    assert bids(game) == {"36", "37", "38", "39", "40", "41", "42", "84"}
    assert not may(game, "35")
    assert not may(game, "30")


def test_each_player_has_one_turn_to_call():
    game = do(shaken(MARKS), "30", "pass", "31")
    assert game.deal.to_act == 3
    game = do(game, "pass")
    assert game.deal.bidder == 2
    assert game.deal.phase == "contract"


@example("P20")
def test_plunge_needs_four_doubles():
    table = rules("puremco", plunge=True)
    assert "plunge 168" in legal(shaken(table, FOUR_DOUBLES))
    assert "plunge 168" not in legal(shaken(table, THREE_DOUBLES))
    assert not may(shaken(table, THREE_DOUBLES), "plunge 168")


def test_after_a_plunge_the_partner_names_the_suit_and_leads():
    game = bid_and_name(shaken(rules("house"), FOUR_DOUBLES), "plunge 4m", "plunge 5")
    assert game.deal.calls[0].seat == 0
    assert game.deal.to_act == 2
    assert game.deal.trick.leader == 2


@example("P30")
def test_bids_in_88_go_by_twos_to_88_and_then_by_multiples():
    table = rules(game="88", trumps=["follow-me"])
    game = shaken(table)
    opening = {f"{number} follow-me" for number in (*range(60, 90, 2), 176)}
    assert bids(game) == opening
    assert not may(game, "61 follow-me")
    game = do(game, "176 follow-me")
    assert bids(game) == {"264 follow-me"}
    game = do(game, "264 follow-me")
    assert bids(game) == {"352 follow-me"}
    assert bids(do(game, "352 follow-me")) == set()


@example("P31")
def test_bidder_in_88_must_hold_a_tile_of_the_suit():
    game = shaken(rules(game="88"), "65 64 63 62 65 64 63 62 43")
    assert {bid.split()[1] for bid in bids(game)} == {"2", "3", "4", "5", "6", "follow-me"}
    assert not may(game, "60 0")
    assert not may(game, "60 doubles")


@example("F6")
def test_opening_bid_may_be_84_and_higher_bids_must_follow_it():
    game = shaken(rules("straight-points"))
    assert "84" in legal(game)
    assert legal(game) & {"126", "168", "game"} == set()
    game = do(game, "84")
    assert bids(game) == {"126", "168", "game"}
    assert bids(do(game, "game")) == set()


@example("L10")
def test_the_first_marks_bid_is_one_or_two():
    assert {bid for bid in bids(shaken(MARKS)) if bid.endswith("m")} == {"1m", "2m"}
    assert {bid for bid in bids(do(shaken(MARKS), "36")) if bid.endswith("m")} == {"1m", "2m"}


@example("L11")
def test_later_marks_bids_raise_by_exactly_one():
    game = do(shaken(MARKS), "1m")
    assert bids(game) == {"2m"}
    game = do(game, "2m")
    assert bids(game) == {"3m"}
    assert bids(do(game, "3m")) == {"4m"}


@example("L12")
def test_points_bids_start_at_30_and_cannot_overcall_marks():
    assert min(bid for bid in bids(shaken(MARKS)) if not bid.endswith("m")) == "30"
    assert not may(shaken(MARKS), "29")
    assert not may(do(shaken(MARKS), "1m"), "41")


@example("L13")
def test_house_rule_may_allow_doubling_marks():
    table = rules("straight-marks", raise_marks="plus1_or_double")
    game = do(shaken(table), "2m")
    assert bids(game) == {"3m", "4m"}
    assert bids(do(game, "4m")) == {"5m", "8m"}


@example("S1")
def test_bids_are_30_to_42_and_the_holder_of_one_blank_bids_first():
    table = rules("simple")
    game = shaken(table, "66", "55", "10", "44")
    assert game.deal.to_act == 2
    assert bids(game) == {*POINTS, "1m"}
    assert bids(do(game, "1m")) == set()


@example("K8")
def test_plunge_opens_at_four_marks_and_needs_five_over_four():
    table = rules("house")
    hands = (FOUR_DOUBLES, "22 11 00", "", "")
    assert "plunge 4m" in legal(shaken(table, *hands))
    after = shaken(table, "22 11 00", FOUR_DOUBLES)
    for lower in ("30", "41", "1m", "2m"):
        assert "plunge 4m" in legal(do(after, lower))
    game = do(shaken(table, FOUR_DOUBLES), "plunge 4m")
    assert bids(game) == {"5m"}


@example("K8")
def test_plunge_over_four_marks_is_five():
    table = rules("house", open_max_marks=4)
    game = do(shaken(table, "", FOUR_DOUBLES), "4m")
    assert bids(game) == {"5m", "plunge 5m"}


@example("K8b")
def test_six_marks_outbid_five():
    game = do(shaken(rules("house"), FOUR_DOUBLES), "plunge 4m", "5m")
    assert bids(game) == {"6m"}
    assert bids(do(game, "6m")) == {"7m"}


@example("K9")
def test_splash_needs_three_doubles_and_two_marks():
    def named(hand, bid):
        game = do(shaken(rules("house"), hand), bid, "pass", "pass", "pass")
        return legal(game)

    assert "splash" in named(THREE_DOUBLES, "2m")
    assert "splash" in named(FOUR_DOUBLES, "2m")
    assert "splash" not in named("66 55 64 63 62 61 60", "2m")
    assert "splash" not in named(THREE_DOUBLES, "1m")


def test_after_a_splash_the_partner_names_the_suit_and_leads():
    game = bid_and_name(shaken(rules("house"), THREE_DOUBLES), "2m", "splash")
    assert game.deal.phase == "contract"
    assert game.deal.to_act == 2
    game = do(game, "splash 3")
    assert game.deal.to_act == 2
    assert game.deal.phase == "play"


def test_bid_of_42_does_not_name_trumps():
    for text in ("30 5", "1m doubles"):
        with pytest.raises(ValueError, match="is not a call"):
            may(shaken(MARKS), text)


def test_passed_out_hand_is_reshaken_by_the_next_player():
    game = do(shaken(MARKS), "pass", "pass", "pass", "pass")
    assert game.deal.result.ended == "passed-out"
    assert game.deal.result.made is None
    assert game.deal.result.score == (0, 0)
    assert game.next_shaker == 0


def test_forced_last_bidder_may_not_pass():
    game = do(shaken(rules("straight-marks", all_pass="forced30")), "pass", "pass", "pass")
    assert legal(game) == {*POINTS, "1m", "2m"}
    game = do(shaken(rules("straight-marks", all_pass="forced31")), "pass", "pass", "pass")
    assert legal(game) == {*POINTS, "1m", "2m"} - {"30"}
    game = do(shaken(rules("straight-marks", all_pass="forced30")), "30", "pass", "pass")
    assert "pass" in legal(game)


def test_big_game_skips_seats_that_passed_and_the_last_bid_stands():
    game = do(shaken(load_rules("big-game")), "pass", "42", "pass", "43")
    assert game.deal.to_act == 1
    game = do(game, "44")
    assert game.deal.to_act == 3
    game = do(game, "pass")
    assert game.deal.bidder == 1
    assert game.deal.phase == "exchange"


def test_big_game_last_seat_may_bid_after_three_passes():
    game = do(shaken(load_rules("big-game")), "pass", "pass", "pass")
    assert game.deal.to_act == 3
    assert do(game, "pass").deal.result.ended == "passed-out"


def test_bid_of_21_ends_the_auction_of_moon():
    game = do(shaken(load_rules("moon")), "21")
    assert game.deal.bidder == 0
    assert game.deal.phase == "contract"


def test_bid_out_of_turn_is_refused():
    game = shaken(MARKS)
    action = do(game, "pass").deal.calls[0]
    with pytest.raises(ValueError, match="turn"):
        apply(do(game, "pass"), action)


def test_game_bid_is_worth_what_the_side_needs_to_win():
    table = rules("straight-points")
    hand = "66 65 64 63 62 61 60"
    game = do(shaken(table, "", "", "", hand, total=(100, 20)), "84", "pass", "pass", "game")
    game = do(game, "6")
    while game.deal.to_act is not None:
        game = do(game, max(legal(game)))
    assert game.total == (100, 250)
    assert game.winner == 1
