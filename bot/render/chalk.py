"""Marks in chalk: the seven strokes of the word ALL, as 42 players write them."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from PIL import Image, ImageDraw, ImageFilter

from bot.render.colors import PALETTES, blend
from bot.render.surface import FINE
from bot.render.values import Colors

__all__ = ["STROKES", "chalk_marks"]

STROKES: tuple[tuple[tuple[float, float], tuple[float, float]], ...] = (
    ((0.09, 0.92), (0.21, 0.08)),
    ((0.20, 0.08), (0.33, 0.93)),
    ((0.12, 0.62), (0.31, 0.60)),
    ((0.46, 0.08), (0.45, 0.90)),
    ((0.45, 0.90), (0.62, 0.88)),
    ((0.76, 0.07), (0.75, 0.91)),
    ((0.75, 0.91), (0.93, 0.89)),
)
"""The strokes in the order in which they are written: from where to where, of the whole word."""


def _stroke(number: int, width: int, height: int, thick: float) -> Image.Image:
    """Draw one stroke of chalk as a mask: rough at its edges, with grains missing."""
    size = (width * FINE, height * FINE)
    mask, random = Image.new("L", size), Random(number)
    pen = ImageDraw.Draw(mask)
    (x1, y1), (x2, y2) = STROKES[number]
    length = max(abs(x2 - x1) * size[0], abs(y2 - y1) * size[1])
    for step in range(int(length) + 1):
        share = step / length
        x = (x1 + (x2 - x1) * share) * size[0] + random.uniform(-1.2, 1.2)
        y = (y1 + (y2 - y1) * share) * size[1] + random.uniform(-1.2, 1.2)
        half = thick * FINE / 2 * random.uniform(0.78, 1.08)
        pen.ellipse((x - half, y - half, x + half, y + half), fill=255)
    for _ in range(int(length * thick / 9)):
        share, half = random.random(), thick * FINE / 2
        x = (x1 + (x2 - x1) * share) * size[0] + random.uniform(-half, half)
        y = (y1 + (y2 - y1) * share) * size[1] + random.uniform(-half, half)
        pen.point([(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)], fill=60)
    return mask.filter(ImageFilter.GaussianBlur(0.8)).reduce(FINE)


@lru_cache(maxsize=64)
def chalk_marks(
    total: int, target: int, side: int, width: int, height: int, colors: Colors
) -> Image.Image:
    """Draw the marks a side has won in its color, those still to win as faint traces."""
    palette = PALETTES[colors]
    sprite = Image.new("RGBA", (width, height), palette.wood_light)
    sprite.putalpha(0)
    thick = max(5.0, height * 0.13)
    for number in range(min(len(STROKES), max(target, total))):
        won = number < total
        color = palette.sides[side] if won else blend(palette.wood_light, palette.sand, 0.15)
        mask = _stroke(number, width, height, thick if won else thick * 0.6)
        layer = Image.new("RGBA", (width, height), color)
        layer.putalpha(mask)
        sprite.alpha_composite(layer)
    return sprite
