"""The colors of wood, felt and ivory, and which ink is written on which ground."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType

from bot.render.values import Colors

RGB = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Palette:
    """Wood, felt, ivory, gold and a color for each side; the rest are shades of these."""

    wood: RGB = (82, 48, 28)
    wood_dark: RGB = (44, 24, 13)
    wood_light: RGB = (128, 80, 48)
    felt: RGB = (26, 94, 67)
    felt_dark: RGB = (9, 48, 34)
    ivory: RGB = (253, 248, 233)
    ivory_shade: RGB = (231, 217, 183)
    ink: RGB = (34, 26, 22)
    cream: RGB = (252, 244, 224)
    sand: RGB = (232, 208, 160)
    gold: RGB = (255, 205, 84)
    sides: tuple[RGB, RGB, RGB] = ((146, 212, 255), (255, 184, 160), (200, 232, 128))

    def of(self, name: str) -> RGB:
        """Return a color by its name; side0, side1 and side2 are the sides'."""
        if name.startswith("side"):
            return self.sides[int(name[4:])]
        color: RGB = getattr(self, name)
        return color


_STANDARD = Palette()
PALETTES: Mapping[Colors, Palette] = MappingProxyType(
    {
        Colors.STANDARD: _STANDARD,
        # blue, yellow and white stay apart for every common kind of color blindness
        Colors.COLOR_BLIND_SAFE: replace(
            _STANDARD,
            gold=(255, 255, 255),
            sides=((138, 206, 255), (255, 208, 64), (255, 246, 240)),
        ),
    }
)


class TextColor(Enum):
    """Every color of ink, and the backgrounds that it is written on, by name."""

    TITLE = ("cream", "wood")
    DETAIL = ("sand", "wood")
    SIDE_0 = ("side0", "wood", "felt")
    SIDE_1 = ("side1", "wood", "felt")
    SIDE_2 = ("side2", "wood", "felt")
    ON_FELT = ("cream", "felt", "felt_dark")
    NAME = ("cream", "felt_dark")
    ON_GOLD = ("ink", "gold")
    ON_IVORY = ("ink", "ivory")

    def __init__(self, ink: str, *grounds: str) -> None:
        self.ink = ink
        self.grounds = grounds


SIDE_TEXT_COLORS = (TextColor.SIDE_0, TextColor.SIDE_1, TextColor.SIDE_2)


def blend(one: RGB, other: RGB, share: float) -> RGB:
    """Return a color between two: `share` of the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
