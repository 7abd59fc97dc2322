"""Tiles to holders: whether all of them find a place, and one way in which they do."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bot.ai.inference.trick_order import places_of


@dataclass(frozen=True, slots=True)
class Bin:
    """Room for exactly `size` tiles out of the set `may`."""

    size: int
    may: int


def fits(bins: Sequence[Bin]) -> bool:
    """Say whether every bin can be filled at the same time, no tile lying in two of them.

    Where the bins have as much room as there are tiles, all tiles then lie somewhere.
    """
    return _matched(bins, range(len(bins))) is not None


def fill(bins: Sequence[Bin], tiles: int, rng: Random) -> list[int] | None:
    """Return a set of tiles for each bin, drawn by chance; None where they cannot be filled.

    `tiles` are all that lie in some bin. Where nothing forbids it the draw is even; where tiles
    are forbidden somewhere, every way is possible and some come more often than others.
    """
    places = list(places_of(tiles))
    rng.shuffle(places)
    rank = {place: number for number, place in enumerate(places)}
    order = list(range(len(bins)))
    rng.shuffle(order)
    return _matched(bins, order, rank)


def _matched(
    bins: Sequence[Bin], order: Sequence[int], rank: dict[int, int] | None = None
) -> list[int] | None:
    """Fill the bins one place after another, moving tiles on where that makes room."""
    owner: dict[int, int] = {}
    for number in order:
        for _ in range(bins[number].size):
            if not _take(bins, number, owner, rank, set()):
                return None
    held = [0] * len(bins)
    for place, number in owner.items():
        held[number] |= 1 << place
    return held


def _take(
    bins: Sequence[Bin],
    number: int,
    owner: dict[int, int],
    rank: dict[int, int] | None,
    tried: set[int],
) -> bool:
    """Get one more tile for a bin, if need be from another one that finds a tile elsewhere."""
    places = [place for place in places_of(bins[number].may) if place not in tried]
    if rank is not None:
        places.sort(key=rank.__getitem__)
    places = [place for place in places if owner.get(place) != number]
    for place in sorted(places, key=lambda each: each in owner):
        if place in tried:
            continue
        tried.add(place)
        other = owner.get(place)
        if other is None or _take(bins, other, owner, rank, tried):
            owner[place] = number
            return True
    return False
