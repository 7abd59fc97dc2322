from io import BytesIO

import pytest
from PIL import Image

from bot.render import EMOJI_SIZE, emoji_name, render_tile_emoji
from texas42.engine import Tile

pytestmark = pytest.mark.slow

EVERY_TILE = [Tile(high, low) for high in range(9) for low in range(high + 1)]


def _render(png: bytes, size: int = EMOJI_SIZE) -> bytes:
    """Render the emoji in black and white on mid-gray, shrunk to `size` pixels."""
    picture = Image.open(BytesIO(png))
    ground = Image.new("RGBA", picture.size, (128, 128, 128))
    ground.alpha_composite(picture)
    return ground.convert("L").resize((size, size), Image.Resampling.LANCZOS).tobytes()


def _painted(tile: Tile) -> bytes:
    return render_tile_emoji(tile, tile.count)


def _difference(one: bytes, other: bytes) -> int:
    return sum(abs(a - b) > 96 for a, b in zip(one, other, strict=True))


def test_every_tile_emoji_is_a_transparent_png_within_discords_limit() -> None:
    for png in map(_painted, EVERY_TILE):
        picture = Image.open(BytesIO(png))
        assert (picture.format, picture.size, picture.mode) == ("PNG", (128, 128), "RGBA")
        assert picture.getpixel((0, 0))[3] == 0
        assert len(png) < 256 * 1024


def test_every_tile_emoji_is_distinct_at_22_pixels() -> None:
    seen = [_render(_painted(tile), 22) for tile in EVERY_TILE]
    for place, one in enumerate(seen):
        for other in seen[place + 1 :]:
            assert _difference(one, other) >= 8


def _lower_edge(png: bytes) -> list[int]:
    picture = Image.open(BytesIO(png)).convert("L")
    row = [picture.getpixel((x, EMOJI_SIZE - 18)) < 100 for x in range(8, EMOJI_SIZE - 8)]
    return [x for x in range(1, len(row)) if row[x] and not row[x - 1]]


@pytest.mark.parametrize("tile", [tile for tile in EVERY_TILE if tile.count])
def test_count_tile_has_a_line_per_five_points(tile: Tile) -> None:
    assert len(_lower_edge(_painted(tile))) == tile.count // 5
    assert _difference(_render(render_tile_emoji(tile, 0), 22), _render(_painted(tile), 22)) >= 8


def test_emoji_is_deterministic() -> None:
    assert _painted(Tile(6, 4)) == _painted(Tile(6, 4))


def test_emoji_name_has_the_high_end_first() -> None:
    names = [emoji_name(tile, tile.count) for tile in EVERY_TILE]
    assert emoji_name(Tile(6, 4), 10) == "six_four"
    assert emoji_name(Tile(6, 4), 0) == "six_four_no_count"
    assert emoji_name(Tile(5, 5), 10) == "double_five"
    assert emoji_name(Tile(1, 0), 0) == "one_blank"
    assert len(set(names)) == 45
    assert all(2 <= len(name) <= 32 and name.replace("_", "").isalnum() for name in names)
