"""The colours of the board, gathered in one palette that every picture of it shares.

A board is drawn directly in palette indices: text and marks are soft-edged masks that
are looked up in a ramp between the colour of the ground and the colour of the ink. So
nothing is quantised while a board is drawn, and the PNG needs one byte a pixel.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from PIL import Image

__all__ = ["RAMP_STEPS", "Colour", "index_of", "palette_bytes", "ramp", "to_palette"]

RAMP_STEPS = 12
"""Shades between a ground and an ink, both ends included."""

RGB = tuple[int, int, int]


class Colour(Enum):
    """The colours by what they are on the table; red, green, blue 0 to 255."""

    FELT = (20, 88, 62)
    SLOT = (16, 74, 52)
    SEAM = (44, 116, 86)
    SHADOW = (8, 44, 30)
    WOOD = (66, 40, 24)
    WOOD_DARK = (40, 24, 14)
    WOOD_LIGHT = (116, 74, 44)
    PLATE = (10, 48, 34)
    CREAM = (254, 246, 226)
    SAND = (222, 204, 164)
    IVORY = (250, 242, 218)
    IVORY_EDGE = (200, 180, 136)
    PAPER = (246, 236, 206)
    GHOST = (214, 200, 164)
    INK = (30, 26, 22)
    AMBER = (255, 200, 80)
    SKY = (136, 208, 255)
    CORAL = (255, 160, 136)
    LIME = (190, 232, 120)


_C = Colour
_PAIRS: tuple[tuple[Colour, Colour], ...] = (
    (_C.FELT, _C.CREAM),
    (_C.FELT, _C.IVORY_EDGE),
    (_C.FELT, _C.AMBER),
    (_C.FELT, _C.PLATE),
    (_C.FELT, _C.SHADOW),
    (_C.FELT, _C.SEAM),
    (_C.FELT, _C.SLOT),
    (_C.FELT, _C.PAPER),
    (_C.SLOT, _C.CREAM),
    (_C.SLOT, _C.AMBER),
    (_C.SLOT, _C.SAND),
    (_C.WOOD, _C.CREAM),
    (_C.WOOD, _C.SAND),
    (_C.WOOD, _C.WOOD_DARK),
    (_C.WOOD, _C.WOOD_LIGHT),
    (_C.WOOD, _C.PAPER),
    (_C.WOOD, _C.SKY),
    (_C.WOOD, _C.CORAL),
    (_C.WOOD, _C.LIME),
    (_C.WOOD, _C.AMBER),
    (_C.PLATE, _C.CREAM),
    (_C.PLATE, _C.SAND),
    (_C.PLATE, _C.AMBER),
    (_C.PLATE, _C.SKY),
    (_C.PLATE, _C.CORAL),
    (_C.PLATE, _C.LIME),
    (_C.AMBER, _C.INK),
    (_C.IVORY, _C.INK),
    (_C.IVORY, _C.IVORY_EDGE),
    (_C.PAPER, _C.INK),
    (_C.PAPER, _C.GHOST),
)


def _between(ground: RGB, ink: RGB, step: int) -> RGB:
    """Give the colour `step` of RAMP_STEPS - 1 of the way from ground to ink."""
    last = RAMP_STEPS - 1
    red, green, blue = (round(a + (b - a) * step / last) for a, b in zip(ground, ink, strict=True))
    return red, green, blue


@lru_cache(maxsize=1)
def _indices() -> dict[RGB, int]:
    """Every colour of the palette with its index.

    The ramps of _PAIRS are laid in turn. Beyond 256 colours the inner shades are
    thinned out evenly, so the colours themselves are always exact.
    """
    colours: dict[RGB, int] = {}
    for colour in Colour:
        colours.setdefault(colour.value, len(colours))
    inner = [
        [_between(ground.value, ink.value, step) for step in range(1, RAMP_STEPS - 1)]
        for ground, ink in _PAIRS
    ]
    for order in (1, 4, 7, 2, 5, 8, 3, 6, 0, 9):
        for shades in inner:
            if len(colours) < 256:
                colours.setdefault(shades[order], len(colours))
    return colours


def index_of(colour: Colour) -> int:
    """Palette index of a colour."""
    return _indices()[colour.value]


@lru_cache(maxsize=1)
def palette_bytes() -> bytes:
    """Give the palette as red, green, blue of each index in turn; 768 bytes."""
    flat = bytes(part for colour in _indices() for part in colour)
    return flat.ljust(768, b"\0")


def _nearest(wanted: RGB) -> int:
    """Index of the palette's colour that is nearest to the one wanted."""
    return min(
        _indices().items(),
        key=lambda entry: sum((a - b) ** 2 for a, b in zip(entry[0], wanted, strict=True)),
    )[1]


@lru_cache(maxsize=128)
def ramp(ground: Colour, ink: Colour) -> bytes:
    """Palette index for each of 256 degrees of ink upon the ground."""
    last = RAMP_STEPS - 1
    shades = [_nearest(_between(ground.value, ink.value, step)) for step in range(RAMP_STEPS)]
    return bytes(shades[round(degree * last / 255)] for degree in range(256))


def to_palette(picture: Image.Image) -> Image.Image:
    """Bring an RGB picture into the colours of the palette, without dithering.

    The palette holder is made anew each time: Pillow keeps a search table in it while it
    converts, which two threads must not share.
    """
    holder = Image.new("P", (1, 1))
    holder.putpalette(palette_bytes())
    return picture.quantize(palette=holder, dither=Image.Dither.NONE)
