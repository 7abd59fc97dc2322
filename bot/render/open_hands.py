"""The table with all hands open below it, as a replay shows a moment."""

from __future__ import annotations

from PIL import Image

from bot.render.avatars import Avatars, avatar_sprite
from bot.render.colors import PALETTES, Writing
from bot.render.ground import wood
from bot.render.ivory import REACH, count_badge, domino
from bot.render.surface import Area, Surface
from bot.render.table import draw_table
from bot.render.text import short_name
from bot.render.values import HandTile, OpenHands, Seat, Size

__all__ = ["draw_open_hands"]

_ROW = 100
_EDGE = 10
_MOST_BESIDE = 8
"""Two hands of so many dominoes lie beside each other; larger ones have a row for themselves."""
_AVATAR = 44
_NAME = 88
_WIDEST = 32


def draw_open_hands(picture: OpenHands, avatars: Avatars) -> Image.Image:
    """Draw the table as everybody saw it, and below it what each seat held."""
    table = picture.table
    board = draw_table(table, None, avatars)
    width, height = Size.BOARD.pixels
    columns = 2 if picture.dealt <= _MOST_BESIDE else 1
    rows = -(-len(picture.hands) // columns)
    whole = height + rows * _ROW + _EDGE
    surface = Surface(wood(width, whole, table.colors), table.colors)
    surface.image.paste(board, (0, 0))
    room = Area(_EDGE, height, width - _EDGE, whole - _EDGE)
    surface.plate(room, PALETTES[table.colors].felt_dark, radius=16)
    column = room.width // columns
    for number in range(len(picture.hands)):
        seat = (table.bottom + number) % len(table.seats)
        left = room.left + number % columns * column
        top = room.top + number // columns * _ROW
        area = Area(left + 10, top + 6, left + column - 10, top + _ROW - 4)
        _draw_row(surface, table.seats[seat], picture.hands[seat], area, avatars, picture.dealt)
    return surface.image


def _draw_row(
    surface: Surface,
    seat: Seat,
    hand: tuple[HandTile, ...],
    area: Area,
    avatars: Avatars,
    dealt: int,
) -> None:
    """Draw a seat's avatar and name, and its dominoes beside them, always of the same size."""
    sprite = avatar_sprite(seat, _AVATAR, avatars, surface.colors)
    surface.lay(sprite, area.left, area.top + 8)
    name = Area(area.left - 4, area.top + 8 + _AVATAR, area.left + _NAME - 4, area.bottom)
    shown = short_name(seat.shown or seat.name, 24, name.width)
    surface.write(shown, name, (24,), Writing.ON_FELT)
    room = area.width - _NAME
    step = min(_WIDEST + 6, room // max(1, dealt))
    side = min(_WIDEST, step - 3)
    top = area.middle[1] - side
    for at, held in enumerate(hand):
        left = area.left + _NAME + at * step
        tile = domino(held.tile, side, surface.colors, trump=held.trump)
        surface.lay(tile, left - REACH, top - REACH)
        if held.count:
            badge = count_badge(held.count, surface.colors, min(26, side))
            surface.lay_in(badge, (left + side // 2, top - 2))
