"""Seeds that deal what a test needs in the first hand of a program's first table."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from bot.runtime.randomness import SeededRandomness
from texas42.engine import Rules, Tile
from texas42.records.draws import draw_for_shake
from texas42.records.shake import shake

Wanted = Callable[[tuple[Tile, ...], tuple[Tile, ...]], bool]
"""Accepts or rejects a deal by the host's hand and the kitty."""


def seed_for(rules: Rules, wanted: Wanted = lambda hand, kitty: True, *, first: int = 0) -> str:
    """Find the first seed for which the host in seat 0 bids first and has the wanted hand.

    `first`: another seat to bid first.
    """
    for number in itertools.count():
        randomness = SeededRandomness(f"deal{number}")
        table_id = randomness.table_id()
        secret = randomness.secret()
        seats = range(rules.game.seats)
        shaker = draw_for_shake(rules, randomness.secret(), table_id, 1, seats).shaker
        if (shaker + 1) % rules.game.seats != first:
            continue
        dealt = shake(rules, secret, f"{table_id}:1:")
        if wanted(dealt.hands[0], dealt.kitty):
            return f"deal{number}"
    raise AssertionError


def doubles(hand: tuple[Tile, ...]) -> int:
    return sum(tile.is_double for tile in hand)
