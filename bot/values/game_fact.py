"""What a finished game means for one person, among all their games."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BidMade:
    """The size of a bid that was made. `marks`: 0 below all points of a hand."""

    marks: int
    points: int


@dataclass(frozen=True, slots=True)
class GameFact:
    """A person's games up to one that they finished.

    `run`: the games that they have won in a row, including this one. `is_longest`: no earlier run
    was as long. `best_bid`: the largest bid that they made in this game, if it is their record for
    this kind of game and not their first made bid in it.
    """

    games: int
    wins: int
    run: int = 0
    is_longest: bool = False
    best_bid: BidMade | None = None
