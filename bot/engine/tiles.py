"""One domino: its two ends, its count and its notation."""

import re
from dataclasses import dataclass

from bot.engine.errors import NotationError

HIGHEST_PIP = 8
"""The most pips on one end in any game of the family (the Big Game's 8-8 set)."""

_TEXT = re.compile(r"[0-8][0-8]")


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One domino, the end with more pips first; str() is what players read: ``6-4``.

    Raises ValueError unless 0 <= low <= high <= 8.
    """

    high: int
    low: int

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high <= HIGHEST_PIP:
            raise ValueError(f"no such domino: {self.high}-{self.low}")

    def __hash__(self) -> int:
        # Tiles key every lookup table of the engine: one small integer is the cheapest hash.
        return self.high * 16 + self.low

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"

    @property
    def is_double(self) -> bool:
        """Whether both ends are equal."""
        return self.high == self.low

    @property
    def pips(self) -> int:
        """The pips of both ends together."""
        return self.high + self.low

    @property
    def count(self) -> int:
        """What the tile adds to the trick it falls in: 10, 5 or 0 (001:33, 001:115)."""
        pips = self.high + self.low
        return pips if pips in {5, 10} else 0

    def has(self, pip: int) -> bool:
        """Return whether one end shows that number."""
        return pip in (self.high, self.low)


def parse_tile(text: str) -> Tile:
    """Read two digits in either order; raises NotationError for anything else."""
    if not _TEXT.fullmatch(text):
        raise NotationError(f"{text!r} is no domino: write its two ends, like 64.")
    one, other = int(text[0]), int(text[1])
    return Tile(max(one, other), min(one, other))


def format_tile(tile: Tile) -> str:
    """Write a tile as a record does, two digits, the higher end first: ``64``."""
    return f"{tile.high}{tile.low}"
