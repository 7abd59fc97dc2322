"""The layout with all hands open: four seats around the table, or a block per seat in columns."""

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
_PLATE_HIGH = 54
_SIDE_PLATE = 188
_HALF_PLATE = 128
_LARGEST_PLAYED = 58
_MIDDLE = 112
"""The least width for the words in the middle."""
_PILE = 140
"""Width of a pile of taken tricks."""
_LINE = 34
"""Height of a word below a domino."""


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """The places of a seat's plate, its domino, the word beside it, and its hand.

    `said` is for the seat's call, before any domino is played. The hand has `columns`.
    """

    place: Place
    words: Area
    said: Area
    hand: Area
    columns: int


@dataclass(frozen=True, slots=True)
class OpenPlaces:
    """The places of a table with open hands; seats clockwise from the bottom, or the lower left.

    A domino of a hand is `hand_side` wide. `middle` is for the suit led; `line` begins with the
    left-over dominoes, followed by their words. `corners`: for notes, at the only table with any.
    """

    seats: tuple[OpenSeat, ...]
    hand_side: int
    piles: tuple[Area, ...]
    middle: Area
    line: Area
    corners: tuple[Area, ...] = ()

    def hand(self, seat: int, number: int) -> tuple[Area, ...]:
        """Return the places of the dominoes of a seat's hand."""
        room = self.seats[seat].hand
        pitch = self.hand_side + _BETWEEN
        found = []
        for at in range(number):
            row, column = divmod(at, self.seats[seat].columns)
            left = room.left + column * pitch
            top = room.top + row * (pitch + self.hand_side)
            found.append(Area(left, top, left + self.hand_side, top + 2 * self.hand_side))
        return tuple(found)


@lru_cache(maxsize=64)
def open_places(seats: int, sides: int, most: int, size: Size) -> OpenPlaces:
    """Lay out hands of at most this many dominoes."""
    felt = felt_area(size)
    zone = Area(felt.left + 8, felt.top + 4, felt.right - 8, felt.bottom - 4)
    if seats == 4:
        return _around(zone, most)
    line = zone._replace(bottom=zone.top + PILE)
    rows = -(-seats // 2)
    high = (zone.bottom - line.bottom) // rows
    wide = zone.width // 2 - 6
    found = []
    for seat in range(seats):
        on_left = seat < rows
        row = rows - 1 - seat if on_left else seat - rows
        left = zone.left if on_left else zone.right - wide
        if seats == 3 and seat == 0:
            left = zone.middle[0] - wide // 2
        top = line.bottom + row * high + 4
        block = Area(left, top, left + wide, top + high - 4)
        found.append(_seat(block, rows, most, on_left=on_left))
    _, hand_side = _grid(found[0].hand, most)
    piles = [line._replace(right=line.left + _PILE)]
    rights = range(line.right - (sides - 2) * _PILE, line.right + 1, _PILE)
    piles += [line._replace(left=right - _PILE, right=right) for right in rights]
    middle = line._replace(left=piles[0].right, right=piles[1].left)
    return OpenPlaces(
        tuple(found), hand_side, tuple(piles), middle, line._replace(right=middle.right)
    )


def _around(zone: Area, most: int) -> OpenPlaces:
    """Lay out four seats at their sides of the table, partners across from each other."""
    columns, side = _beside_grid(zone, most)
    high = _PLATE_HIGH + _BETWEEN + 2 * side + _BETWEEN
    beside = columns * (side + _BETWEEN) + _BETWEEN
    inner = Area(zone.left + beside, zone.top + high, zone.right - beside, zone.bottom - high)
    played = min(_LARGEST_PLAYED, (inner.height - 40) // 4, (inner.width - _MIDDLE - 16) // 4)
    x = zone.middle[0]
    half_row = most * (side + _BETWEEN) // 2
    half = played // 2
    bottom = Area(x - _HALF_PLATE, zone.bottom - _PLATE_HIGH, x + _HALF_PLATE, zone.bottom)
    top = bottom._replace(top=zone.top, bottom=zone.top + _PLATE_HIGH)
    left = Area(zone.left, inner.top, zone.left + _SIDE_PLATE, inner.top + _PLATE_HIGH)
    y = max(inner.middle[1], left.bottom + half + 8)
    row = Area(x - half_row, inner.bottom + _BETWEEN, x + half_row, bottom.top)
    below = OpenSeat(
        Place(bottom, Area(x - half, inner.bottom - 2 * played, x + half, inner.bottom), "center"),
        Area(x - half - 90, inner.bottom - 16 - _LINE, x - half - 4, inner.bottom - 16),
        Area.around((x, inner.bottom - 25), 150, 50),
        row,
        most,
    )
    above = OpenSeat(
        Place(top, Area(x - half, inner.top, x + half, inner.top + 2 * played), "center"),
        Area(x - half - 90, inner.top + 46, x - half - 4, inner.top + 46 + _LINE),
        Area.around((x, inner.top + 25), 150, 50),
        row._replace(top=top.bottom + _BETWEEN, bottom=inner.top),
        most,
    )
    tile = Area.around((inner.left + 8 + played, y), 2 * played, played)
    at_left = OpenSeat(
        Place(left, tile, "left"),
        tile._replace(top=tile.bottom, bottom=tile.bottom + _LINE),
        Area(inner.left + 2, y - 25, inner.left + 134, y + 25),
        Area(zone.left, left.bottom + _BETWEEN, zone.left + beside, zone.bottom),
        columns,
    )
    at_right = OpenSeat(
        Place(_mirror(left, zone), _mirror(tile, zone), "right"),
        _mirror(at_left.words, zone),
        _mirror(at_left.said, zone),
        _mirror(at_left.hand, zone)._replace(left=zone.right - beside + _BETWEEN),
        columns,
    )
    pile = Area(zone.left, zone.top, zone.left + _PILE, zone.top + PILE)
    middle = Area(tile.right + 4, y - 20, _mirror(tile, zone).left - 4, y + 20)
    line = pile._replace(right=top.left - 4)
    seats = (below, at_left, above, at_right)
    corner = Area(zone.left + 4, pile.bottom, row.left - 4, inner.top)
    corners = (corner, _mirror(corner, zone))
    return OpenPlaces(seats, side, (pile, _mirror(pile, zone)), middle, line, corners)


def _beside_grid(zone: Area, number: int) -> tuple[int, int]:
    """Choose the columns of the hands at the sides that make dominoes largest, and their width."""
    found = []
    for columns in (3, 4):
        side = _LARGEST
        while not _has_room(zone, number, columns, side):
            side -= 1
        found.append((side, -columns))
    side, columns = max(found)
    return -columns, side


def _has_room(zone: Area, number: int, columns: int, side: int) -> bool:
    """Return True if the hands at the sides end beside the one at the bottom, or above it."""
    pitch = side + _BETWEEN
    high = _PLATE_HIGH + 2 * _BETWEEN + 2 * side
    end = high + _PLATE_HIGH + _BETWEEN + -(-number // columns) * (pitch + side)
    is_beside = (number / 2 + columns) * pitch + 2 * _BETWEEN <= zone.width / 2
    return number * pitch <= zone.width and end <= zone.height - (0 if is_beside else high)


def _seat(block: Area, rows: int, most: int, *, on_left: bool) -> OpenSeat:
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
    columns, _ = _grid(hand, most)
    return OpenSeat(Place(plate, tile, align), words, said, hand, columns)


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
