"""Naming the contract: who names it, and which contracts a bid allows."""

from tests.engine.support import bid_and_name, deal_in, legal, refused, run, start, table
from texas42.engine import Game, Rule, legal_contracts

SUITS = ["0", "1", "2", "3", "4", "5", "6", "doubles", "follow-me"]
DOUBLES_4 = {1: "66 55 44 33 10 20 30"}
DOUBLES_3 = {1: "66 55 44 10 20 30 40", 0: "00 11"}


def win_auction(game: Game, bid: str) -> Game:
    """Let the first bidder win the auction and reach the naming."""
    return bid_and_name(game, bid, None)


def test_winner_names_a_number_doubles_or_follow_me() -> None:
    game = win_auction(start(table()), "30")
    assert legal(game) == SUITS
    deal = deal_in(run(game, "5"))
    assert (deal.phase, deal.to_act) == ("play", 1)


def test_simple_preset_has_no_follow_me() -> None:
    game = win_auction(start(table(preset="simple"), {1: "10"}), "30")
    assert legal(game) == SUITS[:-1]
    refused(Rule.TRUMP_NOT_ALLOWED, game, "follow-me")


def test_follow_me_is_named_with_each_allowed_doubles_rule() -> None:
    game = win_auction(start(table(nt_doubles=["own", "low"])), "30")
    assert legal(game)[8:] == ["follow-me low", "follow-me own"]


def test_nello_and_sevens_need_a_one_mark_bid() -> None:
    house = table(preset="house")
    assert legal(win_auction(start(house, DOUBLES_4), "41")) == SUITS
    one_mark = legal(win_auction(start(house, DOUBLES_4), "1m"))
    assert one_mark[9:] == ["nello high", "nello low", "nello own", "sevens"]


def test_splash_needs_two_marks_and_three_doubles() -> None:
    house = table(preset="house")
    assert legal(win_auction(start(house, DOUBLES_3), "2m"))[-1] == "splash"
    few = win_auction(start(house, {1: "66 55 10 20 30 40 50", 0: "00 11"}), "2m")
    assert legal(few)[-1] == "sevens"
    error = refused(Rule.NEEDS_DOUBLES, few, "splash")
    assert error.data == {"need": 3, "held": 2}
    refused(Rule.BID_TOO_LOW, win_auction(start(house, DOUBLES_3), "1m"), "splash")


def test_plunge_contract_needs_four_marks_and_four_doubles() -> None:
    house = table(preset="house", open_max_marks=4)
    assert legal(win_auction(start(house, DOUBLES_4), "4m"))[-2:] == ["plunge", "splash"]
    assert "plunge" not in legal(win_auction(start(house, DOUBLES_3), "4m"))
    refused(Rule.BID_TOO_LOW, win_auction(start(house, DOUBLES_4), "3m"), "plunge")


def test_game_bid_allows_every_special_contract() -> None:
    rules = table(preset="house", game_bid=True)
    game = start(rules, {2: "66 55 44 33 10 20 30"})
    game = run(game, "2m game pass pass")
    assert legal(game)[-2:] == ["plunge", "splash"]


def test_partner_names_the_suit_of_a_splash_and_leads() -> None:
    game = run(win_auction(start(table(preset="house"), DOUBLES_3), "2m"), "splash")
    deal = deal_in(game)
    assert (deal.phase, deal.to_act, deal.contract and deal.contract.is_bare) == (
        "contract",
        3,
        True,
    )
    assert legal(game) == [f"splash {suit}" for suit in SUITS]
    deal = deal_in(run(game, "splash 5;"))
    assert (deal.phase, deal.to_act, deal.bidder) == ("play", 3, 1)


def test_partner_names_the_suit_right_after_a_plunge_bid() -> None:
    game = win_auction(start(table(preset="house", nt_doubles=["low"]), DOUBLES_4), "plunge 4m")
    deal = deal_in(game)
    assert (deal.to_act, deal.contract) == (3, None)
    assert legal(game)[-1] == "plunge follow-me low"
    refused(Rule.NOT_ALLOWED_HERE, game, "5")
    assert deal_in(run(game, "plunge 5;")).to_act == 3


def test_partner_names_the_rank_of_doubles_if_the_table_allows_it() -> None:
    rules = table(preset="house", plunge_doubles=["high", "low", "reversed"])
    game = win_auction(start(rules, DOUBLES_4), "plunge 4m")
    assert legal(game)[:2] == ["plunge 0 high", "plunge 0 low"]
    assert legal(game)[-3:] == [
        "plunge doubles high",
        "plunge doubles reversed",
        "plunge follow-me",
    ]
    low = win_auction(start(table(preset="house", plunge_doubles=["low"]), DOUBLES_4), "plunge 4m")
    assert legal(low)[-3:] == ["plunge 6 low", "plunge doubles high", "plunge follow-me"]
    assert legal(win_auction(start(rules, DOUBLES_4), "2m"))[:2] == ["0", "1"]


def test_forced_only_nello_needs_three_passes_before_it() -> None:
    rules = table(nello="forced_only")
    last = win_auction(run(start(rules), "pass pass pass"), "2m")
    assert legal(last)[-1] == "nello own"
    assert "nello own" not in legal(win_auction(start(rules), "2m"))
    refused(Rule.ONLY_WHEN_FORCED, win_auction(start(rules), "1m"), "nello own;")
    assert "nello own" not in legal(win_auction(run(start(rules), "pass pass pass"), "41"))


def test_low_no_allows_forced_nello_at_exactly_one_mark() -> None:
    rules = table(low_no=True)
    assert legal(win_auction(run(start(rules), "pass pass pass"), "1m"))[-1] == "nello own"
    assert "nello own" not in legal(win_auction(run(start(rules), "pass pass pass"), "2m"))
    assert "nello own" not in legal(win_auction(start(rules), "1m"))


def test_special_contract_is_refused_unless_the_table_plays_it() -> None:
    game = win_auction(start(table(), DOUBLES_4), "2m")
    for text in ("sevens", "plunge", "splash", "nello own", "splash 5"):
        refused(Rule.NOT_ALLOWED_HERE, game, f"{text};")


def test_blanks_cannot_be_trump_in_80() -> None:
    assert legal(win_auction(start(table("80")), "60")) == [
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        *SUITS[7:],
    ]


def test_blanks_cannot_be_trump_in_moon_with_21_tiles() -> None:
    assert legal(win_auction(start(table("moon", moon_set=21)), "4")) == SUITS[1:]
    assert legal(win_auction(start(table("moon")), "4")) == SUITS


def test_doubles_cannot_be_trump_in_pagat_moon() -> None:
    assert "doubles" not in legal(win_auction(start(table("moon", "pagat")), "4"))


def test_legal_contracts_are_known_once_the_auction_ends() -> None:
    game = start(table(preset="house"), DOUBLES_3)
    assert legal_contracts(deal_in(game)) == ()
    named = win_auction(game, "2m")
    contracts = legal_contracts(deal_in(named))
    played = run(named, "sevens")
    assert legal_contracts(deal_in(played)) == contracts
    eighty = run(start(table("80")), "60 pass pass pass")
    assert deal_in(eighty).phase == "exchange"
    assert len(legal_contracts(deal_in(eighty))) == 8


def test_bid_with_trump_allows_only_its_own_contract() -> None:
    game = run(start(table("88"), {1: "55"}), "60 5" + ";pass" * 5)
    assert [c.named for c in legal_contracts(deal_in(game))] == ["5"]
