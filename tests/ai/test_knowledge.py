"""What a seat can infer from the tricks it has seen."""

from dataclasses import replace

import pytest

from tests.ai.positions import exposing, playing, tiles
from texas42.ai.inference.knowledge import Knowledge, know
from texas42.engine import DOUBLES, SeatView, Suit, parse_tile


def known(view: SeatView) -> Knowledge:
    assert view.contract is not None
    return know(view)


def may_hold(state: Knowledge, seat: int, text: str) -> bool:
    return bool(state.may[seat] >> state.order.places[parse_tile(text)] & 1)


def test_seat_that_did_not_follow_has_none_of_the_suit() -> None:
    state = known(playing("53 66 61 44 10", "55 20 51 21 | 65 30 52 31", contract="5"))
    assert not may_hold(state, 1, "54")
    assert not may_hold(state, 3, "50")
    assert may_hold(state, 2, "54")
    assert may_hold(state, 1, "64")


def test_trick_of_doubles_can_also_reveal_a_number_suit() -> None:
    plays = "66 54"
    hand = "42 41 40 30 21 10 20"
    strict = known(playing(hand, plays, contract="doubles", doubles_follow_pip=True))
    free = known(playing(hand, plays, contract="doubles"))
    assert not may_hold(strict, 1, "65")
    assert may_hold(free, 1, "65")
    assert not may_hold(free, 1, "55")
    assert strict.led is DOUBLES


@pytest.mark.parametrize("contract", ["nello own", "follow-me own-reversed"])
def test_trick_of_doubles_reveals_a_number_suit_wherever_they_are_a_suit(contract: str) -> None:
    plays = "66 54"
    hand = "42 41 40 30 21 10 20"
    options = {"preset": "house", "nt_doubles": ["own-reversed"], "nello_doubles": ["own"]}
    bid = "1m"
    strict = known(
        playing(hand, plays, contract=contract, bid=bid, doubles_follow_pip=True, **options)
    )
    free = known(playing(hand, plays, contract=contract, bid=bid, **options))
    void = free.view.all_tricks[0].plays[1].seat
    assert not may_hold(strict, void, "65")
    assert may_hold(free, void, "65")
    assert not may_hold(free, void, "55")


def test_face_up_tiles_are_known_to_belong_to_their_seat() -> None:
    state = known(exposing(playing("53 66 61 44", "55 20 51 21", contract="5"), {2: "54 62 11"}))
    assert state.order.tiles(state.may[2]) == tuple(tiles("62 11 54"))
    for seat in (1, 3):
        assert not may_hold(state, seat, "62")
        assert may_hold(state, seat, "63")


def test_own_face_up_hand_adds_no_knowledge() -> None:
    view = playing("53 66 61 44 10 00", "55 20 51 21", contract="5")
    assert known(exposing(view, {0: "53 66 61 44 10 00"})) == replace(
        known(view), view=exposing(view, {0: "53 66 61 44 10 00"})
    )


def test_tile_in_hand_is_distinct_from_an_equal_face_up_tile() -> None:
    view = playing("66 65 61 51 44 43 32 22 11 21", contract="6", game="80", bid="60")
    state = known(exposing(view, {1: "66 65 11"}))
    assert set(state.order.tiles(state.may[1])) == set(tiles("11 65 66"))
    assert not state.may[1] & state.hand
    assert not may_hold(state, 2, "66")


def test_seen_tiles_are_not_unseen() -> None:
    state = known(playing("53 66 61 44 10", "55 20 51 21 | 65 30 52 31", contract="5"))
    assert state.unseen.bit_count() == 15
    assert not state.unseen & state.hand


def test_walker_is_the_highest_left_of_its_suit() -> None:
    state = known(playing("65 63 43 41 10", "55 51 54 50 | 66 61 62 60", contract="5"))
    six_three = state.order.places[parse_tile("63")]
    assert not state.is_master(six_three, Suit.SIXES)
    later = known(playing("63 43 41 10", "55 51 54 50 | 66 61 62 60 | 53 52 64 20", contract="5"))
    assert later.is_master(later.order.places[parse_tile("63")], Suit.SIXES)


def test_discard_signals_the_double_of_its_high_end() -> None:
    state = known(playing("53 60 64 41 32", "11 21 10 31 | 61 51 54 30", contract="1"))
    double = 1 << state.order.places[parse_tile("55")]
    assert state.shown[2] & double
    assert state.chance(2, double) > state.chance(1, double)


def test_bidder_knows_the_others_do_not_hold_the_kitty() -> None:
    view = playing("55 54 53 52 51 50 66 61 44", "", contract="5", bid="60 5", game="88")
    assert view.kitty is not None
    state = known(view)
    assert not state.unseen & state.order.mask(view.kitty) or len(set(view.kitty)) < 2
    assert state.unseen.bit_count() == 56 - 9 - 2
