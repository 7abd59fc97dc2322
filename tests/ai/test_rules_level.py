"""The level `rules` is the baseline for the other levels, so its choices are frozen."""

from hashlib import sha256
from random import Random

import pytest

from tests.ai.positions import shaken
from texas42.ai.rules.player import RulesPlayer
from texas42.engine import Phase, apply, format_action, new_game, view_for
from texas42.library import load_rules

TABLES: list[tuple[str, str, int, str]] = [
    ("42", "straight-marks", 40, "24b80d3349e91939"),
    ("42", "house", 60, "c0d3a390e749532f"),
    ("42", "puremco", 20, "ead092359349cf73"),
    ("88", "standard", 6, "773fdc304adc6ead"),
    ("80", "standard", 8, "dba28b4e9acbbc55"),
    ("79", "standard", 6, "b47a4f26e3747cf7"),
    ("84x6", "standard", 6, "9f7f6841d81eb546"),
    ("84x8", "standard", 6, "44fc503a76a7f9af"),
    ("big-game", "standard", 10, "5b0016111638a7c2"),
    ("big-game", "marks", 10, "2c2cbcefb2117844"),
    ("moon", "standard", 30, "6757249f3c97c642"),
    ("moon4", "standard", 20, "fb6b5ca71fc4f578"),
]


def choices(game: str, preset: str, hands: int) -> str:
    """Hash every choice, in record notation, of seeded hands between plain players."""
    rules = load_rules(game, {"preset": preset})
    player = RulesPlayer()
    rng = Random(42)
    told = sha256()
    for hand in range(hands):
        shake = shaken(rules, hand % rules.game.seats, rng)
        total = tuple(hand % 5 for _ in range(rules.game.sides))
        state = apply(new_game(rules, total=total), shake).game
        while state.deal is not None and state.deal.phase is not Phase.OVER:
            action = player.choose(view_for(state, state.deal.to_act), 1.0)
            told.update(f"{format_action(action, rules)} ".encode())
            state = apply(state, action).game
    return told.hexdigest()[:16]


@pytest.mark.parametrize(("game", "preset", "hands", "expected"), TABLES)
def test_choices_never_change(game: str, preset: str, hands: int, expected: str) -> None:
    assert choices(game, preset, hands) == expected
