"""Exchanging tiles with the kitty, spare or widow."""

from tests.engine.support import deal_in, legal, refused, run, start, table, tiles
from texas42.engine import Game, MakeExchange, Rule, Rules, apply, view_for

NINE = "66 66 65 65 63 63 62 62 61"


def at_exchange(rules: Rules, hand: str, kitty: str, bid: str) -> Game:
    """Let the seat left of the shaker win the auction and reach the exchange."""
    game = run(start(rules, {1: hand}, kitty), f"{bid};")
    while deal_in(game).phase == "call":
        game = run(game, "pass")
    return game


def test_bidder_of_88_may_take_none_one_or_two() -> None:
    game = at_exchange(table("88"), NINE, "11 21", "60 6")
    assert deal_in(game).to_act == 1
    choices = legal(game)
    assert choices[0] == "/"
    # One tile: 5 kinds to give for each of 2. Two tiles: 10 mixed pairs and 4 twin pairs.
    assert len([c for c in choices if c.count(",") == 0]) == 1 + 2 * 5
    assert len(choices) == 1 + 10 + 14
    assert len(set(choices)) == len(choices)


def test_count_in_the_kitty_must_be_taken() -> None:
    game = at_exchange(table("88"), NINE, "55 21", "60 6")
    assert all("55" in choice.split("/")[0] for choice in legal(game))
    error = refused(Rule.MUST_TAKE_COUNT, game, "/")
    assert str(error) == "5-5 is a count: it must be taken."


def test_count_cannot_be_put_back() -> None:
    game = at_exchange(table("88"), "64 66 66 65 65 63 63 62 62", "11 21", "60 6")
    assert not any("64" in choice.split("/")[1] for choice in legal(game))
    error = refused(Rule.EXCHANGE_COUNT, game, "11/64")
    assert str(error) == "6-4 is a count: it cannot be put back."


def test_as_many_tiles_are_put_back_as_are_taken() -> None:
    game = at_exchange(table("88"), NINE, "11 21", "60 6")
    refused(Rule.EXCHANGE_SIZE, game, "11/66,65;")
    refused(Rule.EXCHANGE_SIZE, game, "/66")


def test_tile_just_taken_cannot_be_put_back_but_its_twin_can() -> None:
    game = at_exchange(table("88"), NINE, "11 61", "60 6")
    refused(Rule.NOT_HELD, game, "11/11")
    assert "61/61" in legal(game)
    refused(Rule.NOT_HELD, game, "11,61/61,61;")
    refused(Rule.NOT_IN_KITTY, game, "21/66")


def test_exchange_moves_the_tiles() -> None:
    game = run(at_exchange(table("88"), NINE, "11 21", "60 6"), "11,21/61,62;")
    deal = deal_in(game)
    assert deal.hands[1] == tuple(sorted(tiles("66 66 65 65 63 63 62 11 21")))
    assert deal.kitty == tiles("61 62")
    assert deal.exchange == MakeExchange(1, tiles("11 21"), tiles("61 62"))
    assert deal.phase == "play"


def test_hand_is_thrown_in_if_nothing_can_be_put_back() -> None:
    counts = "55 64 64 50 50 41 41 32 32"
    game = at_exchange(table("88"), counts, "55 21", "60 5")
    deal = deal_in(game)
    assert deal.result is not None
    assert (deal.result.ended, deal.result.made, deal.result.score) == ("passed-out", None, (0, 0))
    assert (deal.bidder, deal.bid is not None, deal.contract is not None) == (1, True, True)
    assert game.next_shaker == 1


def test_80_and_big_game_exchange_before_naming_trump() -> None:
    for rules, hand, bid in (
        (table("80"), "66 66 65 65 63 63 62 62 61 61", "60"),
        (table("big-game"), "88 87 86 85 84 83 81 80 77 76 75", "42"),
    ):
        game = at_exchange(rules, hand, "", bid)
        assert deal_in(game).phase == "exchange"
        game = run(game, legal(game)[-1])
        assert (deal_in(game).phase, deal_in(game).to_act) == ("contract", 1)


def test_big_game_spare_can_be_left_unless_it_is_a_count() -> None:
    hand = "88 87 86 85 84 83 81 80 77 76 75"
    assert legal(at_exchange(table("big-game"), hand, "00", "42"))[0] == "/"
    counted = legal(at_exchange(table("big-game"), hand, "73", "42"))
    assert len(counted) == 11
    assert counted[0] == "73/75"


def test_moon_names_trump_before_taking_the_widow() -> None:
    hand = "66 65 64 63 62 61 55"
    game = at_exchange(table("moon"), hand, "00", "4")
    assert deal_in(game).phase == "contract"
    game = run(game, "6")
    assert deal_in(game).phase == "exchange"
    assert legal(game)[0] == "/"
    assert len(legal(game)) == 8
    assert "00/64" in legal(game)


def test_moon_with_21_tiles_has_no_widow() -> None:
    game = run(at_exchange(table("moon", moon_set=21), "66 65", "", "4"), "6")
    assert deal_in(game).phase == "play"


def test_80_without_boneyard_exchange_names_trump_right_away() -> None:
    game = at_exchange(table("80", boneyard_exchange=False), "66", "", "60")
    assert deal_in(game).phase == "contract"
    assert deal_in(run(game, "6")).phase == "play"


def test_blind_swap_does_not_show_the_widow() -> None:
    rules = table("moon", moon_widow="blind_swap")
    game = run(at_exchange(rules, "66 65 64 63 62 61 55", "00", "4"), "6")
    view = view_for(game, 1)
    assert view.kitty is None
    assert view.legal[0] == MakeExchange(1)
    assert view.legal[1] == MakeExchange(1, (), tiles("55"), 1)
    after = apply(game, view.legal[1]).game
    assert deal_in(after).exchange == MakeExchange(1, tiles("00"), tiles("55"))
    assert view_for(after, 1).kitty == tiles("55")
    assert view_for(apply(game, view.legal[0]).game, 1).kitty is None
    assert apply(game, MakeExchange(1, tiles("00"), tiles("55"))).game == after


def test_visible_widow_cannot_be_taken_unseen() -> None:
    game = run(at_exchange(table("moon"), "66 65 64 63 62 61 55", "00", "4"), "6")
    refused(Rule.EXCHANGE_SIZE, game, "?/55")
    assert view_for(game, 1).kitty == tiles("00")
