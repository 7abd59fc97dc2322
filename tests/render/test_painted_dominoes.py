"""A painted domino: its ends, pips and marks."""

from dataclasses import replace

import pytest
from PIL import Image

from bot.render import (
    HandTile,
    Stance,
    TrickTile,
)
from bot.render.ivory import REACH, domino
from tests.render.samples import EVERY_TILE, a_panel, a_table, gray
from texas42.engine import Tile


def dark_spots(half: Image.Image) -> int:
    """Count the dark spots on half a domino, ignoring its edges."""
    side = half.width
    ink = half.crop((side // 12, side // 12, side - side // 12, side - side // 12)).convert("L")
    lights = enumerate(ink.tobytes())
    dark = {(at % ink.width, at // ink.width) for at, light in lights if light < 110}
    spots = 0
    while dark:
        spots += 1
        edge = [dark.pop()]
        while edge:
            x, y = edge.pop()
            for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if beside in dark:
                    dark.discard(beside)
                    edge.append(beside)
    return spots


@pytest.mark.parametrize("tile", EVERY_TILE)
def test_high_end_of_a_domino_is_up_or_left(tile):
    side = 96
    upright = domino(tile, side).convert("RGB")
    lying = domino(tile, side, lying=True).convert("RGB")
    far = REACH + side
    margin = REACH
    assert dark_spots(upright.crop((margin, margin, margin + side, far))) == tile.high
    assert dark_spots(upright.crop((margin, far, margin + side, far + side))) == tile.low
    assert dark_spots(lying.crop((margin, margin, far, margin + side))) == tile.high
    assert dark_spots(lying.crop((far, margin, far + side, margin + side))) == tile.low


def test_six_pips_form_two_rows_of_three_along_the_domino():
    side = 90
    face = domino(Tile(6, 0), side).convert("L")
    for column, dark in ((0.23, True), (0.5, False), (0.77, True)):
        for row in (0.23, 0.5, 0.77):
            at = (REACH + round(side * column), REACH + round(side * row))
            assert (face.getpixel(at) < 110) == dark


@pytest.mark.parametrize("lying", [False, True])
@pytest.mark.parametrize("side", [22, 46, 72])
def test_trump_star_covers_no_pip(side, lying):
    pip = 60
    for tile in EVERY_TILE:
        plain, trump = (
            domino(tile, side, lying=lying, trump=trump).convert("L") for trump in (False, True)
        )
        changed = [
            at
            for at, (before, after) in enumerate(zip(plain.tobytes(), trump.tobytes(), strict=True))
            if before < pip < after and inside(at, plain.size)
        ]
        assert not changed, tile
        assert plain.tobytes() != trump.tobytes(), tile


def inside(at: int, size: tuple[int, int]) -> bool:
    """Return True if a pixel is on the domino's face, not on its shadow or edge."""
    x = at % size[0]
    y = at // size[0]
    edge = REACH + 3
    return edge <= x < size[0] - edge and edge <= y < size[1] - edge


def test_every_domino_looks_different_in_the_trick():
    table = a_table()
    played = table.trick[0]
    seen = {gray(replace(table, trick=(replace(played, tile=tile),))) for tile in EVERY_TILE}
    assert len(seen) == len(EVERY_TILE)


def test_marks_on_a_played_domino_differ_in_shape():
    table = replace(a_table(), trick=())
    plain = TrickTile(seat=0, tile=Tile(6, 1))
    marks = ({}, {"trump": True}, {"winning": True}, {"count": 5}, {"count": 10}, {"words": "led"})
    seen = {gray(replace(table, trick=(replace(plain, **mark),))) for mark in marks}
    assert len(seen) == len(marks)


def test_states_of_a_domino_in_hand_differ_in_shape():
    panel = a_panel()
    tiles = (HandTile(tile=Tile(6, 1)), HandTile(tile=Tile(5, 0)))
    marks = [{"stance": stance} for stance in Stance] + [{"trump": True}, {"count": 5}]
    seen = set()
    for mark in marks:
        hand = replace(panel.hand, tiles=(replace(tiles[0], **mark), tiles[1]))
        seen.add(gray(replace(panel, hand=hand)))
    assert len(seen) == len(marks)
