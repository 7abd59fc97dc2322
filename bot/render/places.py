"""The layout of the felt, by number of seats and size of the hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from bot.render.ground import felt_area
from bot.render.surface import Area
from bot.render.values import Size

SHELF = 92
"""Height of the row with a laid-down hand."""
PILE = 46
"""Height of a pile of taken tricks."""


@dataclass(frozen=True, slots=True)
class Place:
    """The places of a seat's plate and domino."""

    plate: Area
    """The plate, at its widest."""
    tile: Area
    align: str
    """Their alignment: left, right or center."""

    @property
    def is_lying(self) -> bool:
        """Return True if its dominoes lie across."""
        return self.align != "center"


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The places of a table; seats clockwise from the bottom."""

    seats: tuple[Place, ...]
    tile_side: int
    middle: Area
    """For the words in the middle, or the left-over dominoes."""
    corners: tuple[Area, Area]
    """For notes beside the player across, above those at the sides."""
    piles: tuple[Area, ...]
    shelf: Area | None


@dataclass(frozen=True, slots=True)
class HandPlaces:
    """The places of a hand's dominoes, left to right, and their width."""

    tiles: tuple[Area, ...]
    side: int
    tray: int
    """Height of the strip of felt that they take."""


LIFT = 16
"""How far a playable domino stands up."""


@lru_cache(maxsize=64)
def hand_places(number: int, *, dealt: int = 0, with_shelf: bool) -> HandPlaces:
    """Lay out a hand of that many dominoes: up to eleven in a row, else in two.

    The size depends on `dealt`, so that nothing moves while the hand is played. With a shelf above
    it the dominoes are smaller, and always in a row.
    """
    felt = felt_area(Size.PANEL)
    most = max(number, dealt, 7)
    rows = 1 if most <= 11 or with_shelf else 2
    columns = -(-most // rows)
    gap = 10 if columns <= 8 else 6
    widest = (felt.width - 16 - (columns - 1) * gap) // columns
    side = min(78 if rows == 1 else 52, 60 if with_shelf else widest, widest)
    coin = 28 if rows == 1 else 22
    tray = LIFT + rows * (2 * side + coin) + 10
    areas = []
    for row in range(rows):
        held = min(columns, number - row * columns)
        left = felt.middle[0] - (held * (side + gap) - gap) // 2
        top = felt.bottom - tray + LIFT + coin + row * (2 * side + coin)
        for column in range(held):
            x = left + column * (side + gap)
            areas.append(Area(x, top, x + side, top + 2 * side))
    return HandPlaces(tuple(areas), side, tray)


@lru_cache(maxsize=128)
def places(seats: int, sides: int, size: Size, tray: int, *, with_shelf: bool) -> TableLayout:
    """Lay out the felt above a hand's tray; `with_shelf` for a hand laid down."""
    felt = felt_area(size)
    zone = Area(felt.left + 8, felt.top + 6, felt.right - 8, felt.bottom - tray - 6)
    shelf = None
    if with_shelf:
        shelf = Area(zone.left, zone.bottom - SHELF, zone.right, zone.bottom)
        zone = zone._replace(bottom=shelf.top - 4)
    plate_high = 54 if seats <= 4 else 48
    columns = 1 if seats <= 4 else (seats - 2) // 2
    piles = (PILE + 8) * (sides - 1)
    block = (zone.height - piles - 4 * (columns + 1)) // columns
    tile = min(
        64 if seats <= 4 else 52,
        (zone.height - 2 * plate_high - 68) // 4,
        block - plate_high - 6,
    )
    half = 150 if seats <= 4 else 104
    centers = zone.middle[0]
    bottom_plate = Area(centers - half, zone.bottom - plate_high, centers + half, zone.bottom)
    tile_bottom = bottom_plate.top - 6
    bottom = Place(
        bottom_plate,
        Area(centers - tile // 2, tile_bottom - 2 * tile, centers + tile // 2, tile_bottom),
        "center",
    )
    beside = zone._replace(bottom=zone.bottom - piles)
    found = [bottom, *_column(beside, columns, tile, plate_high, "left")]
    middle_top = zone.top + 8
    if seats != 3:
        plate = Area(centers - half, zone.top, centers + half, zone.top + plate_high)
        top = plate.bottom + 6
        tile_area = Area(centers - tile // 2, top, centers + tile // 2, top + 2 * tile)
        found.append(Place(plate, tile_area, "center"))
        middle_top = tile_area.bottom + 4
    found += reversed(_column(beside, columns, tile, plate_high, "right"))
    middle = Area(centers - 80, middle_top, centers + 80, bottom.tile.top - 4)
    beside_top = centers - half if seats != 3 else centers - 8
    corner = Area(felt.left + 4, zone.top, beside_top, found[1].plate.top)
    corners = (corner, corner._replace(left=felt.right - corner.width - 4, right=felt.right - 4))
    piled = _piles(zone, sides, bottom_plate)
    return TableLayout(tuple(found), tile, middle, corners, piled, shelf)


def _column(zone: Area, number: int, tile: int, plate_high: int, align: str) -> list[Place]:
    """Return the places at one side of the table, from the bottom up."""
    block = plate_high + 6 + tile
    gap = (zone.height - number * block) // (number + 1)
    wide, shift = (240, 84) if number == 1 else (204, 70)
    found = []
    for place in reversed(range(number)):
        top = zone.top + gap + place * (block + gap)
        left = zone.left if align == "left" else zone.right - wide
        plate = Area(left, top, left + wide, top + plate_high)
        x = zone.left + shift if align == "left" else zone.right - shift - 2 * tile
        at = plate.bottom + 6
        found.append(Place(plate, Area(x, at, x + 2 * tile, at + tile), align))
    return found


def _piles(zone: Area, sides: int, bottom_plate: Area) -> tuple[Area, ...]:
    """Return the places of the taken tricks: the first side's at the left, the next at the right.

    Of three sides, the first has its pile at the left, too, above the second's.
    """
    top = zone.bottom - PILE
    wide = bottom_plate.left - zone.left - 8
    left = Area(zone.left, top, zone.left + wide, zone.bottom)
    right = Area(zone.right - wide, top, zone.right, zone.bottom)
    if sides == 2:
        return left, right
    beside = Area(bottom_plate.right + 8, top, zone.right, zone.bottom)
    upper = Area(zone.left, top - PILE - 6, zone.left + wide, top - 6)
    return left, upper, beside
