"""Hands whose dominoes are shown: a plunge, and a kitty."""

from __future__ import annotations

from tests.presenter.tabling import (
    act,
    first_state,
    rules_of,
    tiles,
)
from texas42.engine import (
    AskDoubles,
    Game,
    Phase,
    Shake,
    ShowKitty,
    apply,
    apply_out_of_turn,
    new_game,
)

HANDS = (
    "66 55 44 33 22 10 20",
    "65 64 63 62 61 60 54",
    "53 52 51 50 43 42 41",
    "40 32 31 30 21 11 00",
)
"""Ana plunges with five doubles and shows the four lowest."""


def bidding(*calls: str) -> Game:
    rules = rules_of("42", "house")
    game = apply(new_game(rules), Shake(3, tuple(map(tiles, HANDS)))).game
    for call in calls:
        game = act(game, call)
    return game


def named() -> Game:
    return act(bidding("plunge 4m", "pass", "pass", "pass"), "plunge 5")


def shown() -> Game:
    return apply_out_of_turn(named(), AskDoubles(1)).game


def exchanging() -> Game:
    return first_state(rules_of("88"), lambda deal: deal.phase is Phase.EXCHANGE)


def swapped() -> Game:
    """The hand after a swap of both dominoes."""
    game = exchanging()
    action = next(each for each in reversed(game.legal_actions()) if each.take)
    return apply(game, action).game


def show_kitty(game: Game) -> Game:
    return apply_out_of_turn(game, ShowKitty(game.deal.bidder)).game
