"""The drawing surface: sprites, plates, and words in the palette's colors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from bot.render.colors import PALETTES, RGB, Palette, TextColor
from bot.render.text import fitting, text_width, write_text
from bot.render.values import Colors

FINE = 4
"""Shapes are painted this much larger and shrunk, for soft edges."""


class Area(NamedTuple):
    """A rectangle in pixels; right and bottom are exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Its width in pixels."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Its height in pixels."""
        return self.bottom - self.top

    @property
    def middle(self) -> tuple[int, int]:
        """The point at its center."""
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    @classmethod
    def around(cls, middle: tuple[int, int], width: int, height: int) -> Area:
        """Return the area of that size around a point."""
        left = middle[0] - width // 2
        top = middle[1] - height // 2
        return cls(left, top, left + width, top + height)


def fill_shape(shape: Image.Image, color: RGB) -> Image.Image:
    """Fill a shape with a color; the shape is a mask at `FINE` times the size."""
    mask = shape.reduce(FINE)
    sprite = Image.new("RGBA", mask.size, color)
    sprite.putalpha(mask)
    return sprite


def soft_shadow(shape: Image.Image, blur: float, strength: float) -> Image.Image:
    """Return the soft shadow of a mask."""
    mask = shape.filter(ImageFilter.GaussianBlur(blur)).point(lambda ink: round(ink * strength))
    sprite = Image.new("RGBA", mask.size, (0, 0, 0))
    sprite.putalpha(mask)
    return sprite


@lru_cache(maxsize=512)
def _plate(
    width: int, height: int, radius: int, fill: RGB, opacity: int, edge: RGB | None, thick: int
) -> Image.Image:
    size = (width * FINE, height * FINE)
    mask = Image.new("L", size)
    outline = (0, 0, size[0] - 1, size[1] - 1)
    ImageDraw.Draw(mask).rounded_rectangle(outline, radius * FINE, fill=opacity)
    if edge is None:
        return fill_shape(mask, fill)
    ImageDraw.Draw(mask).rounded_rectangle(outline, radius * FINE, outline=255, width=thick * FINE)
    picture = Image.new("RGB", size, fill)
    ImageDraw.Draw(picture).rounded_rectangle(
        outline, radius * FINE, outline=edge, width=thick * FINE
    )
    sprite = picture.reduce(FINE).convert("RGBA")
    sprite.putalpha(mask.reduce(FINE))
    return sprite


@lru_cache(maxsize=64)
def _dashes(width: int, height: int, radius: int, color: RGB) -> Image.Image:
    """Paint a dashed outline: the empty place for a domino or a bid."""
    size = (width * FINE, height * FINE)
    mask = Image.new("L", size)
    pen = ImageDraw.Draw(mask)
    step = 16 * FINE
    thick = 3 * FINE
    box = (0, 0, size[0] - 1, size[1] - 1)
    pen.rounded_rectangle(box, radius * FINE, outline=230, width=thick)
    for at in range(step, size[0] - step, step):
        for top in (0, size[1] - thick):
            pen.rectangle((at, top, at + step // 2, top + thick), fill=0)
    for at in range(step, size[1] - step, step):
        for left in (0, size[0] - thick):
            pen.rectangle((left, at, left + thick, at + step // 2), fill=0)
    return fill_shape(mask, color)


class Canvas:
    """A picture while it is painted, and the avatars of the people in it by name."""

    def __init__(
        self, ground: Image.Image, colors: Colors, avatars: Mapping[str, bytes] | None = None
    ) -> None:
        self.image = ground.copy()
        self.colors = colors
        self.avatars = avatars or {}
        self.palette: Palette = PALETTES[colors]

    def lay(self, sprite: Image.Image, left: int, top: int) -> None:
        """Paste a sprite with its upper left corner at a point."""
        self.image.paste(sprite, (left, top), sprite)

    def lay_in(self, sprite: Image.Image, middle: tuple[int, int]) -> None:
        """Paste a sprite centered on a point."""
        self.lay(sprite, middle[0] - sprite.width // 2, middle[1] - sprite.height // 2)

    def plate(
        self,
        area: Area,
        fill: RGB,
        *,
        radius: int = 12,
        opacity: int = 255,
        edge: RGB | None = None,
        thick: int = 3,
    ) -> None:
        """Paint a plate with round corners, by default without an edge."""
        corner = min(radius, area.width // 2, area.height // 2)
        sprite = _plate(area.width, area.height, corner, fill, opacity, edge, thick)
        self.lay(sprite, area.left, area.top)

    def open_place(self, area: Area, color: RGB, radius: int = 10) -> None:
        """Paint the dashed outline of an empty place."""
        self.lay(_dashes(area.width, area.height, radius, color), area.left, area.top)

    def write(
        self,
        text: str,
        area: Area,
        sizes: tuple[int, ...],
        color: TextColor,
        *,
        heavy: bool = False,
        align: str = "left",
    ) -> int:
        """Write a line, vertically centered in an area; return its width in pixels.

        It uses the first of the sizes that fits; at the last one the text is truncated. `align` is
        left, center or right.
        """
        wide = area.width
        size = next((s for s in sizes if text_width(text, s, heavy=heavy) <= wide), sizes[-1])
        shown = fitting(text, size, wide, heavy=heavy)
        if not shown:
            return 0
        mask = write_text(shown, size, heavy=heavy)
        spare = wide - mask.width
        left = area.left + {"left": 0, "center": spare // 2, "right": spare}[align]
        top = (area.top + area.bottom) // 2 - mask.height // 2
        self.image.paste(self.palette.of(color.ink), (left, top), mask)
        return mask.width
