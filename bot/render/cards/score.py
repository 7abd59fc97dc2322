"""Paint the score after a hand, a game or a match: each side's players and total."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from bot.render.avatars import Avatars, avatar_sprite
from bot.render.cards.headline import paint_headline
from bot.render.chalk import chalk_marks, words_for
from bot.render.colors import SIDE_TEXT_COLORS, TextColor
from bot.render.ground import felt_area, ground
from bot.render.ivory import Glow, domino, star
from bot.render.rail import paint_rail
from bot.render.surface import Area, Canvas
from bot.render.text import has_glyphs, text_width
from bot.render.values import ScorePicture, Size

_DECIDING = 42
"""The width of the dominoes of the trick that decided a hand."""
_LOW = 300
"""Less room than this is too little for large avatars in two rows."""


def render_score(over: ScorePicture, avatars: Avatars) -> Image.Image:
    """Render each side's players and total, the winner with a star.

    `Size.LOBBY` has no rail.
    """
    surface = Canvas(ground(over.size, 0, over.colors), over.colors, avatars)
    if over.size is not Size.LOBBY:
        # a total stands once: on the rail only if others are large
        rail = over.scoreboard if over.totals else replace(over.scoreboard, target=None)
        paint_rail(surface, rail, over.seats)
    felt = felt_area(over.size)
    top = paint_headline(surface, over, felt) + 10
    sides = len(over.scoreboard.sides)
    wide = (felt.width - 24) // sides
    bottom = felt.bottom - 14
    if over.deciding:
        bottom -= 2 * _DECIDING + 24
        _paint_deciding(surface, over, Area(felt.left, bottom + 10, felt.right, felt.bottom))
    high = min(bottom - top, 400)
    top += (bottom - top - high) // 2
    for side in range(sides):
        left = felt.left + 12 + side * wide
        area = Area(left + 6, top, left + wide - 6, top + high)
        _paint_side(surface, over, side, area)
    return surface.image


def _paint_deciding(surface: Canvas, over: ScorePicture, area: Area) -> None:
    """Paint the trick that decided the last hand, each domino beside its player."""
    number = len(over.deciding)
    label = text_width(over.deciding_words, 30) + 16
    cell = min((area.width - 12) // number, 112)
    if cell * number + label > area.width - 12:
        label = 0
    left = area.middle[0] - (cell * number + label) // 2
    if label:
        words = Area(left, area.top, left + label, area.bottom)
        surface.write(over.deciding_words, words, (30,), TextColor.ON_FELT)
    face = min(44, cell - _DECIDING - 10)
    for place, played in enumerate(over.deciding):
        x = left + label + place * cell + cell // 2
        y = area.middle[1]
        glow = Glow.RINGED if played.winning else Glow.PLAIN
        sprite = domino(played.tile, _DECIDING, over.colors, trump=played.trump, glow=glow)
        surface.lay_in(
            avatar_sprite(surface, over.seats[played.seat], face), (x - _DECIDING // 2 - 3, y)
        )
        surface.lay_in(sprite, (x + face // 2 + 3, y))


def _paint_side(surface: Canvas, over: ScorePicture, side: int, area: Area) -> None:
    """Paint a side's panel; the winner's has a gold edge and the star."""
    palette = surface.palette
    won = side == over.winner
    edge = palette.gold if won else None
    surface.plate(area, palette.felt_dark, radius=20, opacity=170, edge=edge, thick=5)
    members = [seat for seat, held in enumerate(over.seats) if held.side == side]
    low = area.height < _LOW
    columns = len(members) if low else min(2, len(members))
    most = 76 if low else 96
    top = 22 if low else 34
    size = min(most if len(members) <= 2 else 74, (area.width - 12) // columns - 8)
    rows = -(-len(members) // columns)
    for number, seat in enumerate(members):
        row, column = divmod(number, columns)
        held = columns if row < rows - 1 or len(members) % columns == 0 else 1
        x = area.middle[0] + round((column - (held - 1) / 2) * (size + (8 if low else 14)))
        y = area.top + top + size // 2 + row * (size + 8)
        surface.lay_in(avatar_sprite(surface, over.seats[seat], size), (x, y))
    named = area.top + top + rows * (size + 8) + (14 if low else 22)
    name = Area.around((area.middle[0], named), area.width - 24, 40)
    words = over.scoreboard.sides[side].name
    if has_glyphs(words):
        color = SIDE_TEXT_COLORS[side]
        surface.write(words, name, (36, 32, 30), color, heavy=True, align="center")
    total = Area(area.left + 16, named + 20, area.right - 16, area.bottom)
    _paint_final_total(surface, over, side, total)
    if won:
        surface.lay_in(star(64, over.colors), (area.middle[0], area.top + 2))


def _paint_final_total(surface: Canvas, over: ScorePicture, side: int, area: Area) -> None:
    """Paint the marks as strokes of chalk, or a number."""
    board = over.scoreboard
    total = board.sides[side].total
    words = 0 if over.totals else words_for(board)
    if words and board.target is not None:
        wide = min(area.width - 28, 200)
        high = min(area.height - 24, 92)
        marks = chalk_marks(board.word, total, board.target, words, side, wide, high, over.colors)
        surface.lay_in(marks, area.middle)
        return
    said = over.totals[side] if over.totals else str(total)
    sizes = (60, 50, 42) if over.totals else (84, 72, 60)
    surface.write(said, area, sizes, SIDE_TEXT_COLORS[side], heavy=True, align="center")
