"""What a seat can see of a deal."""

import pytest

from tests.engine.support import bid_and_name, deal_in, legal, run, start, table, tiles
from texas42.engine import new_game, view_for

SIXES = {1: "66 65 64 63 62 61 60"}


def test_view_shows_its_own_hand_and_only_sizes_of_the_others() -> None:
    game = run(bid_and_name(start(table(), SIXES), "30", "6"), "66")
    view = view_for(game, 1)
    assert view.hand == tiles("60 61 62 63 64 65")
    assert view.hand_sizes == (7, 6, 7, 7)
    assert view.revealed is None
    assert (view.deal_number, view.needed, view.phase) == (1, 30, "play")


def test_only_the_seat_to_act_has_legal_actions() -> None:
    game = bid_and_name(start(table(), SIXES), "30", "6")
    assert [len(view_for(game, seat).legal) for seat in range(4)] == [0, 7, 0, 0]
    assert view_for(game, None).legal == ()
    assert view_for(game, None).hand == ()


def test_laid_down_hand_is_visible_to_everyone() -> None:
    game = run(bid_and_name(start(table(), SIXES), "30", "6"), "66")
    for seat in (0, 1, 2, 3, None):
        assert view_for(game, seat, {1}).exposed == ((), tiles("60 61 62 63 64 65"), (), ())
        assert view_for(game, seat).exposed == ((),) * 4


def test_kitty_is_visible_to_the_bidder_from_the_exchange_on() -> None:
    hand = {1: "66 66 65 65 63 63 62 62 61 61"}
    game = start(table("80"), hand, "11 21")
    assert view_for(game, 1).kitty is None
    game = run(game, "60 pass pass pass")
    assert [view_for(game, seat).kitty for seat in (0, 1, 2, None)] == [
        None,
        tiles("11 21"),
        None,
        None,
    ]
    game = run(game, "11/61")
    assert view_for(game, 1).kitty == tiles("21 61")
    assert view_for(game, 1).exchange is not None
    for seat in (0, 2, 3, None):
        view = view_for(game, seat)
        assert (view.kitty, view.exchange, view.exchanged) == (None, None, 1)


def test_kitty_without_an_exchange_stays_hidden() -> None:
    game = run(start(table("80", boneyard_exchange=False)), "60 pass pass pass")
    assert view_for(game, 1).kitty is None
    assert view_for(game, 1).kitty_size == 2


def test_moon_widow_is_hidden_until_trump_is_named() -> None:
    game = run(start(table("moon"), {1: "66"}), "4 pass pass")
    assert deal_in(game).phase == "contract"
    assert view_for(game, 1).kitty is None


def test_all_hands_are_revealed_after_the_deal() -> None:
    game = bid_and_name(start(table(), SIXES), "30", "6")
    while deal_in(game).to_act is not None:
        game = run(game, legal(game)[-1])
    view = view_for(game, None)
    assert view.revealed == deal_in(game).dealt
    assert view.result is not None
    assert view.deal_number == 1


def test_needed_is_a_number_only_if_points_or_tricks_are_bid() -> None:
    house = table(preset="house")
    assert view_for(bid_and_name(start(house, SIXES), "1m", "6"), 1).needed is None
    assert view_for(bid_and_name(start(house, SIXES), "1m", "nello own"), 1).needed is None
    shot = bid_and_name(start(table("moon"), {1: "66"}), "21", "6")
    assert view_for(shot, 1).needed == 7


def test_view_shows_who_sits_out() -> None:
    game = bid_and_name(start(table(preset="house"), SIXES), "1m", "nello own")
    assert [view_for(game, seat).sitting_out for seat in (0, None)] == [3, 3]


def test_view_needs_a_dealt_hand_and_a_valid_seat() -> None:
    with pytest.raises(ValueError, match="dealt"):
        view_for(new_game(table()), 0)
    with pytest.raises(ValueError, match="no such seat"):
        view_for(start(table()), 4)
