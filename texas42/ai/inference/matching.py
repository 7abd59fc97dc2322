"""Bipartite matching of tiles to holders: check that one exists, or sample a random one."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from texas42.ai.inference.trick_order import places_of


@dataclass(frozen=True, slots=True)
class Bin:
    """Room for exactly `size` tiles from the set `may`."""

    size: int
    may: int


def fits(bins: Sequence[Bin]) -> bool:
    """Return True if all bins can be filled at once without sharing a tile.

    If the bins have room for exactly all tiles, then every tile is in some bin.
    """
    return _match(bins, range(len(bins))) is not None


def fill(bins: Sequence[Bin], tiles: int, rng: Random) -> list[int] | None:
    """Sample a random set of tiles for each bin, or None if they cannot be filled.

    `tiles` are all the tiles to place. Without constraints all ways are equally
    likely; with them every way is possible, some more likely than others.
    """
    places = list(places_of(tiles))
    rng.shuffle(places)
    rank = {place: number for number, place in enumerate(places)}
    order = list(range(len(bins)))
    rng.shuffle(order)
    return _match(bins, order, rank)


def _match(
    bins: Sequence[Bin], order: Sequence[int], rank: dict[int, int] | None = None
) -> list[int] | None:
    """Fill the bins place by place along augmenting paths."""
    owner: dict[int, int] = {}
    for number in order:
        for _ in range(bins[number].size):
            if not _add_tile(bins, number, owner, rank, set()):
                return None
    held = [0] * len(bins)
    for place, number in owner.items():
        held[number] |= 1 << place
    return held


def _add_tile(
    bins: Sequence[Bin],
    number: int,
    owner: dict[int, int],
    rank: dict[int, int] | None,
    tried: set[int],
) -> bool:
    """Add a tile to a bin, if needed by moving one of its tiles to another bin."""
    places = [place for place in places_of(bins[number].may) if place not in tried]
    if rank is not None:
        places.sort(key=rank.__getitem__)
    places = [place for place in places if owner.get(place) != number]
    for place in sorted(places, key=lambda each: each in owner):
        if place in tried:
            continue
        tried.add(place)
        other = owner.get(place)
        if other is None or _add_tile(bins, other, owner, rank, tried):
            owner[place] = number
            return True
    return False
