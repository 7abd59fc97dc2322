from itertools import combinations

import pytest

from bot.render.avatars import DISCS
from bot.render.colors import PALETTES, RGB, SIDE_TEXT_COLORS, TextColor
from bot.render.values import Colors

EVERY = pytest.mark.parametrize("colors", Colors)
# how people without one kind of cone see red, green and blue (Machado et al., 2009)
MISSING_CONES = {
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _luminance(color: RGB) -> float:
    red, green, blue = map(_linear, color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGB, other: RGB) -> float:
    """Compute the contrast of two colors as WCAG defines it, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@EVERY
@pytest.mark.parametrize("writing", TextColor)
def test_text_contrasts_with_its_background(writing, colors):
    palette = PALETTES[colors]
    for ground in writing.grounds:
        assert contrast(palette.of(writing.ink), palette.of(ground)) >= 4.5, ground


@EVERY
def test_initials_and_pips_contrast_with_their_background(colors):
    palette = PALETTES[colors]
    assert all(contrast(palette.cream, disc) >= 4.5 for disc in DISCS)
    assert contrast(palette.ink, palette.ivory_shade) >= 4.5


def test_each_side_has_its_own_text_color():
    assert [writing.ink for writing in SIDE_TEXT_COLORS] == ["side0", "side1", "side2"]


@pytest.mark.parametrize("kind", MISSING_CONES)
def test_safe_palette_keeps_sides_distinct_for_color_blind_players(kind):
    sides = PALETTES[Colors.COLOR_BLIND_SAFE].sides

    def rgb_seen(color: RGB) -> list[float]:
        return [
            sum(a * part for a, part in zip(row, color, strict=True)) for row in MISSING_CONES[kind]
        ]

    for one, other in combinations(sides, 2):
        far = sum((a - b) ** 2 for a, b in zip(rgb_seen(one), rgb_seen(other), strict=True)) ** 0.5
        assert far > 60
