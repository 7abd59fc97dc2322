"""Putting words, signs and panels on a picture in palette colours."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from bot.render.layout import Box
from bot.render.lettering import fitting, word, word_width
from bot.render.palette import Colour, to_palette

__all__ = ["centre", "panel", "put", "write"]

_FINE = 4


@lru_cache(maxsize=256)
def _panel(width: int, height: int, ground: Colour, fill: Colour, edge: Colour) -> Image.Image:
    picture = Image.new("RGB", (width * _FINE, height * _FINE), ground.value)
    outer = (0, 0, width * _FINE - 1, height * _FINE - 1)
    ImageDraw.Draw(picture).rounded_rectangle(
        outer, 12 * _FINE, fill=fill.value, outline=edge.value, width=2 * _FINE
    )
    return to_palette(picture.reduce(_FINE))


def panel(
    picture: Image.Image, box: Box, ground: Colour, fill: Colour, edge: Colour | None = None
) -> None:
    """Lay a panel with round corners on the ground; `edge` is its rim, by default none."""
    picture.paste(_panel(box.width, box.height, ground, fill, edge or fill), box[:2])


def put(picture: Image.Image, sprite: Image.Image, left: int, middle: int) -> int:
    """Lay a sprite with its left edge and its middle height there; returns its right edge."""
    picture.paste(sprite, (left, middle - sprite.height // 2))
    return left + sprite.width


def write(
    picture: Image.Image,
    text: str,
    box: Box,
    sizes: tuple[int, ...],
    colours: tuple[Colour, Colour],
    *,
    bold: bool = False,
    align: str = "left",
) -> int:
    """Write a line in the middle height of the box; returns its width in pixels.

    The first of the sizes that fits is taken; in the last one the text is cut short with
    an ellipsis. `colours` are ground and ink; `align` is left, centre or right.
    """
    size = next((s for s in sizes if word_width(text, s, bold=bold) <= box.width), sizes[-1])
    shown = fitting(text, size, box.width, bold=bold)
    if not shown:
        return 0
    sprite = word(shown, size, *colours, bold=bold)
    spare = box.width - sprite.width
    left = box.left + {"left": 0, "centre": spare // 2, "right": spare}[align]
    # The line of the font is higher above its letters than below: its letters' middle
    # lies at about 0.63 of the size.
    top = (box.top + box.bottom) // 2 - round(size * 0.63)
    hidden = max(0, box.top - top)
    shown_part = sprite.crop((0, hidden, sprite.width, min(sprite.height, box.bottom - top)))
    picture.paste(shown_part, (left, top + hidden))
    return sprite.width


def centre(box: Box) -> tuple[int, int]:
    """Give the middle of a box: x, y."""
    return (box.left + box.right) // 2, (box.top + box.bottom) // 2
