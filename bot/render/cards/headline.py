"""The headline of a result, and what fits in it."""

from __future__ import annotations

from bot.render.avatars import avatar_sprite
from bot.render.colors import TextColor
from bot.render.ground import felt_area
from bot.render.surface import Area, Canvas
from bot.render.text import text_width
from bot.render.values import ResultPicture, ScorePicture, Size

_SIZES = (44, 40, 36, 32)
_EDGE = 16


def fits_headline(text: str) -> bool:
    """Return True if a headline shows all of the text."""
    return text_width(text, _SIZES[-1], heavy=True) <= felt_area(Size.BOARD).width - 2 * _EDGE


def fits_detail(text: str) -> bool:
    """Return True if the line under a headline shows all of the text."""
    return text_width(text, 30) <= felt_area(Size.BOARD).width - 2 * _EDGE


def paint_headline(surface: Canvas, picture: ResultPicture | ScorePicture, felt: Area) -> int:
    """Write the headline after the avatars of the players it is about; return where it ends."""
    top = felt.top + 10
    line = Area(felt.left + _EDGE, top, felt.right - _EDGE, top + 52)
    used = len(picture.about) * 58
    room = line.width - used
    size = next(
        (s for s in _SIZES if text_width(picture.headline, s, heavy=True) <= room), _SIZES[-1]
    )
    wide = min(room, text_width(picture.headline, size, heavy=True))
    left = line.left + (room - wide) // 2
    for place, seat in enumerate(picture.about):
        surface.lay(avatar_sprite(surface, picture.seats[seat], 48), left + place * 58, top + 2)
    words = Area(left + used, line.top, left + used + wide, line.bottom)
    surface.write(picture.headline, words, (size,), TextColor.ON_FELT, heavy=True)
    if not picture.detail:
        return line.bottom + 6
    line = line._replace(top=line.bottom - 4, bottom=line.bottom + 34)
    surface.write(picture.detail, line, (32, 30), TextColor.ON_FELT, align="center")
    return line.bottom + 6
