"""The little signs of the board, told apart by shape: sides, trump, count, roles."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from PIL import Image, ImageDraw

from bot.render.palette import Colour, ramp

__all__ = ["SIDE_COLOURS", "SIDE_SIGNS", "Sign", "sign", "star_points"]

_FINE = 4
"""Signs are drawn this much larger and shrunk, for soft edges."""

Point = tuple[float, float]
Pen = ImageDraw.ImageDraw


class Sign(StrEnum):
    """What a sign stands for, or how it looks where it is a side's."""

    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    TRUMP = "trump"
    COUNT = "count"
    CROWN = "crown"
    BIDDER = "bidder"
    SHAKER = "shaker"
    COMPUTER = "computer"
    TURN = "turn"
    BACK = "back"


SIDE_SIGNS = (Sign.CIRCLE, Sign.SQUARE, Sign.TRIANGLE)
"""The sign of each side, by its number."""
SIDE_COLOURS = (Colour.SKY, Colour.CORAL, Colour.LIME)
"""The colour of each side, by its number; never without its sign."""


def star_points(middle: Point, reach: float) -> list[Point]:
    """Give the ten corners of a five-pointed star, upright."""
    corners: list[Point] = []
    for corner in range(10):
        angle = -math.pi / 2 + corner * math.pi / 5
        length = reach if corner % 2 == 0 else reach * 0.44
        corners.append((middle[0] + length * math.cos(angle), middle[1] + length * math.sin(angle)))
    return corners


def _circle(pen: Pen, s: float) -> None:
    pen.ellipse((s * 0.06, s * 0.06, s * 0.94, s * 0.94), fill=255)


def _square(pen: Pen, s: float) -> None:
    pen.rectangle((s * 0.1, s * 0.1, s * 0.9, s * 0.9), fill=255)


def _triangle(pen: Pen, s: float) -> None:
    pen.polygon([(s * 0.5, s * 0.05), (s * 0.99, s * 0.92), (s * 0.01, s * 0.92)], fill=255)


def _trump(pen: Pen, s: float) -> None:
    pen.polygon([(s * 0.5, 0), (s * 0.94, s * 0.5), (s * 0.5, s), (s * 0.06, s * 0.5)], fill=255)


def _count(pen: Pen, s: float) -> None:
    pen.polygon(star_points((s * 0.5, s * 0.54), s * 0.53), fill=255)


def _crown(pen: Pen, s: float) -> None:
    tips = [(0.04, 0.3), (0.28, 0.52), (0.5, 0.12), (0.72, 0.52), (0.96, 0.3)]
    outline = [*tips, (0.86, 0.76), (0.14, 0.76)]
    pen.polygon([(x * s, y * s) for x, y in outline], fill=255)
    pen.rectangle((s * 0.14, s * 0.81, s * 0.86, s * 0.92), fill=255)


def _bidder(pen: Pen, s: float) -> None:
    pen.rectangle((s * 0.16, s * 0.04, s * 0.27, s * 0.98), fill=255)
    pen.polygon([(s * 0.27, s * 0.06), (s * 0.96, s * 0.32), (s * 0.27, s * 0.6)], fill=255)


def _shaker(pen: Pen, s: float) -> None:
    """Draw two tiles leaning across each other."""
    for tilt in (-1, 1):
        middle, half, length = s * (0.5 - tilt * 0.2), s * 0.17, s * 0.42
        lean = tilt * s * 0.14
        pen.polygon(
            [
                (middle - half + lean, s * 0.5 - length),
                (middle + half + lean, s * 0.5 - length),
                (middle + half - lean, s * 0.5 + length),
                (middle - half - lean, s * 0.5 + length),
            ],
            fill=255,
        )
        pen.line(
            (middle - half, s * 0.5, middle + half, s * 0.5), fill=0, width=max(1, round(s * 0.08))
        )


def _computer(pen: Pen, s: float) -> None:
    """Draw a face with square shoulders and an aerial."""
    pen.rounded_rectangle((s * 0.08, s * 0.3, s * 0.92, s * 0.94), s * 0.14, fill=255)
    pen.rectangle((s * 0.46, s * 0.1, s * 0.54, s * 0.3), fill=255)
    pen.ellipse((s * 0.39, 0, s * 0.61, s * 0.2), fill=255)
    for eye in (0.32, 0.68):
        pen.ellipse((s * (eye - 0.1), s * 0.45, s * (eye + 0.1), s * 0.65), fill=0)
    pen.rectangle((s * 0.32, s * 0.75, s * 0.68, s * 0.82), fill=0)


def _turn(pen: Pen, s: float) -> None:
    pen.polygon([(s * 0.12, s * 0.04), (s * 0.94, s * 0.5), (s * 0.12, s * 0.96)], fill=255)


def _back(pen: Pen, s: float) -> None:
    pen.rounded_rectangle((s * 0.24, s * 0.02, s * 0.76, s * 0.98), s * 0.1, fill=255)
    pen.rectangle((s * 0.34, s * 0.47, s * 0.66, s * 0.53), fill=0)


_DRAWINGS: Mapping[Sign, Callable[[Pen, float], None]] = MappingProxyType(
    {
        Sign.CIRCLE: _circle,
        Sign.SQUARE: _square,
        Sign.TRIANGLE: _triangle,
        Sign.TRUMP: _trump,
        Sign.COUNT: _count,
        Sign.CROWN: _crown,
        Sign.BIDDER: _bidder,
        Sign.SHAKER: _shaker,
        Sign.COMPUTER: _computer,
        Sign.TURN: _turn,
        Sign.BACK: _back,
    }
)


@lru_cache(maxsize=512)
def sign(which: Sign, size: int, ground: Colour, ink: Colour) -> Image.Image:
    """Draw a sign of `size` × `size` pixels in palette colours, to be laid upon that ground."""
    mask = Image.new("L", (size * _FINE, size * _FINE))
    _DRAWINGS[which](ImageDraw.Draw(mask), size * _FINE - 1)
    mask = mask.reduce(_FINE)
    return Image.frombytes("P", mask.size, mask.tobytes().translate(ramp(ground, ink)))
