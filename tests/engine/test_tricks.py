"""Leading, following suit and taking tricks."""

from dataclasses import replace

import pytest

from tests.engine.support import bid_and_name, deal_in, legal, refused, run, start, table, tiles
from texas42.engine import Game, Rule, Rules, legal_plays


def playing(
    rules: Rules, contract: str | None, hands: dict[int, str], bid: str = "30", kitty: str = ""
) -> Game:
    """Let seat 1 win the bid, name the contract and lead."""
    return bid_and_name(start(rules, hands, kitty), bid, contract)


def test_bidder_can_lead_any_tile() -> None:
    game = playing(table(), "6", {1: "66 65 11 21 31 41 51"})
    assert legal(game) == ["11", "21", "31", "41", "51", "65", "66"]


def test_followers_must_play_any_tile_of_the_suit_led() -> None:
    game = run(playing(table(), "0", {1: "55", 2: "51 53 66 64 62 61 43"}), "55")
    assert legal(game) == ["51", "53"]
    error = refused(Rule.MUST_FOLLOW, game, "66")
    assert str(error) == "Fives were led and you hold 5-1 and 5-3. Play a five."
    assert error.data == {
        "led": "5",
        "suit": "5",
        "tile": tiles("66")[0],
        "tiles": tiles("51 53"),
    }


def test_trump_does_not_follow_its_other_suit() -> None:
    game = run(playing(table(), "1", {1: "55", 2: "51 66 64 62 61 43 42"}), "55")
    assert len(legal(game)) == 7


def test_void_player_can_play_any_tile() -> None:
    game = run(playing(table(), "1", {1: "55", 2: "11 21 66 64 62 61 43"}), "55")
    assert legal(game) == ["11", "21", "43", "61", "62", "64", "66"]


def test_tile_not_in_the_hand_is_refused() -> None:
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


def test_highest_of_the_suit_led_wins_without_trump() -> None:
    hands = {1: "53 66", 2: "54", 3: "55", 0: "64"}
    game = run(playing(table(), "0", hands, "30"), "53 54 55 64")
    assert deal_in(game).tricks[0].winner == 3
    assert deal_in(game).points == (0, 21)


def test_player_without_doubles_plays_any_tile_to_a_led_double() -> None:
    hands = {1: "66", 2: "61 62 53 43 42 32 21"}
    game = run(playing(table(), "doubles", hands), "66")
    assert len(legal(game)) == 7


def test_doubles_follow_pip_requires_the_number_of_the_led_double() -> None:
    hands = {1: "66", 2: "61 62 53 43 42 32 21", 3: "55 63"}
    game = run(playing(table(doubles_follow_pip=True), "doubles", hands), "66")
    assert legal(game) == ["61", "62"]
    error = refused(Rule.MUST_FOLLOW, game, "53")
    assert str(error) == (
        "Doubles were led and you have no double and you hold 6-1 and 6-2. Play a six."
    )
    assert legal(run(game, "61")) == ["55"]


@pytest.mark.parametrize("named", ["nello own", "nello own-reversed", "follow-me own"])
def test_doubles_follow_pip_binds_wherever_doubles_are_a_suit_of_their_own(named: str) -> None:
    own = ["high", "own", "own-reversed"]
    hands = {1: "66", 2: "61 62 53 43 42 32 21", 3: "63 10 20", 0: "54 65 51"}
    rules = table(preset="house", doubles_follow_pip=True, nt_doubles=own, nello_doubles=own)
    game = run(playing(rules, named, hands, "1m"), "66")
    follower = hands[deal_in(game).to_act or 0]
    assert legal(game) == sorted(tile for tile in follower.split() if "6" in tile)
    assert refused(Rule.MUST_FOLLOW, game, follower.split()[-1]).data["led"] == "doubles"
    free = playing(replace(rules, doubles_follow_pip=False), named, hands, "1m")
    assert len(legal(run(free, "66"))) == 7


def test_doubles_follow_pip_leaves_a_double_that_calls_its_number_alone() -> None:
    hands = {1: "66", 2: "55 53 43 42 32 21 10", 3: "63"}
    for named in ("nello high", "nello low"):
        rules = table(preset="house", doubles_follow_pip=True, nello_doubles=["high", "low"])
        assert len(legal(run(playing(rules, named, hands, "1m"), "66"))) == 7


def test_doubles_follow_pip_does_not_apply_to_a_led_number() -> None:
    hands = {1: "61", 2: "55 10 20 30 40 50 21", 3: "66"}
    game = run(playing(table(doubles_follow_pip=True), "doubles", hands), "61")
    assert len(legal(game)) == 7


def test_must_lead_trump_applies_to_the_first_lead() -> None:
    rules = table(must_lead_trump=True)
    game = playing(rules, "6", {1: "66 61 11 21 31 41 51"})
    assert legal(game) == ["61", "66"]
    error = refused(Rule.MUST_LEAD_TRUMP, game, "11")
    assert error.data["tiles"] == tiles("61 66")
    assert len(legal(playing(rules, "follow-me", {1: "66 61 11 21 31 41 51"}))) == 7
    none = {1: "55 54 11 21 31 41 51"}
    assert len(legal(playing(rules, "6", none))) == 7


def test_must_lead_trump_does_not_apply_to_later_leads() -> None:
    hands = {1: "66 61 11 21 31 41 51", 2: "62", 3: "63", 0: "65"}
    game = run(playing(table(must_lead_trump=True), "6", hands), "66 62 63 65")
    assert len(legal(game)) == 6


def test_first_lead_can_call_its_small_end() -> None:
    game = playing(table(small_end_first_lead=True), "5", {1: "55 54 61 31 66 00 20"})
    assert legal(game) == ["00", "20", "20@0", "31", "31@1", "54", "55", "61", "61@1", "66"]


def test_followers_of_a_small_end_lead_follow_the_low_suit() -> None:
    hands = {1: "61 55", 2: "66 41 60", 3: "10", 0: "21"}
    game = run(playing(table(small_end_first_lead=True), "5", hands), "61@1")
    assert legal(game) == ["41"]
    game = run(game, "41 10 21")
    assert deal_in(game).tricks[0].winner == 1
    assert not any("@" in text for text in legal(game))


def test_small_end_cannot_be_called_in_nello_or_sevens() -> None:
    rules = table(preset="house", small_end_first_lead=True)
    for contract in ("nello high", "sevens"):
        assert "61@1" not in legal(playing(rules, f"{contract};", {1: "61"}, "1m"))
    assert "61@1" in legal(playing(rules, "follow-me", {1: "61"}, "1m"))


def test_leading_partner_in_a_splash_can_call_the_small_end() -> None:
    rules = table(preset="house", small_end_first_lead=True)
    hands = {1: "66 55 44 10 20 30 40", 3: "61 21 31"}
    game = playing(rules, "splash", hands, "2m")
    assert "61@1" in legal(run(game, "splash 5;"))


def test_invalid_small_end_lead_is_refused() -> None:
    game = playing(table(small_end_first_lead=True), "5", {1: "55 54 61 31 66 00 20"})
    for text in ("54@4", "66@6", "61@6", "31@2"):
        refused(Rule.CANNOT_DECLARE, game, text)
    error = refused(Rule.CANNOT_DECLARE, playing(table(), "5", {1: "61"}), "61@1")
    assert str(error) == "6-1 cannot be led as a one here."


def test_big_game_can_lead_73_and_82_by_either_end() -> None:
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


def test_twin_tiles_are_listed_once() -> None:
    game = playing(table("88"), None, {1: "66 66 55 55 11"}, "60 1", "00 00")
    plays = legal_plays(deal_in(game))
    assert len(plays) == len(set(plays)) < len(deal_in(game).hands[1])


def test_winner_of_a_six_seat_trick_leads_next() -> None:
    hands = {1: "65 00", 2: "66", 3: "66", 4: "61", 5: "62", 0: "10"}
    game = run(playing(table("88"), None, hands, "60 0", "11 11"), "65 66 66 61 62 10")
    assert deal_in(game).to_act == 0


def test_blank_lead_in_moon_is_beaten_only_by_trump() -> None:
    hands = {1: "00 66", 2: "51", 0: "65"}
    for contract, winner in (("follow-me", 1), ("5", 0)):
        game = playing(table("moon"), contract, hands, "4", "11")
        assert deal_in(run(game, "00 51 65")).to_act == winner


@pytest.mark.parametrize("copies", [1, 2])
def test_playing_a_tile_removes_one_copy_from_the_hand(copies: int) -> None:
    rules = table() if copies == 1 else table("84x8")
    hand = "66 65" if copies == 1 else "66 66"
    game = run(playing(rules, "6", {1: hand}, "30" if copies == 1 else "60"), "66")
    assert deal_in(game).hands[1].count(tiles("66")[0]) == copies - 1
