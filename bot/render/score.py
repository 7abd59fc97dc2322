"""The sides' strips below the table: totals, points of the hand, tricks taken."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from bot.render.canvas import panel, put, write
from bot.render.dominoes import small_back, small_domino
from bot.render.layout import Box
from bot.render.lettering import word_width
from bot.render.palette import Colour, to_palette
from bot.render.picture import BoardPicture, Scoring, SidePicture, TakenTrick
from bot.render.signs import SIDE_COLOURS, SIDE_SIGNS, sign

__all__ = ["STROKES", "draw_side"]

STROKES: tuple[tuple[tuple[float, float], tuple[float, float]], ...] = (
    ((10, 34), (24, 3)),
    ((23, 3), (36, 35)),
    ((13, 23), (33, 22)),
    ((49, 4), (48, 34)),
    ((48, 34), (66, 33)),
    ((80, 3), (79, 34)),
    ((79, 34), (98, 35)),
)
"""The seven strokes of the word ALL, as marks are written: from where to where, in pixels."""

_FINE = 4
_SLIP = (106, 40)


def draw_side(picture: Image.Image, board: BoardPicture, number: int, box: Box) -> None:
    """Draw the strip of one side."""
    side = board.sides[number]
    head = Box(box.left, box.top, box.right, box.top + 48)
    middle = (head.top + head.bottom) // 2
    shape = sign(SIDE_SIGNS[number], 30, Colour.WOOD, SIDE_COLOURS[number])
    left = put(picture, shape, head.left + 2, middle) + 10
    right = head.right
    if side.points is not None:
        points = str(side.points) if side.needed is None else f"{side.points}/{side.needed}"
        room = Box(left, head.top, head.right, head.bottom)
        ink = (Colour.WOOD, Colour.CREAM)
        right -= write(picture, points, room, (38,), ink, bold=True, align="right") + 14
    right = _draw_total(picture, board, side, Box(left, head.top, right, 0))
    name = Box(left, head.top, right - 10, head.bottom)
    write(picture, side.name, name, (36,), (Colour.WOOD, Colour.CREAM), bold=True)
    taken = Box(box.left, head.bottom + 5, box.right, box.bottom)
    _draw_taken(picture, board, side.tricks, taken)


def _draw_total(picture: Image.Image, board: BoardPicture, side: SidePicture, room: Box) -> int:
    """Draw the slip with the side's total at the right of the room; returns its left edge."""
    wide = len(board.sides) == 2
    in_strokes = wide and board.scoring is Scoring.MARKS and board.target <= len(STROKES)
    text = str(side.total) if in_strokes or not wide else f"{side.total}/{board.target}"
    width = word_width(text, 38, bold=True) + 22 + (_SLIP[0] if in_strokes else 0)
    slip = Box(room.right - width, room.top + 1, room.right, room.top + 47)
    panel(picture, slip, Colour.WOOD, Colour.PAPER)
    left = slip.left + 12
    if in_strokes:
        picture.paste(_strokes(side.total, board.target), (slip.left + 6, slip.top + 3))
        left = slip.left + _SLIP[0] + 12
    words = Box(left, slip.top + 2, slip.right - 6, slip.bottom - 2)
    write(picture, text, words, (38,), (Colour.PAPER, Colour.INK), bold=True)
    return slip.left


@lru_cache(maxsize=128)
def _strokes(total: int, target: int) -> Image.Image:
    """Draw the marks won so far in ink, those still to be won as faint strokes."""
    picture = Image.new("RGB", (_SLIP[0] * _FINE, _SLIP[1] * _FINE), Colour.PAPER.value)
    pen = ImageDraw.Draw(picture)
    for place, (start, end) in enumerate(STROKES[: max(target, total)]):
        ink = Colour.INK if place < total else Colour.GHOST
        half = (2.4 if place < total else 1.4) * _FINE
        ends = [(x * _FINE, y * _FINE) for x, y in (start, end)]
        pen.line(ends, fill=ink.value, width=round(2 * half))
        for x, y in ends:
            pen.ellipse((x - half, y - half, x + half, y + half), fill=ink.value)
    return to_palette(picture.reduce(_FINE))


def _columns(size: int, pitch: int, height: int) -> tuple[int, int]:
    """In how many columns a trick of that size lies, and how high its dominoes are."""
    return max(
        (
            (columns, min(height // -(-size // columns) - 1, ((pitch - 6) // columns - 1) // 2))
            for columns in (1, 2)
        ),
        key=lambda choice: choice[1],
    )


def _draw_taken(
    picture: Image.Image, board: BoardPicture, tricks: tuple[TakenTrick, ...], room: Box
) -> None:
    """Draw the tricks taken, side by side, with what each brought below."""
    pitch = room.width // board.tricks_in_hand
    for place, trick in enumerate(tricks[: board.tricks_in_hand]):
        columns, height = _columns(trick.size, pitch, room.height - 24)
        left = room.left + place * pitch
        for at in range(trick.size):
            row, column = divmod(at, columns)
            if trick.tiles:
                sprite = small_domino(trick.tiles[at], height, Colour.WOOD)
            else:
                sprite = small_back(height, Colour.WOOD)
            corner = (left + column * (2 * height + 1), room.top + row * (height + 1))
            picture.paste(sprite, corner)
        width, bottom = (
            columns * (2 * height + 1),
            room.top - (-trick.size // columns) * (height + 1),
        )
        below = Box(left, bottom, left + width, bottom + 24)
        ink = (Colour.WOOD, Colour.SAND)
        write(picture, str(trick.points), below, (22, 18), ink, bold=True, align="centre")
