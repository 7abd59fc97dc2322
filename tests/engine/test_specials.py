"""Playing nel-o, sevens, plunge and splash."""

from tests.engine.support import bid_and_name, deal_in, legal, refused, run, start, table, tiles
from texas42.engine import Game, Rule


def playing(contract: str, hands: dict[int, str], bid: str = "1m", **options: object) -> Game:
    """Let seat 1 win the bid and name the contract."""
    rules = table(preset="house", **options)
    return bid_and_name(start(rules, hands), bid, contract)


def test_partner_of_nello_sits_out_and_tricks_have_three_tiles() -> None:
    hands = {1: "10 20", 2: "11", 0: "21 66", 3: "65 64"}
    game = run(playing("nello high", hands), "10 11 21")
    deal = deal_in(game)
    assert deal.sitting_out == 3
    assert len(deal.tricks[0].plays) == 3
    assert deal.tricks[0].winner == 2
    assert len(deal.hands[3]) == 7


def test_nello_is_set_by_the_bidders_first_trick() -> None:
    hands = {1: "66", 2: "60", 0: "61"}
    game = run(playing("nello high", hands), "66 60 61")
    deal = deal_in(game)
    assert deal.result is not None
    assert (deal.result.ended, deal.result.made, deal.result.score) == ("set", False, (1, 0))
    assert deal.result.points == (0, 1)


def test_nello_is_made_by_taking_no_trick() -> None:
    hands = {
        1: "10 20 21 30 31 40 41",
        2: "11 66 65 64 63 62 61",
        0: "55 54 53 52 51 50 60",
    }
    script = "10 11 51 66 60 41 65 55 40 64 54 31 63 53 30 62 52 21 61 50 20"
    deal = deal_in(run(playing("nello high", hands, "2m"), script))
    assert deal.result is not None
    assert (deal.result.ended, deal.result.made) == ("played-out", True)
    assert deal.result.score == (0, 2)
    assert deal.points == (37, 0)


def test_low_double_loses_to_the_rest_of_its_suit() -> None:
    hands = {1: "10", 2: "11 66 63 62 55 54 53", 0: "65 64 00 22 33 44 43"}
    game = run(playing("nello low", hands), "10 11 65")
    assert deal_in(game).tricks[0].winner == 1


def test_doubles_as_their_own_suit_do_not_follow_a_number() -> None:
    hands = {1: "50", 2: "55 51 66 64 62 61 43", 0: "44 33 11 22 00 10 20"}
    game = run(playing("nello own", hands), "50")
    assert legal(game) == ["51"]
    game = run(game, "51")
    assert len(legal(game)) == 7


def test_led_double_calls_doubles_if_they_are_their_own_suit() -> None:
    hands = {1: "33", 2: "31 32 11 60 61 62 63", 0: "10 20 30 40 50 21 41"}
    game = run(playing("nello own", hands), "33")
    assert legal(game) == ["11"]
    assert len(legal(run(game, "11"))) == 7


def test_sevens_followers_play_their_tile_nearest_seven() -> None:
    hands = {1: "00", 2: "66 65 62 53 10 11 20", 3: "52 43"}
    game = run(playing("sevens", hands), "00")
    assert legal(game) == ["53", "62"]
    error = refused(Rule.NEAREST_SEVEN, game, "66")
    assert str(error) == "Play the domino nearest to seven: 5-3 and 6-2."
    assert error.data["tiles"] == tiles("53 62")


def test_sevens_leader_plays_any_tile_unless_forced() -> None:
    hands = {1: "61 66 00 10 20 30 40"}
    assert len(legal(playing("sevens", hands))) == 7
    forced = playing("sevens", hands, sevens_lead="forced")
    assert legal(forced) == ["61"]
    refused(Rule.NEAREST_SEVEN, forced, "66")


def test_sevens_tie_goes_to_the_first_tile_played() -> None:
    hands = {1: "60", 2: "52 66 00 10", 3: "43 65", 0: "64 55"}
    game = run(playing("sevens", hands), "60 52 43")
    game = run(game, legal(game)[0])
    assert deal_in(game).tricks[0].winner == 2
    result = deal_in(game).result
    assert result is not None
    assert (result.ended, result.score) == ("set", (1, 0))


def test_sevens_tie_goes_to_the_bidding_side_by_option() -> None:
    hands = {1: "60", 2: "52 66 00 10", 3: "43 65", 0: "64 55"}
    game = run(playing("sevens", hands, sevens_tie="bidder_side"), "60 52 43")
    game = run(game, legal(game)[0])
    assert deal_in(game).tricks[0].winner == 3
    assert deal_in(game).result is None


def test_sevens_trick_has_no_suit() -> None:
    game = run(playing("sevens", {1: "61"}), "61")
    trick = deal_in(game).trick
    assert trick is not None
    assert trick.led is None


def test_plunge_is_set_by_one_lost_trick() -> None:
    hands = {
        1: "66 55 44 33 10 20 30",
        3: "21 60 61 62 50 40 41",
        2: "63 64 54 53 52 51 43",
    }
    game = run(playing("plunge 6;", hands, "plunge 4m"), "21 22 20 52")
    deal = deal_in(game)
    assert deal.tricks[0].leader == 3
    assert deal.result is not None
    assert (deal.result.ended, deal.result.score) == ("set", (4, 0))


def test_splash_is_made_with_all_seven_tricks() -> None:
    hands = {1: "55 44 33 10 20 30 40", 3: "66 65 64 63 62 61 60"}
    game = run(playing("splash", hands, "2m"), "splash 6;")
    for trump in ("66", "65", "64", "63", "62", "61", "60"):
        game = run(game, trump)
        for _ in range(3):
            game = run(game, legal(game)[0])
    deal = deal_in(game)
    assert deal.result is not None
    assert (deal.result.ended, deal.result.made) == ("played-out", True)
    assert (deal.result.score, deal.points) == ((0, 2), (0, 42))
