"""A lay-down is offered only where no holding of the others can take a trick."""

from random import Random

import pytest

from bot.ai.claims import lay_down
from bot.ai.rules_player import RulesPlayer
from bot.engine import Phase, PlayTile, apply, new_game, view_for
from bot.library import load_rules
from tests.ai.positions import playing, shaken


def test_top_trumps_and_masters_are_laid_down_trumps_first() -> None:
    view = playing("55 65 54 53 66 00 11", "", contract="5")
    order = lay_down(view)
    assert order is not None
    assert {tile.high for tile in order[:4]} <= {5, 6}
    assert set(order) == set(view.hand)


@pytest.mark.parametrize(
    "hand",
    [
        "55 65 54 52 66 00 11",  # the 5-3 is out
        "55 65 66 00 11 22 33",  # one seat may hold three trumps
        "55 65 54 53 66 62 11",  # the 6-2 is no master while a six is out
    ],
)
def test_a_hand_that_can_lose_is_not_laid_down(hand: str) -> None:
    assert lay_down(playing(hand, "", contract="5")) is None


def test_a_walker_counts_when_the_higher_tiles_are_gone() -> None:
    plays = "22 21 42 20 | 62 32 52 31"
    assert lay_down(playing("55 66 65 64 63", plays, contract="2")) is not None
    assert lay_down(playing("55 66 63 64 10", plays, contract="2")) is None


def test_only_the_leader_lays_down() -> None:
    assert lay_down(playing("66 65 64 63 62 61 60", "55", contract="5")) is None


def test_every_lay_down_takes_all_the_tricks_that_are_left() -> None:
    rules = load_rules("42", {"early_stop": "none"})
    rng = Random(9)
    player, found = RulesPlayer(), 0
    for hand in range(60):
        state = apply(new_game(rules), shaken(rules, hand % 4, rng)).game
        claimed: list[PlayTile] = []
        while state.deal is not None and state.deal.phase is not Phase.OVER:
            seat = state.deal.to_act
            assert seat is not None
            view = view_for(state, seat)
            order = lay_down(view) if view.phase is Phase.PLAY and not claimed else None
            if order is not None:
                claimed = [PlayTile(seat, tile) for tile in order]
                claimer, found = seat, found + 1
            if claimed and view.phase is Phase.PLAY and seat == claimer:
                action = claimed.pop(0)
                assert action in view.legal
                assert view.trick is not None
                assert view.trick.leader == claimer
            else:
                action = rng.choice(view.legal) if claimed else player.choose(view, 1.0)  # type: ignore[assignment]
            state = apply(state, action).game
        if found and state.deal is not None and state.deal.tricks:
            assert not claimed
    assert found > 5
