"""The layout with all hands open: a block per seat, in two columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from bot.render.ground import felt_area
from bot.render.places import PILE, Place
from bot.render.surface import Area
from bot.render.values import Size

_LARGEST = 42
_BETWEEN = 4
"""Pixels between two dominoes of a hand, and between its rows."""
_PLATE = 204
_PILE = 140
"""Width of a pile of taken tricks."""
_LINE = 34
"""Height of a word below a domino."""


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """The places of a seat's plate, its domino, the word beside it, and its hand.

    `said` is for the seat's call, before any domino is played.
    """

    place: Place
    words: Area
    said: Area
    hand: Area


@dataclass(frozen=True, slots=True)
class OpenPlaces:
    """The places of a table with open hands; seats clockwise from the lower left.

    A hand has `columns`, each domino `hand_side` wide. `middle` is for the words that other tables
    show in their middle; here it is above the seats.
    """

    seats: tuple[OpenSeat, ...]
    columns: int
    hand_side: int
    piles: tuple[Area, ...]
    middle: Area

    def hand(self, seat: int, number: int) -> tuple[Area, ...]:
        """Return the places of the dominoes of a seat's hand."""
        room, pitch = self.seats[seat].hand, self.hand_side + _BETWEEN
        found = []
        for at in range(number):
            row, column = divmod(at, self.columns)
            left, top = room.left + column * pitch, room.top + row * (pitch + self.hand_side)
            found.append(Area(left, top, left + self.hand_side, top + 2 * self.hand_side))
        return tuple(found)


@lru_cache(maxsize=64)
def open_places(seats: int, sides: int, most: int, size: Size) -> OpenPlaces:
    """Lay out hands of at most this many dominoes."""
    felt = felt_area(size)
    zone = Area(felt.left + 8, felt.top + 4, felt.right - 8, felt.bottom - 4)
    line = zone._replace(bottom=zone.top + PILE)
    rows = -(-seats // 2)
    high, wide = (zone.bottom - line.bottom) // rows, zone.width // 2 - 6
    found = []
    for seat in range(seats):
        on_left = seat < rows
        row = rows - 1 - seat if on_left else seat - rows
        left = zone.left if on_left else zone.right - wide
        if seats == 3 and seat == 0:
            left = zone.middle[0] - wide // 2
        top = line.bottom + row * high + 4
        block = Area(left, top, left + wide, top + high - 4)
        found.append(_seat(block, rows, on_left=on_left))
    columns, hand_side = _grid(found[0].hand, most)
    piles = [line._replace(right=line.left + _PILE)]
    rights = range(line.right - (sides - 2) * _PILE, line.right + 1, _PILE)
    piles += [line._replace(left=right - _PILE, right=right) for right in rights]
    middle = line._replace(left=piles[0].right, right=piles[1].left)
    return OpenPlaces(tuple(found), columns, hand_side, tuple(piles), middle)


def _seat(block: Area, rows: int, *, on_left: bool) -> OpenSeat:
    """Divide a seat's block; in a low one the domino is beside the plate."""
    if rows < 4:
        plate_high, beside, side = (54, 178, 58) if rows == 2 else (44, 184, 52)
        plate = Area(block.left, block.top, block.left + _PLATE, block.top + plate_high)
        hand = Area(block.left, plate.bottom + 4, block.left + beside, block.bottom)
        top = hand.middle[1] - (side + _LINE) // 2
        left = (hand.right + block.right) // 2 - side + 2
        tile = Area(left, top, left + 2 * side, top + side)
        words = tile._replace(top=tile.bottom, bottom=tile.bottom + _LINE)
        said = Area(hand.right, top, block.right + 2, top + 50)
    else:
        plate = Area(block.left, block.top, block.left + _PLATE - 36, block.top + 48)
        hand = block._replace(top=plate.bottom + 4)
        tile = Area(block.right - 90, plate.top + 2, block.right - 2, plate.bottom - 2)
        words = plate._replace(left=plate.right + 4, right=tile.left - 6)
        said = plate._replace(left=words.left, right=block.right)
    align = "left"
    if not on_left:
        align = "right"
        plate, tile, words, said, hand = (
            _mirror(area, block) for area in (plate, tile, words, said, hand)
        )
    return OpenSeat(Place(plate, tile, align), words, said, hand)


def _mirror(area: Area, block: Area) -> Area:
    edges = block.left + block.right
    return area._replace(left=edges - area.right, right=edges - area.left)


def _grid(room: Area, number: int) -> tuple[int, int]:
    """Choose the number of columns that makes a hand's dominoes largest, and their width."""
    found = []
    for rows in (1, 2, 3):
        columns = -(-number // rows)
        wide = (room.width + _BETWEEN) // columns - _BETWEEN
        high = ((room.height + _BETWEEN) // rows - _BETWEEN) // 2
        found.append((min(wide, high, _LARGEST), columns))
    side, columns = max(found)
    return columns, side
