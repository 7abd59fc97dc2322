"""Dominoes as pictures: with a tag of numerals on the table, small in the taken tricks."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from bot.engine import Tile
from bot.render.lettering import word
from bot.render.palette import Colour, index_of, to_palette
from bot.render.signs import Sign, sign

__all__ = ["MARGIN", "TAG", "small_back", "small_domino", "tagged_domino"]

MARGIN = 6
"""Pixels around a tagged domino for its frame and shadow."""
TAG = 92
"""Width in pixels of the tag of numerals."""

_FINE = 4
_SPOTS: tuple[tuple[tuple[int, int], ...], ...] = (
    (),
    ((1, 1),),
    ((0, 0), (2, 2)),
    ((0, 0), (1, 1), (2, 2)),
    ((0, 0), (0, 2), (2, 0), (2, 2)),
    ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    ((0, 0), (1, 0), (2, 0), (0, 2), (1, 2), (2, 2)),
    ((0, 0), (1, 0), (2, 0), (1, 1), (0, 2), (1, 2), (2, 2)),
    ((0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)),
)
"""Where the pips of 0 to 8 lie on a grid of three by three: column, row."""


def _pips(pen: ImageDraw.ImageDraw, left: float, number: int, side: float, inset: float) -> None:
    """Draw the pips of one half whose left edge is at `left`."""
    reach = side * (0.1 if number < 7 else 0.095)
    for column, row in _SPOTS[number]:
        x = left + side * (0.5 + (column - 1) * 0.27)
        y = inset + side * (0.5 + (row - 1) * 0.27)
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=Colour.INK.value)


def _face(pen: ImageDraw.ImageDraw, tile: Tile, side: float, inset: float) -> None:
    """Draw an ivory domino lying on its long side, `side` high, at (inset, inset)."""
    right, bottom = inset + 2 * side, inset + side
    edge, radius = max(1.0, side * 0.04), side * 0.16
    pen.rounded_rectangle((inset, inset, right, bottom), radius, fill=Colour.IVORY_EDGE.value)
    pen.rounded_rectangle(
        (inset, inset, right - edge * 0.6, bottom - edge * 1.4), radius, fill=Colour.IVORY.value
    )
    middle, pen_width = inset + side, max(1, round(side * 0.025))
    pen.line(
        (middle, inset + side * 0.14, middle, bottom - side * 0.16),
        fill=Colour.INK.value,
        width=pen_width,
    )
    _pips(pen, inset, tile.high, side, inset - edge * 0.4)
    _pips(pen, inset + side, tile.low, side, inset - edge * 0.4)


@lru_cache(maxsize=512)
def small_domino(tile: Tile, height: int, ground: Colour) -> Image.Image:
    """Draw a domino twice as wide as high, lying flat on that ground; palette colours."""
    fine = 6
    picture = Image.new("RGB", (2 * height * fine, height * fine), ground.value)
    _face(ImageDraw.Draw(picture), tile, height * fine - 1, 0)
    return to_palette(picture.reduce(fine))


def _tag_box(height: int) -> tuple[int, int, int, int]:
    """Give where the tag lies in a tagged domino of that height: left, top, right, bottom."""
    left = MARGIN + 2 * height
    return left, MARGIN + 3, left + TAG, MARGIN + height - 3


@lru_cache(maxsize=256)
def _tagged_body(tile: Tile, height: int, *, winning: bool) -> Image.Image:
    """Domino, shadow, frame and the empty tag, upon felt."""
    width, tall = 2 * height + TAG + 2 * MARGIN, height + 2 * MARGIN
    picture = Image.new("RGB", (width * _FINE, tall * _FINE), Colour.FELT.value)
    pen = ImageDraw.Draw(picture)
    left, top, right, bottom = (edge * _FINE for edge in _tag_box(height))
    inset, radius = MARGIN * _FINE, 10 * _FINE
    body = (inset, inset, inset + 2 * height * _FINE, inset + height * _FINE)
    if winning:
        grown = (inset - 5 * _FINE, inset - 5 * _FINE, right + 5 * _FINE, body[3] + 5 * _FINE)
        pen.rounded_rectangle(grown, 16 * _FINE, fill=Colour.AMBER.value)
    else:
        cast = (inset + 2 * _FINE, inset + 3 * _FINE, right, body[3] + 3 * _FINE)
        pen.rounded_rectangle(cast, 16 * _FINE, fill=Colour.SHADOW.value)
        picture = picture.reduce(_FINE).filter(ImageFilter.GaussianBlur(2))
        picture = picture.resize((width * _FINE, tall * _FINE))
        pen = ImageDraw.Draw(picture)
    tag = Colour.AMBER if winning else Colour.PLATE
    pen.rounded_rectangle((left - 2 * radius, top, right, bottom), radius, fill=tag.value)
    _face(pen, tile, height * _FINE, inset)
    return to_palette(picture.reduce(_FINE))


def _write_tag(
    picture: Image.Image,
    tile: Tile,
    height: int,
    *,
    trump: bool,
    called: int | None,
    count: int,
    winning: bool,
) -> None:
    """Write numerals, the called end, trump and count upon the tag."""
    ground, ink = (Colour.AMBER, Colour.INK) if winning else (Colour.PLATE, Colour.CREAM)
    marked = Colour.INK if winning else Colour.AMBER
    left, top, right, bottom = _tag_box(height)
    size, small = (40, 24) if height > 70 else (36, 20)
    line = top + 5 + size * 3 // 8 if trump or count else (top + bottom) // 2
    numerals = _trimmed(f"{tile.high}-{tile.low}", size, ground, ink)
    start = (left + right + 2 - numerals.width) // 2
    picture.paste(numerals, (start, line - numerals.height // 2))
    if called is not None:
        wide = size * 5 // 9
        end = start + 1 if called == tile.high else start + numerals.width - wide - 1
        under = line + numerals.height // 2
        ImageDraw.Draw(picture).rectangle(
            (end, under, end + wide, under + 3), fill=index_of(marked)
        )
    marks: list[Image.Image] = []
    if trump:
        marks.append(sign(Sign.TRUMP, small, ground, ink))
    if count:
        marks.append(sign(Sign.COUNT, small, ground, marked))
        marks.append(_trimmed(str(count), small + 4, ground, ink))
    at = (left + right + 2 - sum(mark.width for mark in marks) - 2 * len(marks) + 2) // 2
    for mark in marks:
        picture.paste(mark, (at, bottom - 5 - (small + mark.height) // 2))
        at += mark.width + 2


def _trimmed(digits: str, size: int, ground: Colour, ink: Colour) -> Image.Image:
    """Write digits without the blank that the font leaves above and below them."""
    sprite = word(digits, size, ground, ink, bold=True)
    return sprite.crop((0, size // 4 - 2, sprite.width, size + 3))


@lru_cache(maxsize=512)
def tagged_domino(
    tile: Tile, height: int, *, trump: bool, called: int | None, count: int, winning: bool
) -> Image.Image:
    """Draw a domino on felt with its numerals on a tag behind it.

    A diamond marks a trump, a star with 5 or 10 a tile that counts, a line under a numeral the
    low end called as the suit led, a frame around everything the tile that has the trick
    so far. 2 × height + TAG + 2 × MARGIN wide, height + 2 × MARGIN high.
    """
    picture = _tagged_body(tile, height, winning=winning).copy()
    _write_tag(picture, tile, height, trump=trump, called=called, count=count, winning=winning)
    return picture


@lru_cache(maxsize=32)
def small_back(height: int, ground: Colour) -> Image.Image:
    """Draw a domino face down, twice as wide as high, lying flat on that ground."""
    fine = 6
    picture = Image.new("RGB", (2 * height * fine, height * fine), ground.value)
    pen, side = ImageDraw.Draw(picture), height * fine - 1
    pen.rounded_rectangle((0, 0, 2 * side, side), side * 0.16, fill=Colour.SAND.value)
    inner = (side * 0.12, side * 0.12, side * 1.88, side * 0.88)
    pen.rounded_rectangle(inner, side * 0.12, fill=Colour.WOOD_LIGHT.value)
    middle, reach = side, side * 0.2
    across = [(middle - reach, side / 2), (middle, side / 2 - reach)]
    pen.polygon(
        [*across, (middle + reach, side / 2), (middle, side / 2 + reach)], fill=Colour.SAND.value
    )
    return to_palette(picture.reduce(fine))
