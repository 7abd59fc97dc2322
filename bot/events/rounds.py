"""The pairs at each table in the next round. Pure.

When partners rotate they follow the whist schedule: over a whole schedule of n people and n - 1
rounds everybody has everybody else as partner once and as opponent twice (rules 4, "partner
rotation"). One round generates each schedule: the next round adds 1 to every number but the last
person's, modulo n - 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.engine import rotate_tables

from .model import SEATS, Event, Pair, Partners

_FIRST_ROUNDS: Mapping[int, tuple[tuple[Pair, Pair], ...]] = MappingProxyType(
    {
        8: (((7, 0), (2, 3)), ((1, 5), (6, 4))),
        12: (((11, 0), (3, 10)), ((1, 7), (5, 2)), ((4, 6), (9, 8))),
        16: (((15, 0), (14, 7)), ((1, 3), (13, 12)), ((2, 11), (6, 9)), ((4, 8), (10, 5))),
        20: (
            *(((19, 0), (13, 14)), ((1, 4), (16, 11)), ((2, 12), (10, 18))),
            *(((3, 7), (8, 6)), ((5, 17), (9, 15))),
        ),
        24: (
            *(((23, 0), (13, 14)), ((1, 12), (8, 4)), ((2, 17), (20, 15))),
            *(((3, 16), (9, 7)), ((5, 11), (6, 22)), ((10, 19), (21, 18))),
        ),
        28: (
            *(((27, 0), (13, 25)), ((1, 17), (20, 3)), ((2, 6), (7, 21)), ((4, 10), (9, 14))),
            *(((5, 23), (12, 11)), ((8, 16), (19, 26)), ((15, 18), (22, 24))),
        ),
        32: (
            *(((31, 0), (8, 19)), ((1, 29), (21, 13)), ((2, 24), (7, 3)), ((4, 28), (30, 15))),
            *(((5, 26), (9, 23)), ((6, 25), (16, 22)), ((10, 11), (12, 17)), ((14, 27), (20, 18))),
        ),
    }
)


def next_round(event: Event) -> tuple[tuple[Pair, Pair], ...]:
    """Return the two pairs at each table in the round to come, table one first.

    Rotating partners follow the whist schedule. Fixed pairs begin as they were drawn; then the
    winners move up a table and the losers stay, at table one the other way round (000:201).
    Raises ValueError while a game of the current round is going on.
    """
    if event.partners is Partners.ROTATING:
        return whist_round(len(event.entries), event.round_no + 1)
    if not event.round_no:
        firsts = range(0, len(event.entries), SEATS)
        return tuple(((n, n + 1), (n + 2, n + 3)) for n in firsts)
    games = event.round_games
    winners = [game.winner for game in games if game.winner is not None]
    return rotate_tables([game.pairs for game in games], winners)


def whist_round(count: int, round_no: int) -> tuple[tuple[Pair, Pair], ...]:
    """Return the two pairs at each table in one round; rounds are counted from 1.

    `count`: how many play; they are numbered from 0. After count - 1 rounds the schedule begins
    anew. Raises ValueError where there is no schedule for so many.
    """
    if count not in _FIRST_ROUNDS:
        raise ValueError(f"no schedule for {count} people")
    last = count - 1

    def moved(number: int) -> int:
        return number if number == last else (number + round_no - 1) % last

    return tuple(
        ((moved(a), moved(b)), (moved(c), moved(d))) for (a, b), (c, d) in _FIRST_ROUNDS[count]
    )
