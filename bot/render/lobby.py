"""Paint a table that waits for players, from above: who sits where, and which chairs are open."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from bot.render.avatars import Avatars, avatar_sprite
from bot.render.colors import SIDE_TEXT_COLORS, TextColor
from bot.render.ground import felt_area, ground
from bot.render.surface import Area, Canvas
from bot.render.text import SMALLEST, short_name, text_width
from bot.render.values import LobbyPicture, SeatPicture, Size

_NAME = 36
_HIGH = {3: 76, 4: 76, 6: 76, 8: 66}
_GAP = {3: 16, 4: 16, 6: 16, 8: 10}
_WIDE = {3: 300, 4: 300, 6: 270, 8: 270}
_NEAR = 14
_ROUND = (38, 18, 28)
"""How round the plates of each side are, as its avatars."""
_INSET = 16
"""How far the words on an empty chair stay from its edge."""


def render_lobby(picture: LobbyPicture, avatars: Avatars) -> Image.Image:
    """Render the table with a plate at each taken seat, and an empty chair at each open one."""
    surface = Canvas(ground(Size.LOBBY, 0, picture.colors), picture.colors, avatars)
    for number, (seat, chair) in enumerate(
        zip(picture.seats, chairs(len(picture.seats)), strict=True)
    ):
        if number in picture.open_seats:
            _paint_open(surface, seat, chair)
        else:
            _paint_taken_chair(surface, seat, chair)
    return surface.image


@lru_cache(maxsize=4)
def chairs(seats: int) -> tuple[Area, ...]:
    """Lay out the seats around the table: clockwise from the bottom, as on the board."""
    felt = felt_area(Size.LOBBY)
    left = felt.left + _NEAR
    right = felt.right - _NEAR
    top = felt.top + _NEAR
    bottom = felt.bottom - _NEAR
    wide = _WIDE[seats]
    high = _HIGH[seats]
    middle = felt.middle[0]
    across = Area(middle - wide // 2, bottom - high, middle + wide // 2, bottom)
    heights = _heights(felt, seats)
    found = [across, *(Area(left, y, left + wide, y + high) for y in reversed(heights))]
    if seats != 3:
        found.append(across._replace(top=top, bottom=top + high))
    found += [Area(right - wide, y, right, y + high) for y in heights]
    return tuple(found)


def _heights(felt: Area, seats: int) -> list[int]:
    """Spread the plates of one edge of the table, from the top down."""
    number = max(1, (seats - 2) // 2)
    gap = _GAP[seats]
    block = _HIGH[seats] + gap
    first = felt.middle[1] - (number * block - gap) // 2
    return [first + place * block for place in range(number)]


def _paint_taken_chair(surface: Canvas, seat: SeatPicture, chair: Area) -> None:
    """Paint the plate of a player; a name without glyphs is left out."""
    room = chair.width - chair.height - 30
    size = _NAME if text_width(seat.name, _NAME, heavy=True) <= room else SMALLEST
    shown = short_name(seat.name, size, room)
    plate = _fit_plate(surface, chair, chair.height + (text_width(shown, size, heavy=True) + 30))
    color = surface.palette.sides[seat.side]
    surface.plate(plate, surface.palette.felt_dark, radius=_ROUND[seat.side], edge=color, thick=4)
    sprite = avatar_sprite(surface, seat, plate.height - 8)
    surface.lay(sprite, plate.left + 4, plate.top + 4)
    area = plate._replace(left=plate.left + plate.height + 8)
    surface.write(shown, area, (size,), TextColor.NAME, heavy=True)


def _paint_open(surface: Canvas, seat: SeatPicture, chair: Area) -> None:
    """Paint an empty chair in the color of its side."""
    plate = _fit_plate(surface, chair, text_width(seat.name, 32) + 60)
    color = surface.palette.sides[seat.side]
    surface.open_place(plate, color, radius=_ROUND[seat.side])
    inside = plate._replace(left=plate.left + _INSET, right=plate.right - _INSET)
    surface.write(seat.name, inside, (32, 30), SIDE_TEXT_COLORS[seat.side], align="center")


def _fit_plate(surface: Canvas, chair: Area, width: int) -> Area:
    """Return the part of a chair's room that a plate needs, on the chair's side of the table."""
    width = min(width, chair.width)
    middle = surface.image.width // 2
    if chair.middle[0] < middle:
        return chair._replace(right=chair.left + width)
    if chair.middle[0] > middle:
        return chair._replace(left=chair.right - width)
    return Area.around(chair.middle, width, chair.height)
