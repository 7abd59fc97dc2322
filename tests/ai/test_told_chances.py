"""Displayed chances are corrected by role and trick, or kind of bid, but certainties stay."""

from dataclasses import replace

import pytest

pytest.importorskip("numba", reason="the sampling players need numba")

from bot.ai.inference.knowledge import Knowledge, know
from bot.ai.rollouts.told_chances import BidKind, calibrate_bid, calibrate_play, kind_of_bid
from bot.engine import SeatView, parse_call
from tests.ai.positions import calling, naming, playing


def seen(view: SeatView) -> Knowledge:
    assert view.contract is not None
    return know(view)


OPPONENT = playing("54 50 20 30 10 31 42", "55", contract="5")
PARTNER = playing("54 50 20 30 10 31 42", "55 51", contract="5")


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
        ("pass, 30", "31", BidKind.LOW_RAISE),
        ("30, 31", "32", BidKind.LOW_RAISE),
        ("pass, 30", "33", BidKind.OVER_OPPONENT),
        ("30", "2m", BidKind.MARKS),
    ],
)
def test_bid_kind_depends_on_the_calls_before_it(calls: str, bid: str, kind: BidKind) -> None:
    view = calling("55 54 53 50 66 64 11", calls)
    call = parse_call(bid, view.rules)
    assert kind_of_bid(view, call) is kind
    assert 0.3 < calibrate_bid(view, call, 0.6) < 0.6
    assert [calibrate_bid(view, call, chance) for chance in (0.0, 1.0)] == [0.0, 1.0]


def test_bid_keeps_its_kind_after_naming_trumps() -> None:
    view = naming("55 54 53 50 66 64 11", "30")
    assert view.bid is not None
    assert kind_of_bid(view, view.bid) is BidKind.OPENING
