"""The pairs at each table in the next round. Pure."""

from __future__ import annotations

from bot.engine import rotate_tables

from .model import SEATS, Event, Pair, Partners
from .schedule import whist_round


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
