"""Paint a page of a leaderboard: a line per person, the reader's own in a gold frame."""

from __future__ import annotations

from PIL import Image

from bot.render.avatars import Avatars, avatar_sprite
from bot.render.colors import TextColor
from bot.render.figures import StandingRow, StandingsPicture
from bot.render.ground import RAIL, felt_area, ground
from bot.render.ivory import star
from bot.render.surface import Area, Canvas
from bot.render.text import short_name, text_width, with_glyphs

_ROW = 58
_FACE = 44
_OVERLAP = 34
_TEXT = 30
_GAP = 16


def render_standings(picture: StandingsPicture, avatars: Avatars) -> Image.Image:
    """Render every line, the reader's own marked; one from another page below a gap."""
    surface = Canvas(ground(picture.size, 0, picture.colors), picture.colors, avatars)
    paint_heading(surface, picture.title, picture.detail, star(76, picture.colors))
    felt = felt_area(picture.size)
    apart = any(row.apart for row in picture.rows)
    pitch = min(_ROW, (felt.height - 16 - (12 if apart else 0)) // len(picture.rows))
    ranks = max(text_width(row.rank, _TEXT, heavy=True) for row in picture.rows)
    figures = max(text_width(row.figure, 34, heavy=True) for row in picture.rows)
    details = max(text_width(row.detail, _TEXT) for row in picture.rows)
    top = felt.top + 10
    for row in picture.rows:
        top += 12 if row.apart else 0
        line = Area(felt.left + 8, top, felt.right - 8, top + pitch - 4)
        _paint_row(surface, row, line, (ranks, details, figures))
        top += pitch
    return surface.image


def paint_heading(surface: Canvas, title: str, detail: str, emblem: Image.Image) -> None:
    """Paint an emblem at the left of the rail, and write two lines beside it."""
    surface.lay(emblem, 22, (RAIL - emblem.height) // 2)
    left = 22 + emblem.width + 18
    right = surface.image.width - 18
    split = RAIL // 2 + 2
    upper = Area(left, 12, right, split if detail else RAIL - 12)
    surface.write(title, upper, (42, 38, 34, 30), TextColor.TITLE, heavy=True)
    surface.write(detail, Area(left, split, right, RAIL - 10), (30,), TextColor.DETAIL)


def _paint_row(
    surface: Canvas, row: StandingRow, line: Area, columns: tuple[int, int, int]
) -> None:
    """Paint rank, faces, name, basis, and figure of a line; `columns`: their widths."""
    palette, (ranks, details, figures) = surface.palette, columns
    edge = palette.gold if row.own else None
    surface.plate(line, palette.felt_dark, radius=14, opacity=190, edge=edge, thick=4)
    rank = Area(line.left + 14, line.top, line.left + 14 + ranks, line.bottom)
    surface.write(row.rank, rank, (_TEXT,), TextColor.NAME, heavy=True, align="right")
    left = rank.right + _GAP
    for number, face in enumerate(row.faces):
        sprite = avatar_sprite(surface, face, _FACE)
        surface.lay(sprite, left + number * _OVERLAP, line.middle[1] - _FACE // 2)
    left += _FACE + (len(row.faces) - 1) * _OVERLAP + _GAP - 4
    figure = Area(line.right - 16 - figures, line.top, line.right - 16, line.bottom)
    surface.write(row.figure, figure, (34,), TextColor.NAME, heavy=True, align="right")
    detail = Area(figure.left - _GAP - details, line.top, figure.left - _GAP, line.bottom)
    surface.write(row.detail, detail, (_TEXT,), TextColor.NAME, align="right")
    name = Area(left, line.top, detail.left - _GAP, line.bottom)
    shown = with_glyphs(row.name)
    if len(row.faces) == 1:  # both partners must stay visible
        shown = short_name(row.name, _TEXT, name.width)
    surface.write(shown, name, (_TEXT,), TextColor.NAME, heavy=True)
