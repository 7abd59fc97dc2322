"""Leading, following and taking tricks."""

import pytest

from bot.engine import Game, Rule, Rules, legal_plays
from tests.engine.support import bid_and_name, deal_in, legal, refused, run, start, table, tiles


def playing(
    rules: Rules, contract: str | None, hands: dict[int, str], bid: str = "30", kitty: str = ""
) -> Game:
    """Seat 1 has bid and named, and leads."""
    return bid_and_name(start(rules, hands, kitty), bid, contract)


def test_bidder_may_lead_any_tile() -> None:
    game = playing(table(), "6", {1: "66 65 11 21 31 41 51"})
    assert legal(game) == ["11", "21", "31", "41", "51", "65", "66"]


def test_suit_led_must_be_followed_and_any_tile_of_it_will_do() -> None:
    game = run(playing(table(), "0", {1: "55", 2: "51 53 66 64 62 61 43"}), "55")
    assert legal(game) == ["51", "53"]
    error = refused(Rule.MUST_FOLLOW, game, "66")
    assert str(error) == "Fives were led and you hold 5-1 and 5-3. Play a five."
    assert error.data == {"led": "5", "tile": tiles("66")[0], "tiles": tiles("51 53")}


def test_trump_is_no_tile_of_its_other_suit() -> None:
    game = run(playing(table(), "1", {1: "55", 2: "51 66 64 62 61 43 42"}), "55")
    assert len(legal(game)) == 7


def test_void_player_may_trump_and_need_not() -> None:
    game = run(playing(table(), "1", {1: "55", 2: "11 21 66 64 62 61 43"}), "55")
    assert legal(game) == ["11", "21", "43", "61", "62", "64", "66"]


def test_tile_that_is_not_held_is_refused() -> None:
    game = playing(table(), "1", {1: "55"})
    error = refused(Rule.NOT_HELD, game, "66")
    assert str(error) == "You do not hold 6-6."


def test_highest_trump_takes_the_trick_and_leads_next() -> None:
    hands = {
        1: "55",
        2: "51 22 32 42 33 43 44",
        3: "10 11 00 20 30 40 41",
        0: "21 62 63 64 60 61 31",
    }
    game = run(playing(table(), "1", hands), "55 51 10 21")
    deal = deal_in(game)
    trick = deal.tricks[0]
    assert (trick.winner, trick.led, trick.points) == (2, "5", 11)
    assert deal.to_act == 2
    assert deal.points == (11, 0)


def test_highest_of_the_suit_led_takes_it_without_trump() -> None:
    hands = {1: "53 66", 2: "54", 3: "55", 0: "64"}
    game = run(playing(table(), "0", hands, "30"), "53 54 55 64")
    assert deal_in(game).tricks[0].winner == 3
    assert deal_in(game).points == (0, 21)


def test_doubles_trump_led_without_a_double_in_hand_is_free() -> None:
    hands = {1: "66", 2: "61 62 53 43 42 32 21"}
    game = run(playing(table(), "doubles", hands), "66")
    assert len(legal(game)) == 7


def test_doubles_follow_pip_asks_for_the_number_of_the_double() -> None:
    hands = {1: "66", 2: "61 62 53 43 42 32 21", 3: "55 63"}
    game = run(playing(table(doubles_follow_pip=True), "doubles", hands), "66")
    assert legal(game) == ["61", "62"]
    error = refused(Rule.MUST_FOLLOW, game, "53")
    assert str(error) == (
        "Doubles were led and you have no double and you hold 6-1 and 6-2. Play a six."
    )
    assert legal(run(game, "61")) == ["55"]


def test_doubles_follow_pip_means_nothing_when_a_number_is_led() -> None:
    hands = {1: "61", 2: "55 10 20 30 40 50 21", 3: "66"}
    game = run(playing(table(doubles_follow_pip=True), "doubles", hands), "61")
    assert len(legal(game)) == 7


def test_first_lead_must_be_a_trump_where_the_table_says_so() -> None:
    rules = table(must_lead_trump=True)
    game = playing(rules, "6", {1: "66 61 11 21 31 41 51"})
    assert legal(game) == ["61", "66"]
    error = refused(Rule.MUST_LEAD_TRUMP, game, "11")
    assert error.data["tiles"] == tiles("61 66")
    assert len(legal(playing(rules, "follow-me", {1: "66 61 11 21 31 41 51"}))) == 7
    none = {1: "55 54 11 21 31 41 51"}
    assert len(legal(playing(rules, "6", none))) == 7


def test_later_leads_are_free_of_must_lead_trump() -> None:
    hands = {1: "66 61 11 21 31 41 51", 2: "62", 3: "63", 0: "65"}
    game = run(playing(table(must_lead_trump=True), "6", hands), "66 62 63 65")
    assert len(legal(game)) == 6


def test_first_lead_may_call_its_small_end() -> None:
    game = playing(table(small_end_first_lead=True), "5", {1: "55 54 61 31 66 00 20"})
    assert legal(game) == ["00", "20", "20@0", "31", "31@1", "54", "55", "61", "61@1", "66"]


def test_small_end_led_is_ranked_by_its_other_end_and_followed_in_the_low_suit() -> None:
    hands = {1: "61 55", 2: "66 41 60", 3: "10", 0: "21"}
    game = run(playing(table(small_end_first_lead=True), "5", hands), "61@1")
    assert legal(game) == ["41"]
    game = run(game, "41 10 21")
    assert deal_in(game).tricks[0].winner == 1
    assert not any("@" in text for text in legal(game))


def test_small_end_is_not_called_in_nello_and_sevens() -> None:
    rules = table(preset="house", small_end_first_lead=True)
    for contract in ("nello high", "sevens"):
        assert "61@1" not in legal(playing(rules, f"{contract};", {1: "61"}, "1m"))
    assert "61@1" in legal(playing(rules, "follow-me", {1: "61"}, "1m"))


def test_partner_of_a_splash_may_call_the_small_end() -> None:
    rules = table(preset="house", small_end_first_lead=True)
    hands = {1: "66 55 44 10 20 30 40", 3: "61 21 31"}
    game = playing(rules, "splash", hands, "2m")
    assert "61@1" in legal(run(game, "splash 5;"))


def test_small_end_is_refused_where_it_cannot_be_called() -> None:
    game = playing(table(small_end_first_lead=True), "5", {1: "55 54 61 31 66 00 20"})
    for text in ("54@4", "66@6", "61@6", "31@2"):
        refused(Rule.CANNOT_DECLARE, game, text)
    error = refused(Rule.CANNOT_DECLARE, playing(table(), "5", {1: "61"}), "61@1")
    assert str(error) == "6-1 cannot be led as a one here."


def test_big_game_leads_73_and_82_by_either_end_at_any_trick() -> None:
    hands = {
        1: "88 87 73 82 83 66 65 64 63 61 60",
        2: "80 72 70 62 52 42 32 22 21 20 10",
        3: "86 76 75 74 71 51 50 40 30 41 31",
        0: "85 84 81 77 55 54 53 44 43 33 11",
    }
    rules = table("big-game")
    game = playing(rules, "6", hands, "42", "00")
    assert [t for t in legal(game) if "@" in t] == ["73@3", "82@2"]
    game = run(game, "73@3")
    assert legal(game) == ["32"]
    game = run(game, "32 30 33")
    assert deal_in(game).tricks[0].winner == 0
    game = run(game, "85 88 80 71")
    assert [t for t in legal(game) if "@" in t] == ["82@2"]
    trump = playing(rules, "3", hands, "42", "00")
    assert [t for t in legal(trump) if "@" in t] == ["82@2"]


def test_first_played_of_two_equal_tiles_takes_the_trick() -> None:
    hands = {1: "65 00", 2: "66", 3: "66", 4: "61", 5: "62", 0: "63"}
    game = playing(table("88"), None, hands, "60 0", "11 11")
    game = run(game, "65 66 66 61 62 63")
    assert deal_in(game).tricks[0].winner == 2
    assert deal_in(game).tricks[0].points == 2


def test_equal_tiles_are_listed_once() -> None:
    game = playing(table("88"), None, {1: "66 66 55 55 11"}, "60 1", "00 00")
    plays = legal_plays(deal_in(game))
    assert len(plays) == len(set(plays)) < len(deal_in(game).hands[1])


def test_winner_of_a_six_seat_trick_leads_next() -> None:
    hands = {1: "65 00", 2: "66", 3: "66", 4: "61", 5: "62", 0: "10"}
    game = run(playing(table("88"), None, hands, "60 0", "11 11"), "65 66 66 61 62 10")
    assert deal_in(game).to_act == 0


def test_moon_blank_led_is_only_beaten_by_trump() -> None:
    hands = {1: "00 66", 2: "51", 0: "65"}
    for contract, winner in (("follow-me", 1), ("5", 0)):
        game = playing(table("moon"), contract, hands, "4", "11")
        assert deal_in(run(game, "00 51 65")).to_act == winner


@pytest.mark.parametrize("copies", [1, 2])
def test_played_tile_leaves_the_hand_once(copies: int) -> None:
    rules = table() if copies == 1 else table("84x8")
    hand = "66 65" if copies == 1 else "66 66"
    game = run(playing(rules, "6", {1: hand}, "30" if copies == 1 else "60"), "66")
    assert deal_in(game).hands[1].count(tiles("66")[0]) == copies - 1
