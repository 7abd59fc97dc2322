"""Marks in chalk: the strokes of a word such as ALL, one per mark, as 42 players write them."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import dist
from random import Random

from PIL import Image, ImageDraw, ImageFilter

from bot.render.chalk_letters import Stroke, word_strokes
from bot.render.colors import PALETTES, blend
from bot.render.surface import FINE
from bot.render.values import Colors, Scoreboard

MOST_WORDS = 2
"""Marks that need more words than this are written as a number."""
_MARGIN = 0.08
"""The share of a word's width and height that stays empty at each edge."""
_BETWEEN = 0.35
"""The space between two words, in heights."""


def words_for(board: Scoreboard) -> int:
    """Return how many words the marks of every side need; 0 if they are written as numbers."""
    if board.target is None:
        return 0
    totals = [side.total for side in board.sides]
    strokes = len(word_strokes(board.word))
    words = -(-max(board.target, *totals) // strokes)
    return words if board.in_marks and min(totals) >= 0 and words <= MOST_WORDS else 0


def _place(stroke: Stroke, left: float, width: float, height: int) -> list[tuple[float, float]]:
    """Place a stroke of a word that is this wide and begins there, in fine pixels."""
    inner = width * (1 - 2 * _MARGIN)
    high = height * (1 - 2 * _MARGIN)
    return [
        ((left + width * _MARGIN + x * inner) * FINE, (height * _MARGIN + y * high) * FINE)
        for x, y in stroke
    ]


def _paint_stroke(
    points: list[tuple[float, float]], seed: int, size: tuple[int, int], thick: float
) -> Image.Image:
    """Paint one stroke of chalk as a mask: rough at its edges, with grains missing."""
    mask = Image.new("L", size)
    random = Random(seed)
    pen = ImageDraw.Draw(mask)
    for (x1, y1), (x2, y2) in pairwise(points):
        length = dist((x1, y1), (x2, y2))
        for step in range(int(length) + 1):
            share = step / max(length, 1)
            x = x1 + (x2 - x1) * share + random.uniform(-1.2, 1.2)
            y = y1 + (y2 - y1) * share + random.uniform(-1.2, 1.2)
            half = thick * FINE / 2 * random.uniform(0.78, 1.08)
            pen.ellipse((x - half, y - half, x + half, y + half), fill=255)
        for _ in range(int(length * thick / 9)):
            share = random.random()
            half = thick * FINE / 2
            x = x1 + (x2 - x1) * share + random.uniform(-half, half)
            y = y1 + (y2 - y1) * share + random.uniform(-half, half)
            pen.point([(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)], fill=60)
    return mask.filter(ImageFilter.GaussianBlur(0.8)).reduce(FINE)


@lru_cache(maxsize=64)
def chalk_marks(
    word: str,
    total: int,
    target: int,
    words: int,
    side: int,
    width: int,
    height: int,
    colors: Colors,
) -> Image.Image:
    """Paint the marks a side has won in its color, those still to win as faint traces.

    `words` fit side by side, and the strokes continue from one to the next.
    """
    palette = PALETTES[colors]
    sprite = Image.new("RGBA", (width, height), palette.wood_light)
    sprite.putalpha(0)
    strokes = word_strokes(word)
    between = height * _BETWEEN
    wide = (width - between * (words - 1)) / words
    thick = max(5.0, height * 0.13) if words == 1 else 5.0
    for number in range(max(target, total)):
        won = number < total
        before, stroke = divmod(number, len(strokes))
        points = _place(strokes[stroke], before * (wide + between), wide, height)
        color = palette.sides[side] if won else blend(palette.wood_light, palette.sand, 0.15)
        size = (width * FINE, height * FINE)
        mask = _paint_stroke(points, number, size, thick if won else thick * 0.6)
        layer = Image.new("RGBA", (width, height), color)
        layer.putalpha(mask)
        sprite.alpha_composite(layer)
    return sprite
