"""Paint the end of a daily hand, and the strip to share: squares, never dominoes."""

from __future__ import annotations

from PIL import Image

from bot.render.avatars import side_shape
from bot.render.colors import TextColor
from bot.render.figures import DayPicture, FieldBar, StripPicture
from bot.render.ground import RAIL, felt_area, ground, wood
from bot.render.surface import Area, Canvas
from bot.render.text import text_width

_TEXT = 30
_STROKES = 5
"""Strokes of a streak in one group: four upright, the fifth across them."""
_MOST_STROKES = 10
_US = 0
_THEM = 1


def render_day(picture: DayPicture) -> Image.Image:
    """Render the large result and lines beside it, the tricks, and everybody's results below."""
    surface = Canvas(ground(picture.size, 0, picture.colors), picture.colors)
    right = surface.image.width - 18
    if picture.streak:
        right = _paint_streak(surface, picture, right) - 12
    _paint_title(surface, picture, right)
    felt = felt_area(picture.size)
    room = Area(felt.left + 20, felt.top + 8, felt.right - 20, felt.bottom - 12)
    upper = room._replace(bottom=room.top + 132)
    _paint_score(surface, picture, upper)
    squares = room._replace(top=upper.bottom + 4, bottom=upper.bottom + 64)
    _paint_tricks(surface, picture.tricks, squares)
    lower = room._replace(top=squares.bottom + 10)
    if picture.words:
        surface.write(picture.words, lower, (34, _TEXT), TextColor.ON_FELT, align="center")
        return surface.image
    wide = (lower.width - 24) * 3 // 5 if picture.leads else lower.width
    left = lower._replace(right=lower.left + wide)
    _paint_field(surface, picture.bids_title, picture.bids, picture.you, left)
    if picture.leads:
        beside = lower._replace(left=left.right + 24)
        _paint_field(surface, picture.leads_title, picture.leads, picture.you, beside)
    return surface.image


def render_strip(picture: StripPicture) -> Image.Image:
    """Render the day, how its bid ended, and seven squares, on a board of wood."""
    width, height = picture.size.pixels
    surface = Canvas(wood(width, height, picture.colors), picture.colors)
    line = Area(22, 10, width - 22, 64)
    size = (_TEXT,)
    surface.write(picture.result, line, size, TextColor.TITLE, heavy=True, align="right")
    room = line._replace(right=line.right - text_width(picture.result, _TEXT, heavy=True) - 16)
    surface.write(picture.title, room, size, TextColor.DETAIL, heavy=True)
    _paint_tricks(surface, picture.tricks, Area(22, 70, width - 22, 128))
    return surface.image


def _paint_title(surface: Canvas, picture: DayPicture, right: int) -> None:
    split = RAIL // 2 + 2
    upper = Area(22, 12, right, split)
    surface.write(picture.title, upper, (42, 38, 34, _TEXT), TextColor.TITLE, heavy=True)
    surface.write(picture.detail, Area(22, split, right, RAIL - 10), (_TEXT,), TextColor.DETAIL)


def _paint_streak(surface: Canvas, picture: DayPicture, right: int) -> int:
    """Paint the streak as strokes with its number below; return where it starts."""
    wide = text_width(picture.streak_words, _TEXT)
    count = min(picture.streak, _MOST_STROKES)
    groups = -(-count // _STROKES)
    strokes = groups * 58
    left = right - max(wide, strokes)
    for number in range(count):
        group, at = divmod(number, _STROKES)
        x = right - strokes + group * 58
        if at == _STROKES - 1:
            area = Area(x - 2, 34, x + 46, 40)
        else:
            area = Area(x + 2 + at * 12, 14, x + 8 + at * 12, 60)
        surface.plate(area, surface.palette.cream, radius=3)
    lower = Area(left, RAIL // 2 + 2, right, RAIL - 10)
    surface.write(picture.streak_words, lower, (_TEXT,), TextColor.DETAIL, align="right")
    return left


def _paint_score(surface: Canvas, picture: DayPicture, room: Area) -> None:
    """Paint the person's score large, with a few lines beside it."""
    wide = max(text_width(picture.score, 92, heavy=True), 170)
    left = room._replace(right=room.left + wide)
    surface.write(
        picture.score, left._replace(bottom=room.top + 96), (92,), TextColor.ON_FELT, heavy=True
    )
    surface.write(
        picture.score_words, left._replace(top=room.top + 92), (_TEXT,), TextColor.ON_FELT
    )
    if not picture.beside:
        return
    rest = room._replace(left=left.right + 26)
    high = min(60, rest.height // len(picture.beside))
    top = rest.middle[1] - high * len(picture.beside) // 2
    sizes = tuple(size for size in (40, 36, 33, _TEXT) if size <= high * 3 // 4)
    for number, said in enumerate(picture.beside):
        line = rest._replace(top=top + number * high, bottom=top + (number + 1) * high)
        surface.write(said, line, sizes, TextColor.ON_FELT, heavy=True)


def _paint_tricks(surface: Canvas, tricks: str, room: Area) -> None:
    """Paint a square per trick: filled and marked for "w", an outline for "l", a dot for "-"."""
    side = 52
    gap = (room.width - len(tricks) * side) // max(1, len(tricks) - 1)
    gap = min(gap, 34)
    whole = len(tricks) * side + (len(tricks) - 1) * gap
    left = room.left + (room.width - whole) // 2
    top = room.middle[1] - side // 2
    palette = surface.palette
    for number, trick in enumerate(tricks):
        x = left + number * (side + gap)
        area = Area(x, top, x + side, top + side)
        if trick == "-":
            surface.plate(Area.around(area.middle, 14, 14), palette.felt_dark, radius=7)
            continue
        own = trick == "w"
        color = palette.sides[_US if own else _THEM]
        fill = color if own else palette.felt_dark
        surface.plate(area, fill, radius=9, edge=color, thick=5)
        shape = side_shape(_US if own else _THEM, 26)
        ink = palette.ink if own else color
        surface.image.paste(ink, (area.middle[0] - 13, area.middle[1] - 13), shape)


def _paint_field(
    surface: Canvas, title: str, bars: tuple[FieldBar, ...], you: str, room: Area
) -> None:
    """Paint a bar for each choice, made hands upward and set hands downward."""
    head = room._replace(bottom=room.top + 36)
    surface.write(title, head, (_TEXT,), TextColor.ON_FELT, heavy=True)
    most_up = max(bar.made for bar in bars)
    most_down = max(bar.set for bar in bars)
    chart = room._replace(top=head.bottom + 36, bottom=room.bottom - 70)
    if most_down:
        chart = chart._replace(bottom=chart.bottom - 30)
    unit = chart.height / max(1, most_up + most_down)
    zero = chart.top + round(unit * most_up)
    each = room.width // len(bars)
    columns = [
        chart._replace(left=room.left + number * each, right=room.left + (number + 1) * each)
        for number in range(len(bars))
    ]
    for bar, column in zip(bars, columns, strict=True):
        _paint_bar(surface, bar, column, (zero, unit))
    surface.plate(Area(room.left, zero - 2, room.right, zero + 2), surface.palette.cream, radius=2)
    for bar, column in zip(bars, columns, strict=True):
        label = column._replace(top=room.bottom - 68, bottom=room.bottom - 34)
        color = TextColor.ON_FELT
        surface.write(bar.label, label, (_TEXT,), color, heavy=bar.own, align="center")
        below = column._replace(top=room.bottom - 36, bottom=room.bottom)
        surface.write(you if bar.own else "", below, (_TEXT,), color, heavy=True, align="center")


def _paint_bar(surface: Canvas, bar: FieldBar, column: Area, scale: tuple[int, float]) -> None:
    palette, (zero, unit) = surface.palette, scale
    wide = min(58, column.width - 14)
    middle = column.middle[0]
    edge = palette.gold if bar.own else None
    up = max(6, round(unit * bar.made))
    down = max(6, round(unit * bar.set))
    if bar.made:
        area = Area(middle - wide // 2, zero - up, middle + wide // 2, zero)
        surface.plate(area, palette.sides[_US], radius=7, edge=edge, thick=5)
        above = Area(column.left, area.top - 34, column.right, area.top)
        surface.write(str(bar.made), above, (_TEXT,), TextColor.ON_FELT, align="center")
    if bar.set:
        area = Area(middle - wide // 2, zero, middle + wide // 2, zero + down)
        surface.plate(area, palette.sides[_THEM], radius=7, edge=edge, thick=5)
        below = Area(column.left, area.bottom, column.right, area.bottom + 34)
        surface.write(str(bar.set), below, (_TEXT,), TextColor.ON_FELT, align="center")
    if bar.own:
        star = Area.around((middle, zero), 16, 16)
        surface.plate(star, palette.gold, radius=8)
