"""Bipartite matching of tiles to holders: whether there is one, and a random one."""

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
    """Return whether all bins can be filled at the same time, no tile being in two of them.

    Where the bins have room for exactly all tiles, each tile is then in some bin.
    """
    return _matched(bins, range(len(bins))) is not None


def fill(bins: Sequence[Bin], tiles: int, rng: Random) -> list[int] | None:
    """Return a random set of tiles for each bin, None where they cannot be filled.

    `tiles` are all that are to be placed. Without constraints the draw is uniform; with them every
    way is possible, some more likely than others.
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
    """Fill the bins place by place along augmenting paths."""
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
    """Add a tile to a bin, if needed from another bin that can take a different tile."""
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
