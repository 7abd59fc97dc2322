"""Paint ivory dominoes: pips in their usual places, a line across the middle, a soft shadow."""

from __future__ import annotations

import math
from enum import StrEnum
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.render.colors import PALETTES, RGB, Palette, blend
from bot.render.surface import FINE, fill_shape, soft_shadow
from bot.render.text import SMALLEST, write_text
from bot.render.values import Colors
from texas42.engine import DOUBLES, Suit, Tile

REACH = 8
"""Pixels around a domino's sprite for its shadow or ring."""
COIN = 46
"""The width of a count domino's coin from which its number is painted on it."""

_PIPS: tuple[tuple[tuple[int, int], ...], ...] = (
    (),
    ((1, 1),),
    ((0, 0), (2, 2)),
    ((0, 0), (1, 1), (2, 2)),
    ((0, 0), (0, 2), (2, 0), (2, 2)),
    ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
    ((0, 0), (0, 1), (0, 2), (1, 1), (2, 0), (2, 1), (2, 2)),
    ((0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)),
)
"""The places of the pips of 0 to 8 in a half of an upright domino: column, row."""


_PIPS_AT_EDGE = 8
"""The half that has a pip at the middle of its edge."""
_ROOMY = 30
"""The width of a domino that has room for a star of 18 pixels between its pips."""


class Glow(StrEnum):
    """How a domino is painted: plain, ringed in gold, or dimmed."""

    PLAIN = "plain"
    RINGED = "ringed"
    DIMMED = "dimmed"


def _paint_pips(pen: ImageDraw.ImageDraw, number: int, top: float, side: float, ink: RGB) -> None:
    """Paint the pips of one half whose upper edge is at `top`."""
    reach = side * (0.1 if number < 7 else 0.09)
    for column, row in _PIPS[number]:
        x = side * (0.5 + (column - 1) * 0.27)
        y = top + side * (0.5 + (row - 1) * 0.27)
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=ink)


def _face(tile: Tile, side: int, palette: Palette) -> Image.Image:
    """Paint the upright face, `side` wide and twice as high, at `FINE` times the size."""
    wide = side * FINE
    high = 2 * side * FINE
    light = palette.ivory
    shade = palette.ivory_shade
    sheen = Image.linear_gradient("L").resize((wide, high))
    face = Image.composite(
        Image.new("RGB", (wide, high), blend(shade, light, 0.35)),
        Image.new("RGB", (wide, high), light),
        sheen,
    )
    pen = ImageDraw.Draw(face)
    radius = wide * 0.15
    thin = max(FINE, round(wide * 0.03))
    pen.rounded_rectangle((0, 0, wide - 1, high - 1), radius, outline=shade, width=thin)
    line = (wide * 0.12, high / 2, wide * 0.88, high / 2)
    pen.line(line, fill=blend(palette.ink, shade, 0.35), width=max(FINE, round(wide * 0.035)))
    for number, top in ((tile.high, 0.0), (tile.low, wide)):
        _paint_pips(pen, number, top, wide, palette.ink)
    return face


def _outline(size: tuple[int, int], radius: float, grow: float = 0) -> Image.Image:
    """Return the mask of a body with round corners, `grow` pixels larger all around."""
    margin = (REACH - grow) * FINE
    mask = Image.new("L", ((size[0] + 2 * REACH) * FINE, (size[1] + 2 * REACH) * FINE))
    box = (margin, margin, mask.width - margin - 1, mask.height - margin - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, (radius + grow) * FINE, fill=255)
    return mask


def _add_body(face: Image.Image, glow: Glow, palette: Palette) -> Image.Image:
    """Add round corners to a face, and a shadow or a ring."""
    size = (face.width // FINE, face.height // FINE)
    radius = min(size) * 0.15
    body = _outline(size, radius)
    sprite = Image.new("RGBA", (size[0] + 2 * REACH, size[1] + 2 * REACH))
    if glow is Glow.RINGED:
        sprite.alpha_composite(fill_shape(_outline(size, radius, 6), palette.gold))
        sprite.alpha_composite(fill_shape(_outline(size, radius, 1.5), palette.felt_dark))
    else:
        shadow = soft_shadow(body.reduce(FINE), 2.6, 0.62)
        sprite.alpha_composite(shadow.crop((0, 0, sprite.width - 2, sprite.height - 3)), (2, 3))
    top = Image.new("RGBA", body.size)
    top.paste(face, (REACH * FINE, REACH * FINE))
    top.putalpha(body)
    sprite.alpha_composite(top.reduce(FINE))
    return sprite


@lru_cache(maxsize=1024)
def domino(
    tile: Tile,
    side: int,
    colors: Colors = Colors.STANDARD,
    *,
    lying: bool = False,
    trump: bool = False,
    glow: Glow = Glow.PLAIN,
) -> Image.Image:
    """Paint a domino `side` pixels wide and twice as high; if lying, with its high end on the left.

    The sprite is `REACH` pixels larger on every side. A star at the edge of an end marks a trump
    and covers no pip.
    """
    palette = PALETTES[colors]
    face = _face(tile, side, palette)
    if glow is Glow.DIMMED:
        face = Image.blend(face, Image.new("RGB", face.size, palette.felt_dark), 0.55)
    if lying:
        face = face.transpose(Image.Transpose.ROTATE_90)
    sprite = _add_body(face, glow, palette)
    if trump:
        mark = star(_star_size(tile.high if lying else tile.low, side), colors)
        if glow is Glow.DIMMED:
            mark = fade(mark)
        across = sprite.width - mark.width
        down = sprite.height - mark.height
        sprite.alpha_composite(mark, (0, down // 2) if lying else (across // 2, down))
    return sprite


def _star_size(pips: int, side: int) -> int:
    """Return the width of the largest star at the edge of a half that covers none of its pips."""
    if pips == _PIPS_AT_EDGE or side < _ROOMY:
        return REACH + side // 8
    return max(18, side * 3 // 8)


@lru_cache(maxsize=64)
def face_down(
    width: int, height: int, colors: Colors = Colors.STANDARD, *, dimmed: bool = False
) -> Image.Image:
    """Paint a domino face down; the sprite is `REACH` pixels larger on every side."""
    palette = PALETTES[colors]
    fill = blend(palette.wood_light, palette.felt_dark, 0.45) if dimmed else palette.wood_light
    face = Image.new("RGB", (width * FINE, height * FINE), fill)
    pen = ImageDraw.Draw(face)
    thick = max(FINE, min(width, height) * FINE // 14)
    inset = min(width, height) * FINE * 0.16
    box = (inset, inset, face.width - inset, face.height - inset)
    pen.rounded_rectangle(box, inset, outline=blend(fill, palette.sand, 0.45), width=thick)
    edge = (0, 0, face.width - 1, face.height - 1)
    radius = min(width, height) * 0.15 * FINE
    pen.rounded_rectangle(edge, radius, outline=blend(fill, palette.sand, 0.7), width=thick)
    return _add_body(face, Glow.PLAIN, palette)


def star_corners(middle: float, reach: float) -> list[tuple[float, float]]:
    """Return the corners of an upright star around the middle of a square."""
    corners = []
    for corner in range(10):
        angle = -math.pi / 2 + corner * math.pi / 5
        length = reach if corner % 2 == 0 else reach * 0.45
        corners.append((middle + length * math.cos(angle), middle + length * math.sin(angle)))
    return corners


def fade(sprite: Image.Image) -> Image.Image:
    """Return a sprite at about half its opacity."""
    weak = sprite.copy()
    weak.putalpha(sprite.getchannel("A").point(lambda alpha: alpha * 11 // 20))
    return weak


@lru_cache(maxsize=32)
def star(size: int, colors: Colors = Colors.STANDARD) -> Image.Image:
    """Paint the lone star that marks trump, gold with a dark edge."""
    palette = PALETTES[colors]
    large = size * FINE
    sprite = Image.new("RGBA", (size, size))
    for reach, color in ((0.54, palette.ink), (0.40, palette.gold)):
        mask = Image.new("L", (large, large))
        corners = star_corners(large / 2, large * reach)
        ImageDraw.Draw(mask).polygon([(x, y + large * 0.03) for x, y in corners], fill=255)
        sprite.alpha_composite(fill_shape(mask, color))
    return sprite


def coin_size(side: int) -> int:
    """Return the width of the largest coin that covers no pip."""
    return COIN if side >= 50 else side // 2 + 2


@lru_cache(maxsize=32)
def count_badge(count: int, colors: Colors = Colors.STANDARD, size: int = COIN) -> Image.Image:
    """Paint the gold coin of a count domino, with its 5 or 10 if it is large enough to read."""
    palette = PALETTES[colors]
    large = size * FINE
    sprite = Image.new("RGBA", (size, size))
    for inset, color in ((0, palette.ink), (2.2, palette.gold)):
        mask = Image.new("L", (large, large))
        box = (inset * FINE, inset * FINE, large - inset * FINE - 1, large - inset * FINE - 1)
        ImageDraw.Draw(mask).ellipse(box, fill=255)
        sprite.alpha_composite(fill_shape(mask, color))
    type_size = size * (32 if count < 10 else 30) // COIN
    if type_size >= SMALLEST:
        ink = write_text(str(count), type_size, heavy=True)
        where = ((size - ink.width) // 2, (size - ink.height) // 2)
        sprite.paste(palette.ink, where, ink)
    return sprite


@lru_cache(maxsize=32)
def trump_emblem(suit: Suit, size: int, colors: Colors = Colors.STANDARD) -> Image.Image:
    """Paint the trump as half a domino, doubles as a whole double, marked by a star.

    The sprite is `REACH` pixels larger on every side.
    """
    palette = PALETTES[colors]
    if suit is DOUBLES:
        sprite = domino(Tile(1, 1), size // 2, colors)
        wide = Image.new("RGBA", (size + 2 * REACH, size + 2 * REACH))
        wide.alpha_composite(sprite, ((wide.width - sprite.width) // 2, 0))
        sprite = wide
    else:
        face = _face(Tile(suit.pip, 0), size, palette).crop((0, 0, size * FINE, size * FINE))
        ImageDraw.Draw(face).rectangle(
            (0, face.height - FINE, face.width, face.height), fill=palette.ivory_shade
        )
        sprite = _add_body(face, Glow.PLAIN, palette)
    mark = star(size // 2, colors)
    corner = sprite.width - mark.width, sprite.height - mark.height
    sprite.alpha_composite(mark, corner)
    return sprite
