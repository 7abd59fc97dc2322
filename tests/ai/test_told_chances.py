"""Displayed chances are corrected by role and trick, or kind of bid, but certainties stay."""

from dataclasses import replace

import pytest

pytest.importorskip("numba", reason="the sampling players need numba")

from tests.ai.positions import calling, naming, playing
from texas42.ai.inference.knowledge import Knowledge, know
from texas42.ai.rollouts.told_chances import BidKind, calibrate_bid, calibrate_play, kind_of_bid
from texas42.ai.valuation.win_probability import chance_in_play
from texas42.engine import SeatView, Suit, parse_call, parse_contract, suit_contract


def seen(view: SeatView) -> Knowledge:
    assert view.contract is not None
    return know(view)


OPPONENT = playing("54 50 20 30 10 31 42", "55", contract="5")
PARTNER = playing("54 50 20 30 10 31 42", "55 51", contract="5")
FIVES = suit_contract(Suit.FIVES)


def test_correction_favors_the_bidders_side() -> None:
    assert calibrate_play(seen(PARTNER), 0.5) > 0.55
    assert calibrate_play(seen(OPPONENT), 0.5) < 0.45


@pytest.mark.parametrize("view", [OPPONENT, PARTNER], ids=["opponent", "partner"])
def test_correction_keeps_certainties_and_the_order_of_chances(view: SeatView) -> None:
    known = seen(view)
    assert [calibrate_play(known, chance) for chance in (0.0, 1.0)] == [0.0, 1.0]
    told = [calibrate_play(known, number / 50) for number in range(51)]
    assert told == sorted(set(told))


def test_last_tricks_are_not_corrected() -> None:
    known = seen(PARTNER)
    assert known.view.trick is not None
    late = replace(known, view=replace(known.view, tricks=(known.view.trick,) * 5))
    assert calibrate_play(late, 0.5) == 0.5


def test_games_without_partners_are_not_corrected() -> None:
    view = playing("55 65 54 53 66 41 21", contract="5", bid="5", game="moon")
    assert calibrate_play(seen(view), 0.5) == 0.5


@pytest.mark.parametrize(
    ("calls", "bid", "kind"),
    [
        ("", "30", BidKind.OPENING),
        ("pass, pass", "30", BidKind.OPENING),
        ("30, pass", "31", BidKind.OVER_PARTNER),
        ("pass, 30", "31", BidKind.OVER_OPPONENT),
        ("30, 31", "32", BidKind.OVER_OPPONENT),
        ("pass, 30", "33", BidKind.OVER_OPPONENT),
        ("30", "1m", BidKind.EVERY_TRICK),
        ("30", "2m", BidKind.EVERY_TRICK),
    ],
)
def test_bid_kind_depends_on_the_calls_before_it(calls: str, bid: str, kind: BidKind) -> None:
    view = calling("55 54 53 50 66 64 11", calls)
    call = parse_call(bid, view.rules)
    assert kind_of_bid(view, call) is kind
    assert 0.3 < calibrate_bid(view, call, FIVES, 0.6) < chance_in_play(0.6)
    assert calibrate_bid(view, call, FIVES, 1.0) == 1.0


def test_all_raises_over_an_opponent_have_the_same_correction() -> None:
    """Else the choice among them goes to the one that is corrected least."""
    view = calling("55 54 53 50 66 64 11", "pass, 30")
    raises = [parse_call(str(bid), view.rules) for bid in range(31, 42)]
    assert len({calibrate_bid(view, bid, FIVES, 0.6) for bid in raises}) == 1


@pytest.mark.parametrize("contract", ["nello low", "sevens", "plunge"])
def test_special_contract_has_one_chance_at_every_number_of_marks(contract: str) -> None:
    view = calling("55 54 53 50 66 64 11", "30", preset="house")
    named = parse_contract(contract, view.rules)
    bids = [parse_call(bid, view.rules) for bid in ("1m", "2m")]
    assert len({calibrate_bid(view, bid, named, 0.6) for bid in bids}) == 1
    assert [calibrate_bid(view, bids[0], named, made) for made in (0.0, 1.0)] == [0.0, 1.0]


def test_nello_chance_with_a_double_of_its_own_suit_is_at_most_what_the_rule_gives() -> None:
    """The defense in roll-outs never leads a double at it."""
    view = calling("66 10 20 21 30 40 31", nello="any", nello_doubles=["own"])
    contract = parse_contract("nello own", view.rules)
    assert calibrate_bid(view, parse_call("1m", view.rules), contract, 0.98) < 0.6


def test_bid_keeps_its_kind_after_naming_trumps() -> None:
    view = naming("55 54 53 50 66 64 11", "30")
    assert view.bid is not None
    assert kind_of_bid(view, view.bid) is BidKind.OPENING
