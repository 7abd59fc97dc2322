"""The rail at the top of a picture: the contract, and each side's points and marks."""

from __future__ import annotations

from bot.render.avatars import avatar_sprite, side_shape
from bot.render.chalk import chalk_marks, words_for
from bot.render.colors import SIDE_TEXT_COLORS, TextColor
from bot.render.ground import RAIL
from bot.render.ivory import REACH, trump_emblem
from bot.render.surface import Area, Canvas
from bot.render.text import has_glyphs, text_width, with_glyphs
from bot.render.values import Scoreboard, SeatPicture, Side

_MIDDLE = 272
"""The left edge of the sides' lines, further left where their names need the space."""
_LEFT = 20
_EMBLEM = 72
"""The left edge of the title, and what an emblem before it takes."""
_APART = 16
"""The least distance between two figures, and between a name and a figure."""
_FACE = 38
"""Size of an avatar in the rail."""
_NAME = 36
"""Distance from the left of the shape to the name."""
_MARKS = {1: 92, 2: 134}
"""Width of the marks in chalk, by number of words."""


Seats = tuple[SeatPicture, ...]


def paint_rail(surface: Canvas, board: Scoreboard, seats: Seats, first: int = 0) -> None:
    """Paint the whole rail, with that side's line first."""
    right = surface.image.width - 18
    sides = len(board.sides)
    high = (RAIL - 8) // sides
    middle = _middle(board, seats, right)
    _paint_title(surface, board, seats, middle)
    for line in range(sides):
        row = Area(middle, 5 + line * high, right, 5 + (line + 1) * high)
        _paint_side(surface, board, (first + line) % sides, row, seats)


def _middle(board: Scoreboard, seats: Seats, right: int) -> int:
    """Return where the sides' lines begin: further left if a name is too long for its line."""
    names = max(_name_width(board, side, seats) for side in range(len(board.sides)))
    lacking = _MIDDLE + _NAME + names + _beside_bar(board) - right
    title = _LEFT + (_EMBLEM if board.trump is not None else 0)
    bid = text_width(board.detail, 30) if board.detail else 0
    face = 0 if board.bidder is None else 10 + _FACE
    title += max(text_width(board.title, 32, heavy=True), bid + face) + _APART
    return max(min(title, _MIDDLE), _MIDDLE - max(0, lacking))


def _paint_title(surface: Canvas, board: Scoreboard, seats: Seats, middle: int) -> None:
    """Paint the contract: the trump, the bid, and the bidder."""
    left = _LEFT
    if board.trump is not None:
        emblem = trump_emblem(board.trump, 68, surface.colors)
        surface.lay(emblem, left - 6 - REACH, (RAIL - emblem.height) // 2)
        left += _EMBLEM
    right = middle - 12
    split = RAIL // 2 + 2
    has_detail = bool(board.detail) or board.bidder is not None
    upper = Area(left, 12, right, split if has_detail else RAIL - 12)
    surface.write(board.title, upper, (40, 36, 32, 30), TextColor.TITLE, heavy=True)
    lower = Area(left, split, right, RAIL - 10)
    room = lower if board.bidder is None else lower._replace(right=right - 48)
    left += surface.write(board.detail, room, (30,), TextColor.DETAIL)
    if board.bidder is not None:
        left += 10 if board.detail else 0
        _paint_bidder(surface, seats, board.bidder, lower._replace(left=left))


def _paint_bidder(surface: Canvas, seats: Seats, bidder: int, area: Area) -> None:
    """Paint the bidder's avatar and name; if both don't fit, one of them."""
    seat = seats[bidder]
    size = _FACE
    name = with_glyphs(seat.shown or seat.name)
    wide = text_width(name, 30, heavy=True)
    if not name or wide > area.width or size + 8 + wide <= area.width:
        surface.lay(avatar_sprite(surface, seat, size), area.left, area.middle[1] - size // 2)
        area = area._replace(left=area.left + size + 8)
    if wide <= area.width:
        surface.write(name, area, (30,), TextColor.DETAIL, heavy=True)


def _paint_side(surface: Canvas, board: Scoreboard, number: int, row: Area, seats: Seats) -> None:
    """Paint a side's line: shape, name, points and total; between two sides a bar under the name.

    A name that is too long is cut, so that it never meets a figure.
    """
    side = board.sides[number]
    end = _paint_total(surface, board, number, row) - _APART
    upper = row
    if side.points is not None:
        end = _paint_points(surface, side, side.points, row, end) - _APART
    if side.points is not None and len(board.sides) == 2:
        upper = row._replace(bottom=row.middle[1] + 1)
        low = (row.middle[1] + row.bottom) // 2
        bar = Area(row.left, low - 5, row.right - _beside_bar(board), low + 6)
        _paint_bar(surface, board, number, bar)
    elif side.asks:
        wide = text_width(side.asks, 30)
        fits = _NAME + _name_width(board, number, seats) + 12 + wide <= end - row.left
        line = row
        if not fits:  # the name has the upper half
            upper = row._replace(bottom=row.middle[1] + 2)
            line = row._replace(top=row.middle[1] + 2)
        area = line._replace(left=end - wide, right=end)
        surface.write(side.asks, area, (30,), TextColor.DETAIL, align="right")
    shape = side_shape(number, 26)
    where = (row.left, upper.middle[1] - 13)
    surface.image.paste(surface.palette.sides[number], where, shape)
    name = Area(row.left + _NAME, upper.top, end, upper.bottom)
    _paint_side_name(surface, board, number, name, seats)


def _paint_side_name(
    surface: Canvas, board: Scoreboard, number: int, area: Area, seats: Seats
) -> None:
    """Write a side's name; if a letter has no glyph, paint its players' avatars."""
    name = board.sides[number].name
    if has_glyphs(name):
        surface.write(name, area, (32, 30), SIDE_TEXT_COLORS[number], heavy=True)
        return
    for place, seat in enumerate(_of_side(seats, number)[: area.width // (_FACE + 6)]):
        x = area.left + place * (_FACE + 6)
        surface.lay(avatar_sprite(surface, seat, _FACE), x, area.middle[1] - _FACE // 2)


def _of_side(seats: Seats, number: int) -> list[SeatPicture]:
    return [seat for seat in seats if seat.side == number]


def _name_width(board: Scoreboard, number: int, seats: Seats) -> int:
    """Return the width of a side's name at its smallest size, or of its players' avatars."""
    name = board.sides[number].name
    if has_glyphs(name):
        return text_width(name, 30, heavy=True)
    return len(_of_side(seats, number)) * (_FACE + 6)


def _paint_points(surface: Canvas, side: Side, points: int, line: Area, right: int) -> int:
    """Write the points of the hand and the goal; return where they start."""
    if side.goal is not None:
        needed = f"/{side.goal}"
        area = Area(right - text_width(needed, 30), line.top, right, line.bottom)
        right -= surface.write(needed, area, (30,), TextColor.DETAIL)
    wide = text_width(str(points), 32, heavy=True)
    area = Area(right - wide, line.top, right, line.bottom)
    surface.write(str(points), area, (32,), TextColor.TITLE, heavy=True)
    return right - wide


def _beside_bar(board: Scoreboard) -> int:
    """Return the room for the figures: the same for all sides, so bars compare by eye."""
    totals = 0
    points = 0
    words = words_for(board)
    for side in board.sides:
        if side.points is not None:
            goal = "" if side.goal is None else f"/{side.goal}"
            number = text_width(str(side.points), 32, heavy=True)
            points = max(points, text_width(goal, 30) + number + _APART)
        if board.target is None:
            continue
        wide = text_width(f"/{board.target}", 30) + text_width(str(side.total), 36, heavy=True)
        totals = max(totals, _MARKS.get(words, wide))
    return totals + _APART + points


def _paint_bar(surface: Canvas, board: Scoreboard, number: int, bar: Area) -> None:
    """Paint the points as a bar, with a notch where the bid makes or sets."""
    side = board.sides[number]
    palette = surface.palette
    surface.plate(bar, palette.wood_dark, radius=5)
    points = min(max(side.points or 0, 0), board.bar)
    filled = bar.width * points // board.bar
    if filled:
        filled = max(filled, bar.height)
        surface.plate(bar._replace(right=bar.left + filled), palette.sides[number], radius=5)
    if side.goal is not None:
        at = bar.left + bar.width * min(side.goal, board.bar) // board.bar
        notch = Area(at - 4, bar.top - 6, at + 4, bar.bottom + 5)
        surface.plate(notch, palette.cream, radius=3, edge=palette.wood_dark, thick=2)


def _paint_total(surface: Canvas, board: Scoreboard, number: int, row: Area) -> int:
    """Paint the side's total at the right of its line; return where it starts."""
    side = board.sides[number]
    if board.target is None:
        return row.right
    words = words_for(board)
    if words:
        wide = _MARKS[words]
        high = min(row.height - 10, 46)
        marks = chalk_marks(
            board.word, side.total, board.target, words, number, wide, high, surface.colors
        )
        surface.lay(marks, row.right - wide, row.middle[1] - high // 2)
        return row.right - wide
    target = f"/{board.target}"
    right = row.right - surface.write(target, row, (30,), TextColor.DETAIL, align="right")
    total = row._replace(right=right)
    wide = surface.write(
        str(side.total), total, (36,), SIDE_TEXT_COLORS[number], heavy=True, align="right"
    )
    return right - wide
