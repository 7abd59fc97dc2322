"""Dominoes as application emojis: large numerals that read at 22 pixels."""

from __future__ import annotations

from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFilter

from bot.render.colors import PALETTES, blend
from bot.render.text import write_text
from bot.render.values import Colors
from texas42.engine import Tile, format_tile

EMOJI_SIZE = 128
"""Width and height of an emoji's picture in pixels."""

_FINE = 4
_PALETTE = PALETTES[Colors.STANDARD]
_FULL = EMOJI_SIZE * _FINE
_WIDE = 44
_GROWN = 6
_BY_ONE = ImageFilter.MaxFilter(3)
"""Six small filters give the same result as one large filter, in a third of the time."""
_ENDS = ("blank", "one", "two", "three", "four", "five", "six", "seven", "eight")
_NUMERALS = (10, 74)
"""Left edges of the two numerals, _WIDE pixels wide."""


def emoji_name(tile: Tile, count: int) -> str:
    """Name the tile's emoji as a screen reader should say it: six_four, double_five.

    `count`: the tile's count in the game; a count tile that counts nothing, as in Moon, has another
    emoji, six_four_no_count.
    """
    first = "double" if tile.is_double else _ENDS[tile.high]
    name = f"{first}_{_ENDS[tile.low]}"
    return name if count == tile.count else f"{name}_no_count"


def former_emoji_name(tile: Tile, count: int) -> str:
    """Return the name under which the tile's emoji was uploaded before names could be heard."""
    return f"d{format_tile(tile)}" + ("" if count == tile.count else "n")


def render_tile_emoji(tile: Tile, count: int) -> bytes:
    """Render the tile as a transparent PNG of 128 × 128 pixels.

    Two numerals with a bar between them. Count is marked by lines below: one in the middle for five
    points, one under each numeral for ten.
    """
    picture = _blank()
    pen = ImageDraw.Draw(picture)
    ink = _PALETTE.ink
    bottom = EMOJI_SIZE - (32 if count else 14)
    pen.rectangle((62 * _FINE, 18 * _FINE, 66 * _FINE, (bottom - 6) * _FINE), fill=ink)
    for left, number in zip(_NUMERALS, (tile.high, tile.low), strict=True):
        numeral = _numeral(number, _WIDE * _FINE, (bottom - 12) * _FINE)
        picture.paste(Image.new("RGB", numeral.size, ink), (left * _FINE, 12 * _FINE), numeral)
    for left in {0: (), 5: (EMOJI_SIZE // 2 - _WIDE // 2,), 10: _NUMERALS}[count]:
        line = (left, bottom + 8, left + _WIDE, bottom + 19)
        pen.rectangle(tuple(edge * _FINE for edge in line), fill=ink)
    return _encode(picture)


def _blank() -> Image.Image:
    """Paint an empty domino; painted large, without transparency."""
    edge = blend(_PALETTE.ivory_shade, _PALETTE.wood_light, 0.25)
    picture = Image.new("RGB", (_FULL, _FULL), edge)
    box = (4 * _FINE, 4 * _FINE, _FULL - 5 * _FINE, _FULL - 6 * _FINE)
    ImageDraw.Draw(picture).rounded_rectangle(box, 20 * _FINE, fill=_PALETTE.ivory)
    return picture


def _numeral(number: int, width: int, height: int) -> Image.Image:
    """Paint a bold numeral that fills the box, as a mask."""
    fill_shape = _bold(number)
    if number == 1:  # keep the aspect ratio: stretched it would be a block
        slim = fill_shape.resize((width * 5 // 9, height), Image.Resampling.LANCZOS)
        wide = Image.new("L", (width, height))
        wide.paste(slim, ((width - slim.width) // 2, 0))
        return wide
    return fill_shape.resize((width, height), Image.Resampling.LANCZOS)


@cache
def _bold(number: int) -> Image.Image:
    """Paint a numeral bolder than any font has it; dilating the ink is the slowest step."""
    mask = write_text(str(number), 420, heavy=True)
    for _ in range(_GROWN):
        mask = mask.filter(_BY_ONE)
    return mask.crop(mask.getbbox())


def _encode(picture: Image.Image) -> bytes:
    """Round the corners, shrink, and encode as PNG."""
    outline = Image.new("L", picture.size)
    box = (1 * _FINE, 1 * _FINE, _FULL - 2 * _FINE, _FULL - 2 * _FINE)
    ImageDraw.Draw(outline).rounded_rectangle(box, 22 * _FINE, fill=255)
    picture = picture.convert("RGBA")
    picture.putalpha(outline)
    encoded = BytesIO()
    picture.reduce(_FINE).save(encoded, "PNG", optimize=True)
    return encoded.getvalue()
