"""Draws of dominoes, and a game whose winners choose the next shaker."""

from __future__ import annotations

from tests.presenter.tabling import (
    rules_of,
    states,
    tiles,
)
from texas42.engine import Game

HASH = "ab" * 32
ONCE = (tuple(enumerate(tiles("54 32 65 53"))),)
TIED = (tuple(enumerate(tiles("54 63 32 53"))), tuple(zip((0, 1), tiles("21 66"), strict=True)))


def won(game_id: str = "42", **options: object) -> Game:
    """A finished game; the first side of several seeds wins it."""
    rules = rules_of(game_id, **{"target": 1, "next_game_shaker": "winner-choice", **options})
    ends = (list(states(rules, seed, hands=1))[-1] for seed in range(99))
    return next(game for game in ends if game.winner == 0)
