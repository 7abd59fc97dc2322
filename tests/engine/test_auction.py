"""Bid ladders, turns, and required bids."""

import pytest

from tests.engine.support import deal_in, legal, refused, run, start, table
from texas42.engine import Game, Rule

POINTS = [str(number) for number in range(30, 42)]


def bids(game: Game) -> list[str]:
    return [text for text in legal(game) if text != "pass"]


def test_bidding_starts_left_of_the_shaker_and_goes_clockwise() -> None:
    game = start(table(), shaker=2)
    seats = []
    for text in ("pass", "30", "31", "pass"):
        seats.append(deal_in(game).to_act)
        game = run(game, text)
    assert seats == [3, 0, 1, 2]
    assert deal_in(game).bidder == 1


def test_holder_of_the_1_0_bids_first_in_the_simple_preset() -> None:
    game = start(table(preset="simple"), {2: "10"}, shaker=0)
    assert deal_in(game).to_act == 2


def test_opening_bid_by_marks_is_30_to_41_or_one_or_two_marks() -> None:
    assert bids(start(table())) == [*POINTS, "1m", "2m"]


def test_bid_must_be_higher_and_points_cannot_follow_marks() -> None:
    game = run(start(table()), "35")
    assert bids(game) == ["36", "37", "38", "39", "40", "41", "1m", "2m"]
    assert bids(run(game, "1m")) == ["2m"]
    assert bids(run(game, "2m")) == ["3m"]


def test_refused_bid_names_the_bid_to_beat() -> None:
    game = run(start(table()), "35")
    error = refused(Rule.MUST_OUTBID, game, "35")
    assert str(error) == "35 does not go over 35."
    refused(Rule.NOT_ON_LADDER, game, "3m")
    refused(Rule.NOT_ON_LADDER, start(table()), "29")
    refused(Rule.MUST_OUTBID, run(game, "1m"), "41")


@pytest.mark.parametrize(
    ("option", "standing", "expected"),
    [
        ("plus1", "2m", ["3m"]),
        ("plus1_or_double", "2m", ["3m", "4m"]),
        ("plus1_or_double", "1m", ["2m"]),
        ("plus2", "2m", ["3m", "4m"]),
        ("plus2", "1m", ["2m", "3m"]),
    ],
)
def test_marks_are_raised_by_the_tables_rule(
    option: str, standing: str, expected: list[str]
) -> None:
    assert bids(run(start(table(raise_marks=option)), standing)) == expected


def test_max_marks_limits_every_bid() -> None:
    game = start(table(max_marks=3, open_max_marks=9))
    assert bids(game)[-3:] == ["1m", "2m", "3m"]
    assert bids(run(game, "3m")) == []


def test_one_mark_is_the_top_bid_in_the_simple_preset() -> None:
    game = start(table(preset="simple"), shaker=3, hands={0: "10"})
    assert bids(game) == [*POINTS, "1m"]
    assert bids(run(game, "1m")) == []


def test_puremco_bids_step_from_84_to_168() -> None:
    game = start(table(preset="puremco"))
    assert bids(game) == [*POINTS, "42", "84"]
    assert bids(run(game, "84")) == ["126"]
    assert bids(run(game, "84 126")) == ["168"]
    assert bids(run(game, "84 126 168")) == []


def test_straight_points_allows_any_raise_after_84() -> None:
    game = start(table(preset="straight-points"))
    assert bids(run(game, "42")) == ["84"]
    assert bids(run(game, "84")) == ["126", "168", "game"]
    assert bids(run(game, "84 game")) == []


def test_84_is_the_top_bid_in_celko_points() -> None:
    game = run(start(table(preset="celko-points")), "42")
    assert bids(game) == ["84"]
    assert bids(run(game, "84")) == []


def test_game_bid_needs_84_before_it_and_the_others_still_pass() -> None:
    rules = table(game_bid=True)
    assert "game" not in bids(run(start(rules), "1m"))
    game = run(start(rules), "2m game")
    assert legal(game) == ["pass"]
    game = run(game, "pass pass")
    assert deal_in(game).bidder == 2


def test_after_four_passes_the_next_seat_shakes() -> None:
    game = run(start(table(), shaker=1), "pass pass pass pass")
    assert deal_in(game).result is not None
    assert game.next_shaker == 2
    assert game.total == (0, 0)


def test_last_bidder_must_bid_after_three_passes() -> None:
    game = run(start(table(all_pass="forced30")), "pass pass pass")
    assert legal(game) == [*POINTS, "1m", "2m"]
    error = refused(Rule.MUST_BID, game, "pass")
    assert str(error) == "Everybody passed, so you must bid 30 or more."
    assert legal(run(start(table(all_pass="forced30")), "pass 30 pass"))[0] == "pass"


def test_bidder_forced_to_31_cannot_bid_30() -> None:
    game = run(start(table(all_pass="forced31")), "pass pass pass")
    assert legal(game)[0] == "31"
    refused(Rule.MUST_BID, game, "30")


def test_plunge_needs_four_doubles() -> None:
    rules = table(preset="house")
    four = start(rules, {1: "66 55 44 33"})
    assert bids(four)[-1] == "plunge 4m"
    three = start(rules, {1: "66 55 44 10 20 30 40"})
    assert "plunge 4m" not in bids(three)
    error = refused(Rule.NEEDS_DOUBLES, three, "plunge 4m;")
    assert error.data == {"need": 4, "held": 3}


def test_plunge_bids_four_marks_and_is_raised_to_five() -> None:
    rules = table(preset="house")
    doubles = {1: "10 20", 2: "66 55 44 33"}
    assert bids(run(start(rules, doubles), "30"))[-1] == "plunge 4m"
    higher = {1: "66 55 44 33", 2: "00 11 22 10 20 30 40", 3: "21"}
    game = run(start(rules, higher), "plunge 4m;pass")
    assert bids(game) == ["5m"]
    game = run(start(rules, {2: "66 55 44 33"}), "2m;pass;pass")
    assert bids(game) == ["3m"]


def test_plunge_over_four_marks_bids_five() -> None:
    rules = table(preset="house", open_max_marks=4)
    game = run(start(rules, {2: "66 55 44 33"}), "4m")
    assert bids(game) == ["5m", "plunge 5m"]


def test_plunge_by_points_bids_168() -> None:
    rules = table(preset="puremco", plunge=True)
    game = start(rules, {2: "66 55 44 33"})
    assert bids(run(game, "84")) == ["126", "plunge 168"]
    refused(Rule.NOT_ON_LADDER, run(game, "84"), "plunge 210;")


def test_plunge_is_refused_unless_the_table_plays_it() -> None:
    refused(Rule.NOT_ALLOWED_HERE, start(table(), {1: "66 55 44 33"}), "plunge 4m;")


def test_88_bids_even_points_then_multiples() -> None:
    game = start(table("88", trump_in_bid=False))
    assert bids(game) == [*map(str, range(60, 88, 2)), "88", "176"]
    assert bids(run(game, "88")) == ["176"]
    assert bids(run(game, "60 176")) == ["264"]
    assert bids(run(game, "60 176 264")) == ["352"]


def test_79_bids_single_points() -> None:
    assert bids(start(table("79"))) == [*map(str, range(50, 79)), "79", "158"]


@pytest.mark.parametrize(("name", "top"), [("80", "80"), ("84x6", "88"), ("84x8", "84")])
def test_double_set_games_bid_from_sixty_by_twos(name: str, top: str) -> None:
    opening = bids(start(table(name)))
    assert opening == [*map(str, range(60, int(top), 2)), top, str(2 * int(top))]


def test_bid_with_trump_needs_a_tile_of_that_suit() -> None:
    hand = "66 65 64 63 62 66 65 64 63"
    game = start(table("88"), {1: hand})
    assert bids(game)[:7] == ["60 2", "60 3", "60 4", "60 5", "60 6", "60 doubles", "60 follow-me"]
    error = refused(Rule.HOLDS_NO_TRUMP, game, "60 1;")
    assert str(error) == "To bid ones you must hold a one."
    refused(Rule.TRUMP_NOT_ALLOWED, start(table("88", trumps=["5"])), "60 6;")


def test_changing_only_the_suit_is_not_a_raise() -> None:
    game = run(start(table("88"), {2: "66"}), "60 0;")
    refused(Rule.MUST_OUTBID, game, "60 6;")


def test_play_starts_right_after_a_winning_bid_with_trump() -> None:
    game = run(start(table("84x8", trump_in_bid=True)), "pass;" * 7 + "60 doubles")
    deal = deal_in(game)
    assert deal.contract is not None
    assert deal.contract.trump == "doubles"
    assert deal.phase == "play"


def test_big_game_bidding_goes_on_until_three_have_passed() -> None:
    game = run(start(table("big-game")), "42 pass 43 pass 44")
    assert deal_in(game).to_act == 3
    game = run(game, "45 pass")
    deal = deal_in(game)
    assert (deal.bidder, deal.bid and deal.bid.number) == (3, 45)


def test_big_game_last_seat_bids_after_three_passes() -> None:
    game = run(start(table("big-game")), "pass pass pass")
    assert deal_in(game).to_act == 0
    assert deal_in(run(game, "42")).bidder == 0
    assert deal_in(run(game, "pass")).result is not None


def test_big_game_ladder_ends_with_the_game_bid() -> None:
    game = start(table("big-game"))
    assert bids(game)[-2:] == ["66", "132"]
    assert bids(run(game, "132")) == ["198", "game"]
    assert bids(run(game, "132 198 264")) == ["game"]


def test_moon_bids_four_to_seven_or_the_moon() -> None:
    game = start(table("moon"))
    assert bids(game) == ["4", "5", "6", "7", "21"]
    assert bids(run(game, "7")) == ["21"]


def test_shooting_the_moon_ends_the_bidding() -> None:
    game = run(start(table("moon")), "21")
    assert deal_in(game).bidder == 1


def test_four_handed_moon_bids_three_to_seven() -> None:
    assert bids(start(table("moon4"))) == ["3", "4", "5", "6", "7"]
    assert bids(start(table("moon4", bid_21=True)))[-1] == "21"


def test_seven_is_the_top_bid_in_moon_without_21() -> None:
    assert legal(run(start(table("moon4")), "7")) == ["pass"]


def test_game_bid_is_refused_unless_the_table_plays_it() -> None:
    game = start(table("moon"))
    refused(Rule.NOT_ALLOWED_HERE, game, "game")
    refused(Rule.NOT_ALLOWED_HERE, start(table()), "game")
