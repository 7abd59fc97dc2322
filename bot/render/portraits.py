"""Portraits of people without a photograph."""

from __future__ import annotations

from io import BytesIO
from random import Random

from PIL import Image, ImageDraw

from bot.render.colors import RGB, blend
from bot.render.surface import FINE

_SIDE = 128
_SKIN: tuple[RGB, ...] = ((247, 212, 182), (226, 176, 134), (178, 122, 84), (116, 76, 52))
_HAIR: tuple[RGB, ...] = (
    (52, 36, 30),
    (122, 74, 40),
    (206, 160, 84),
    (196, 196, 200),
    (150, 60, 36),
)
_SHIRT: tuple[RGB, ...] = (
    (178, 58, 52),
    (52, 100, 168),
    (58, 122, 84),
    (222, 170, 66),
    (96, 66, 132),
)
_SKY: tuple[RGB, ...] = ((250, 214, 158), (168, 212, 232), (240, 182, 160), (196, 222, 176))
_FELT_HAT: tuple[RGB, ...] = ((92, 58, 36), (218, 198, 158), (46, 44, 48))


def render_portrait(name: str) -> bytes:
    """Render a face as a square WebP file; the same name always gets the same face."""
    randomness = Random(name)
    skin = randomness.choice(_SKIN)
    hair = randomness.choice(_HAIR)
    shirt = randomness.choice(_SHIRT)
    size = _SIDE * FINE
    picture = Image.new("RGB", (size, size), randomness.choice(_SKY))
    pen = ImageDraw.Draw(picture)
    hat = randomness.choice((None, *_FELT_HAT))
    if randomness.random() < 0.5:  # long hair behind the shoulders
        _oval(pen, (0.5, 0.5), (0.27, 0.34), hair)
    _oval(pen, (0.5, 1.06), (0.38, 0.32), shirt)
    pen.polygon([(size * x, size * y) for x, y in _COLLAR], fill=blend(shirt, (255, 255, 255), 0.6))
    _oval(pen, (0.5, 0.72), (0.09, 0.12), blend(skin, (0, 0, 0), 0.15))
    _oval(pen, (0.5, 0.4), (0.225, 0.25), hair)
    _oval(pen, (0.5, 0.49), (0.2, 0.24), skin)
    _face(pen, skin, beard=hair if randomness.random() < 0.3 else None)
    if hat is not None:
        _hat(pen, hat)
    encoded = BytesIO()
    picture.reduce(FINE).save(encoded, "WEBP", quality=85)
    return encoded.getvalue()


_COLLAR = ((0.36, 0.78), (0.5, 0.94), (0.64, 0.78), (0.58, 0.74), (0.5, 0.84), (0.42, 0.74))


def _face(pen: ImageDraw.ImageDraw, skin: RGB, beard: RGB | None) -> None:
    """Paint eyes, cheeks and a smile, and a beard around it."""
    size = _SIDE * FINE
    dark = (44, 30, 26)
    if beard is not None:
        box = (0.31 * size, 0.3 * size, 0.69 * size, 0.74 * size)
        pen.chord(box, 20, 160, fill=beard)
    for x in (0.42, 0.58):
        _oval(pen, (x, 0.47), (0.022, 0.03), dark)
        _oval(pen, (x + (x - 0.5) * 0.5, 0.56), (0.036, 0.026), blend(skin, (220, 80, 70), 0.3))
    smile = (0.42 * size, 0.5 * size, 0.58 * size, 0.64 * size)
    lips = (150, 52, 48) if beard is None else (250, 236, 224)
    pen.arc(smile, 20, 160, fill=lips, width=3 * FINE)


def _hat(pen: ImageDraw.ImageDraw, color: RGB) -> None:
    """Paint a cowboy hat: a crown with its band, and the brim turned up at the sides."""
    size = _SIDE * FINE
    pen.rounded_rectangle((0.33 * size, 0.07 * size, 0.67 * size, 0.34 * size), 0.11 * size, color)
    pen.rectangle((0.33 * size, 0.25 * size, 0.67 * size, 0.3 * size), blend(color, (0, 0, 0), 0.5))
    brim = [
        (0.1, 0.22),
        (0.2, 0.3),
        (0.5, 0.29),
        (0.8, 0.3),
        (0.9, 0.22),
        (0.84, 0.35),
        (0.5, 0.38),
    ]
    pen.polygon([(size * x, size * y) for x, y in (*brim, (0.16, 0.35))], fill=color)


def _oval(
    pen: ImageDraw.ImageDraw, middle: tuple[float, float], reach: tuple[float, float], color: RGB
) -> None:
    """Fill an ellipse, given in fractions of the picture's side."""
    size, (x, y), (wide, high) = _SIDE * FINE, middle, reach
    box = ((x - wide) * size, (y - high) * size, (x + wide) * size, (y + high) * size)
    pen.ellipse(box, fill=color)
