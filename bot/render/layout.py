"""Where things lie on the board, by the number of seats and sides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

__all__ = [
    "BAR_HEIGHT",
    "HEIGHT",
    "STRIP_TOP",
    "WIDTH",
    "Box",
    "FactBoxes",
    "Layout",
    "SeatBoxes",
    "layout",
]

WIDTH, HEIGHT = 960, 640
BAR_HEIGHT = 76
STRIP_TOP = 474
_PLATE_HEIGHT = 72
_GAP = 2
_MIDDLE = (BAR_HEIGHT + STRIP_TOP) // 2


class Box(NamedTuple):
    """A rectangle in pixels; right and bottom lie just outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Its width in pixels."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Its height in pixels."""
        return self.bottom - self.top

    def meets(self, other: Box) -> bool:
        """Whether the two share a pixel."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


class SeatBoxes(NamedTuple):
    """A seat's name plate, and the spot for its call, tile or hand."""

    plate: Box
    spot: Box


class FactBoxes(NamedTuple):
    """A fact's heading, and its words below."""

    heading: Box
    words: Box


@dataclass(frozen=True, slots=True)
class Layout:
    """All boxes of a board; `tile_height` is that of a domino in a spot, in pixels.

    `stars` are where the felt is bare enough for an ornament.
    """

    tile_height: int
    seats: tuple[SeatBoxes, ...]
    banner: Box
    facts: tuple[FactBoxes, ...]
    title: Box
    sides: tuple[Box, ...]
    stars: tuple[Box, ...]

    def boxes(self) -> tuple[Box, ...]:
        """Every box, none of which may meet another."""
        spots = tuple(box for seat in self.seats for box in seat)
        bar = tuple(box for fact in self.facts for box in fact)
        return (*spots, self.banner, *bar, self.title, *self.sides, *self.stars)


def _seat(left: int, top: int, width: int, spot_height: int, *, plate_first: bool) -> SeatBoxes:
    """Lay a seat's boxes one above the other, the plate first or the spot first."""
    right, bottom = left + width, top + _PLATE_HEIGHT + _GAP + spot_height
    if plate_first:
        plate = Box(left, top, right, top + _PLATE_HEIGHT)
        return SeatBoxes(plate, Box(left, plate.bottom + _GAP, right, bottom))
    plate = Box(left, bottom - _PLATE_HEIGHT, right, bottom)
    return SeatBoxes(plate, Box(left, top, right, plate.top - _GAP))


def _few(seats: int) -> tuple[int, Box, tuple[SeatBoxes, ...]]:
    """Three or four seats around the table, with larger tiles."""
    tile, width = 76, 280
    spot = tile + 12
    high = _PLATE_HEIGHT + _GAP + spot
    top, bottom = BAR_HEIGHT + 5, STRIP_TOP - 4 - high
    middle = (WIDTH - width) // 2
    banner = Box(298, top + high + 2, WIDTH - 298, bottom - 2)
    south = _seat(middle, bottom, width, spot, plate_first=False)
    if seats == 3:
        left = _seat(60, top, width, spot, plate_first=True)
        right = _seat(WIDTH - 60 - width, top, width, spot, plate_first=True)
        return tile, banner, (left, right, south)
    side = _MIDDLE - high // 2
    north = _seat(middle, top, width, spot, plate_first=True)
    east = _seat(WIDTH - 8 - width, side, width, spot, plate_first=True)
    west = _seat(8, side, width, spot, plate_first=True)
    return tile, banner, (north, east, south, west)


def _many(seats: int) -> tuple[int, Box, tuple[SeatBoxes, ...]]:
    """Six or eight seats in two rows, clockwise: along the top, then back below."""
    tile, columns = 64, seats // 2
    spot = tile + 12
    high = _PLATE_HEIGHT + _GAP + spot
    top, bottom = BAR_HEIGHT + 6, STRIP_TOP - 5 - high
    pitch = (WIDTH - 8) // columns
    width = min(pitch - 6, 280)
    lefts = [4 + column * pitch + (pitch - width) // 2 for column in range(columns)]
    above = [_seat(left, top, width, spot, plate_first=True) for left in lefts]
    below = [_seat(left, bottom, width, spot, plate_first=False) for left in reversed(lefts)]
    return tile, Box(170, top + high + 2, WIDTH - 170, bottom - 2), (*above, *below)


def _stars(seats: int) -> tuple[Box, ...]:
    """Lay the ornaments lie: in the corners, or at both ends of the middle."""
    middles: tuple[tuple[int, int], ...]
    if seats > 4:
        middles, half = ((85, _MIDDLE), (WIDTH - 85, _MIDDLE)), 27
    elif seats == 3:
        middles, half = ((170, STRIP_TOP - 90), (WIDTH - 170, STRIP_TOP - 90)), 64
    else:
        lefts, tops = (170, WIDTH - 170), (BAR_HEIGHT + 60, STRIP_TOP - 60)
        middles, half = tuple((left, top) for left in lefts for top in tops), 48
    return tuple(Box(x - half, y - half, x + half, y + half) for x, y in middles)


@lru_cache(maxsize=16)
def layout(seats: int, sides: int) -> Layout:
    """Give the boxes for a table of 3, 4, 6 or 8 seats and 2 or 3 sides."""
    tile, banner, placed = _few(seats) if seats <= 4 else _many(seats)
    columns = ((16, 276, 276), (286, 656, 656), (666, 728, 944))
    facts = tuple(
        FactBoxes(Box(left, 4, short, 27), Box(left, 27, right, 72))
        for left, short, right in columns
    )
    title = Box(732, 4, 944, 27)
    pitch = WIDTH // sides
    strips = tuple(
        Box(side * pitch + 10, STRIP_TOP + 5, (side + 1) * pitch - 10, HEIGHT - 3)
        for side in range(sides)
    )
    return Layout(tile, placed, banner, facts, title, strips, _stars(seats))
