"""Avatars: small square images, an initial if there is none, a robot for computer players."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageOps

from bot.render.colors import PALETTES, RGB, blend
from bot.render.surface import FINE, Canvas
from bot.render.text import SMALLEST, initial, write_text
from bot.render.values import Colors, SeatPicture

AVATAR_SIDE = 96
"""Width and height of a stored avatar in pixels."""
_LARGEST = 1024
Avatars = Mapping[str, bytes]
"""Avatars from `shrink_avatar`, by the names that seats refer to."""


def shrink_avatar(image: bytes) -> bytes:
    """Shrink an image to the square that seats show: RGB, 96 × 96, three bytes per pixel.

    Raises ValueError if the data is not an image, or too large.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            opened = Image.open(BytesIO(image), formats=("PNG", "JPEG", "WEBP", "GIF"))
            if max(opened.size) > _LARGEST:
                raise ValueError(f"an avatar of {opened.width} × {opened.height} pixels")
            plain = opened.convert("RGBA")
    except (OSError, SyntaxError, Warning, EOFError, Image.DecompressionBombError) as error:
        raise ValueError(f"no image: {error}") from error
    backed = Image.new("RGBA", plain.size, (54, 57, 63))
    backed.alpha_composite(plain)
    side = (AVATAR_SIDE, AVATAR_SIDE)
    return ImageOps.fit(backed.convert("RGB"), side, Image.Resampling.LANCZOS).tobytes()


@lru_cache(maxsize=64)
def side_shape(side: int, size: int, inset: float = 0) -> Image.Image:
    """Return the mask of a side's shape: a disc, a square with round corners, a hexagon."""
    large = size * FINE
    edge = inset * FINE
    mask = Image.new("L", (large, large))
    pen = ImageDraw.Draw(mask)
    box = (edge, edge, large - edge - 1, large - edge - 1)
    if side == 0:
        pen.ellipse(box, fill=255)
    elif side == 1:
        pen.rounded_rectangle(box, (large - 2 * edge) * 0.2, fill=255)
    else:
        reach = large / 2 - edge
        middle = large / 2
        turns = [math.pi / 3 * corner for corner in range(6)]
        corners = [(middle + reach * math.cos(t), middle + reach * math.sin(t)) for t in turns]
        pen.polygon(corners, fill=255)
    return mask.reduce(FINE)


DISCS: tuple[RGB, ...] = (
    (126, 78, 160),
    (46, 104, 160),
    (160, 70, 62),
    (44, 116, 92),
    (150, 92, 32),
    (92, 96, 108),
)


def _letter(name: str, size: int, cream: RGB) -> Image.Image:
    """Paint an initial on a disc, or a head and shoulders without one."""
    picture = Image.new("RGB", (size, size), DISCS[sum(name.encode("utf-8", "replace")) % 6])
    letter = initial(name)
    if letter:
        ink = write_text(letter, max(SMALLEST, size * 9 // 16), heavy=True)
        picture.paste(cream, ((size - ink.width) // 2, (size - ink.height) // 2), ink)
        return picture
    mask = Image.new("L", (size * FINE, size * FINE))
    pen = ImageDraw.Draw(mask)
    s = size * FINE
    pen.ellipse((s * 0.34, s * 0.2, s * 0.66, s * 0.52), fill=255)
    pen.ellipse((s * 0.2, s * 0.58, s * 0.8, s * 1.2), fill=255)
    picture.paste(cream, (0, 0), mask.reduce(FINE))
    return picture


def _robot(size: int, ground: RGB, cream: RGB) -> Image.Image:
    """Paint the sign of a computer player: a face with square shoulders and an aerial."""
    s = size * FINE
    mask = Image.new("L", (s, s))
    pen = ImageDraw.Draw(mask)
    pen.rounded_rectangle((s * 0.24, s * 0.36, s * 0.76, s * 0.76), s * 0.1, fill=255)
    pen.rectangle((s * 0.47, s * 0.22, s * 0.53, s * 0.36), fill=255)
    pen.ellipse((s * 0.43, s * 0.14, s * 0.57, s * 0.28), fill=255)
    for eye in (0.39, 0.61):
        pen.ellipse((s * (eye - 0.06), s * 0.46, s * (eye + 0.06), s * 0.58), fill=0)
    pen.rectangle((s * 0.38, s * 0.65, s * 0.62, s * 0.69), fill=0)
    picture = Image.new("RGB", (size, size), ground)
    picture.paste(cream, (0, 0), mask.reduce(FINE))
    return picture


@lru_cache(maxsize=512)
def _sprite(
    name: str, computer: bool, side: int, size: int, image: bytes | None, colors: Colors
) -> Image.Image:
    palette = PALETTES[colors]
    if image is not None:
        square = Image.frombytes("RGB", (AVATAR_SIDE, AVATAR_SIDE), image)
        face = square.resize((size, size), Image.Resampling.LANCZOS)
    elif computer:
        face = _robot(size, blend(palette.wood_dark, palette.wood, 0.4), palette.sand)
    else:
        face = _letter(name, size, palette.cream)
    sprite = Image.new("RGBA", (size, size), palette.sides[side])
    sprite.putalpha(side_shape(side, size))
    sprite.paste(face, (0, 0), side_shape(side, size, max(3, size / 16)))
    return sprite


def avatar_sprite(surface: Canvas, seat: SeatPicture, size: int) -> Image.Image:
    """Paint a seat's avatar in its side's shape, ringed in its side's color."""
    image = surface.avatars.get(seat.avatar) if seat.avatar else None
    return _sprite(seat.name, seat.computer, seat.side, size, image, surface.colors)
