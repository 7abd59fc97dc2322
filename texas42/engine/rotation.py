"""Rotation of pairs between tables after a round of games (000:199-201)."""

from collections.abc import Sequence
from typing import TypeVar

Pair = TypeVar("Pair")


def rotate_tables(
    tables: Sequence[tuple[Pair, Pair]], winners: Sequence[int]
) -> tuple[tuple[Pair, Pair], ...]:
    """Pair up the tables for the next round, the first table first (000:201).

    `winners` holds for each table which of its two pairs won, 0 or 1. Winners move up one table and
    losers stay; at the first table the winners stay and the losers go to the last one. Raises
    ValueError if the winners don't fit the tables.
    """
    if len(tables) != len(winners) or not set(winners) <= {0, 1}:
        raise ValueError("each table has one winner, the first pair (0) or the second (1)")
    won = [pairs[winner] for pairs, winner in zip(tables, winners, strict=True)]
    lost = [pairs[1 - winner] for pairs, winner in zip(tables, winners, strict=True)]
    if len(tables) < 2:
        return tuple(tables)
    staying = [won[0], *lost[1:]]
    coming = [*won[1:], lost[0]]
    return tuple(zip(staying, coming, strict=True))
