"""The bid book: the chance that each hand of 42 makes each bid, in each ordinary contract.

The file lists all hands in the order of their tile sets. For each hand and contract it stores two
bytes: the chance of 30, and the number of a shape, which scales that chance for each higher bid.
The chances of 30 are divided into bands, and each band has its own shapes. Twos are not stored: a
hand has the same chances in twos as in threes with twos and threes swapped. A book belongs to one
version of the model.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from math import comb
from pathlib import Path
from typing import Any, TypeAlias
from zlib import crc32

import numpy.typing as npt

from texas42.ai.valuation.tile_weights import plain_contracts
from texas42.engine import Call, CallKind, Contract, Tile
from texas42.library import load_rules

Numbers: TypeAlias = npt.NDArray[Any]

NAME = "bid_book.42"
MODEL = Path(__file__).with_name("bid_book.npz")
HAND = 7
TILES = 28
HANDS = comb(TILES, HAND)
STORED = (0, 1, 3, 4, 5, 6, 7, 8)
"""The numbers of the stored contracts: suits 0 to 6 without 2, doubles, follow-me."""
BANDS = 16
SHAPES = 256
ABOVE = 12
"""The number of bands, of shapes in each, and of bids above 30 in a shape."""
BAND_SIZE = 256 // BANDS
_FORMAT = b"42 bid book 2\n\0\0"
_LEAST_BID = 30
BOOK_CONTRACTS = plain_contracts(load_rules("42", {}))
_NUMBERS = {contract: number for number, contract in enumerate(BOOK_CONTRACTS)}
_TILES = tuple(Tile(high, low) for high in range(HAND) for low in range(high + 1))
_PLACES = {tile: place for place, tile in enumerate(_TILES)}
_EXCHANGED_PIPS = {2: 3, 3: 2}
_ROW = 2 * len(STORED)
_ALL = 255
_COUNTS = tuple(tuple(comb(tile, held) for tile in range(TILES)) for held in range(1, HAND + 1))


def _exchanged(tile: Tile) -> Tile:
    high, low = (_EXCHANGED_PIPS.get(pips, pips) for pips in (tile.high, tile.low))
    return Tile(max(high, low), min(high, low))


_EXCHANGED = tuple(_PLACES[_exchanged(tile)] for tile in _TILES)


def _set(tiles: Iterable[Tile]) -> int:
    return sum(1 << _PLACES[tile] for tile in tiles)


_DOUBLES = _set(tile for tile in _TILES if tile.is_double)
_OF = [_set(tile for tile in _TILES if pips in (tile.high, tile.low)) for pips in range(HAND)]
SURE = (*((_OF[number],) for number in STORED if number < HAND), (_DOUBLES,), (_DOUBLES, _OF[-1]))
"""For each stored contract, the seven-tile suits that win every trick, as tile sets.

In follow-me they are the doubles, and the sixes, since each of these is led as a six.
"""


def stored_form(hand: Sequence[Tile], contract: Contract) -> tuple[int, list[int]]:
    """Return a contract's column, and the places of the hand's tiles to look up in it."""
    places = [_PLACES[tile] for tile in hand]
    number = _NUMBERS[contract]
    if number == 2:
        places = [_EXCHANGED[place] for place in places]
        number = 3
    return number - (number > 2), sorted(places)


def version() -> bytes:
    """Return the header of a book made from the current model."""
    return _FORMAT + sha256(MODEL.read_bytes()).digest()


class BidBook:
    """An open bid book; see `open_book`."""

    def __init__(self, data: mmap.mmap) -> None:
        """Read from `data`, a whole book file."""
        self._data = data
        self._shapes = len(version()) + 4
        self._rows = self._shapes + BANDS * SHAPES * ABOVE

    def chance(self, hand: Sequence[Tile], contract: Contract, bid: Call) -> float:
        """Return the chance that a hand makes a bid in an ordinary contract."""
        column, places = stored_form(hand, contract)
        row = sum([counts[place] for counts, place in zip(_COUNTS, places, strict=True)])
        at = self._rows + row * _ROW + 2 * column
        thirty = self._data[at]
        shape = self._data[at + 1]
        above = _above(bid)
        if above == 0:
            return thirty / _ALL
        falls = (thirty // BAND_SIZE * SHAPES + shape) * ABOVE + above - 1
        return thirty * self._data[self._shapes + falls] / (_ALL * _ALL)

    def chances(
        self, hand: Sequence[Tile], bids: Sequence[Call]
    ) -> Mapping[Call, Mapping[Contract, float]]:
        """Return a hand's chance at each bid, in each ordinary contract."""
        return {
            bid: {contract: self.chance(hand, contract, bid) for contract in BOOK_CONTRACTS}
            for bid in bids
        }


def _above(bid: Call) -> int:
    """Return how many points a bid needs above the lowest bid."""
    if bid.kind is CallKind.MULTIPLE:
        return ABOVE
    if bid.kind is not CallKind.POINTS or not 0 <= bid.number - _LEAST_BID <= ABOVE:
        raise ValueError(f"the book has no bid {bid}")
    return bid.number - _LEAST_BID


def open_book(folder: Path) -> BidBook | None:
    """Open the book in a folder; None if it is missing, damaged or outdated."""
    with suppress(OSError, ValueError), (folder / NAME).open("rb") as file:  # ValueError: empty
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        start = version()
        at = len(start) + 4
        whole = len(data) == at + BANDS * SHAPES * ABOVE + HANDS * _ROW
        if whole and data[: len(start)] == start:
            with memoryview(data) as view:
                if crc32(view[at:]).to_bytes(4, "big") == data[at - 4 : at]:
                    return BidBook(data)
        data.close()
    return None
