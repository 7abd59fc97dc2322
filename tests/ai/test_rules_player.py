"""The rule-based player as a whole: always legal, deterministic, better than random."""

import os
from random import Random

import pytest

from tests.ai.hands import ODD_TABLES, RandomPlayer, play_hand
from tests.ai.positions import shaken
from texas42.ai.rules.player import RulesPlayer
from texas42.engine import Phase, Rules, apply, new_game, view_for
from texas42.library import games, load_rules, presets

HANDS = 4 * int(os.environ.get("FORTYTWO_LAWS", "1"))
TABLES = [(game.id, preset.name) for game in games() for preset in presets(game.id)]


def hands_of(rules: Rules, number: int, seed: int) -> None:
    rng = Random(seed)
    seats = rules.game.seats
    for hand in range(number):
        state = play_hand(rules, shaken(rules, hand % seats, rng), [RulesPlayer()] * seats)
        assert state.deal is not None
        assert state.deal.result is not None


@pytest.mark.parametrize(("game", "preset"), TABLES)
def test_plays_every_game_to_its_end(game: str, preset: str) -> None:
    hands_of(load_rules(game, {"preset": preset}), HANDS, 1)


@pytest.mark.parametrize(("game", "options"), ODD_TABLES)
def test_plays_under_every_house_rule(game: str, options: dict[str, object]) -> None:
    hands_of(load_rules(game, options), HANDS, 2)


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_same_view_gets_the_same_answer_and_a_reason(game: str) -> None:
    rules = load_rules(game, None)
    state = apply(new_game(rules), shaken(rules, 0, Random(3))).game
    while state.deal is not None and state.deal.phase is not Phase.OVER:
        view = view_for(state, state.deal.to_act)
        action, reason = RulesPlayer().choose_with_reason(view)
        assert RulesPlayer().choose_with_reason(view) == (action, reason)
        state = apply(state, action).game


def test_refuses_to_answer_out_of_turn() -> None:
    rules = load_rules("42", None)
    state = apply(new_game(rules), shaken(rules, 0, Random(3))).game
    with pytest.raises(ValueError, match="turn"):
        RulesPlayer().choose(view_for(state, 0), 1.0)


def test_beats_random_play_from_both_sides() -> None:
    rules = load_rules("42", None)
    rng = Random(4)
    difference = 0
    for hand in range(60):
        shake = shaken(rules, hand % 4, rng)
        for side in (0, 1):
            at_random = RandomPlayer(hand)
            seats = [RulesPlayer() if seat % 2 == side else at_random for seat in range(4)]
            result = play_hand(rules, shake, seats).deal.result  # type: ignore[union-attr]
            assert result is not None
            difference += result.score[side] - result.score[1 - side]
    assert difference / 120 > 0.35


@pytest.mark.slow
def test_makes_the_expected_share_of_its_bids() -> None:
    rules = load_rules("42", None)
    rng = Random(5)
    made = []
    for hand in range(150):
        deal = play_hand(rules, shaken(rules, hand % 4, rng), [RulesPlayer()] * 4).deal
        assert deal is not None
        assert deal.result is not None
        if deal.bid is not None and deal.bid.multiple == 0:
            made.append(bool(deal.result.made))
    assert len(made) > 75
    assert 0.45 < sum(made) / len(made) < 0.75


def test_partners_do_not_bid_each_other_up() -> None:
    rules = load_rules("big-game", {"preset": "marks"})
    rng = Random(8)
    for hand in range(25):
        deal = play_hand(rules, shaken(rules, hand % 4, rng), [RulesPlayer()] * 4).deal
        assert deal is not None
        assert len(deal.calls) <= 16
