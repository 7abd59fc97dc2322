"""The level `rules` is the baseline for the other levels, so its choices are frozen."""

from hashlib import sha256
from random import Random

import pytest

from bot.ai.rules.player import RulesPlayer
from bot.engine import Phase, apply, format_action, new_game, view_for
from bot.library import load_rules
from tests.ai.positions import shaken

TABLES: list[tuple[str, str, int, str]] = [
    ("42", "straight-marks", 40, "da2e69f321478cd9"),
    ("42", "house", 60, "5b1a5baf4bdde7d3"),
    ("42", "puremco", 20, "1915744bc058895e"),
    ("88", "standard", 6, "d45a27f8b6202aa6"),
    ("80", "standard", 8, "dba28b4e9acbbc55"),
    ("79", "standard", 6, "2b47908d6905eacb"),
    ("84x6", "standard", 6, "e9b5a746cbe01611"),
    ("84x8", "standard", 6, "3e91f552445b2841"),
    ("big-game", "standard", 10, "01c3bfaef07bfdf6"),
    ("big-game", "marks", 10, "2fb9fcfba16b069d"),
    ("moon", "standard", 30, "36118e12b915ef5f"),
    ("moon4", "standard", 20, "cd83a7cd6121feac"),
]


def choices(game: str, preset: str, hands: int) -> str:
    """Hash every choice, in record notation, of seeded hands between plain players."""
    rules = load_rules(game, {"preset": preset})
    player, rng = RulesPlayer(), Random(42)
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
