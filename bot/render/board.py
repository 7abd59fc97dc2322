"""Draws the board: a pure function from what everybody may see to a PNG."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

from bot.render.canvas import centre, panel, put, write
from bot.render.layout import BAR_HEIGHT, HEIGHT, STRIP_TOP, WIDTH, Box, Layout, layout
from bot.render.lettering import readable_name, word_width
from bot.render.palette import Colour, palette_bytes, to_palette
from bot.render.picture import BoardPicture, Line, Mode
from bot.render.score import draw_side
from bot.render.seats import draw_seat
from bot.render.signs import sign, star_points

__all__ = ["draw_board"]


def draw_board(board: BoardPicture) -> bytes:
    """Draw the board as a PNG of 960 × 640 pixels in 256 colours.

    The same spec gives the same bytes. May be called from several threads at once.
    """
    places = layout(len(board.seats), len(board.sides))
    picture = _ground(len(board.seats), len(board.sides)).copy()
    _draw_bar(picture, board, places)
    for number, boxes in enumerate(places.seats):
        draw_seat(picture, board, number, boxes)
    _draw_banner(picture, board, places.banner)
    for number, box in enumerate(places.sides):
        draw_side(picture, board, number, box)
    picture.putpalette(palette_bytes())
    encoded = BytesIO()
    picture.save(encoded, "PNG", compress_level=2)
    return encoded.getvalue()


@lru_cache(maxsize=8)
def _ground(seats: int, sides: int) -> Image.Image:
    """Draw the empty table: felt in a wooden rail, with the bar and the sides' strips."""
    fine = 2
    picture = Image.new("RGB", (WIDTH * fine, HEIGHT * fine), Colour.WOOD.value)
    pen = ImageDraw.Draw(picture)
    felt = (0, BAR_HEIGHT * fine, WIDTH * fine, STRIP_TOP * fine)
    pen.rectangle(felt, fill=Colour.FELT.value)
    for top, colour in ((BAR_HEIGHT, Colour.WOOD_DARK), (STRIP_TOP - 4, Colour.SHADOW)):
        pen.rectangle((0, top * fine, WIDTH * fine, (top + 4) * fine - 1), fill=colour.value)
    for top in (BAR_HEIGHT - 3, STRIP_TOP):
        light = Colour.WOOD_LIGHT.value
        pen.rectangle((0, top * fine, WIDTH * fine, (top + 2) * fine), fill=light)
    for box in layout(seats, sides).stars:
        corners = star_points((centre(box)[0] * fine, centre(box)[1] * fine), box.height)
        pen.polygon(corners, fill=Colour.SLOT.value)
    for side in range(1, sides):
        across = side * WIDTH // sides * fine
        line = (across - fine, (STRIP_TOP + 14) * fine, across, (HEIGHT - 10) * fine)
        pen.rectangle(line, fill=Colour.WOOD_LIGHT.value)
    return to_palette(picture.reduce(fine))


def _said(board: BoardPicture, line: Line) -> str:
    """Give the words of a line, with the seat's name in its place."""
    if line.seat is None:
        return line.text
    seat = board.seats[line.seat]
    return line.text.replace("{name}", readable_name(seat.name, seat.position))


def _draw_bar(picture: Image.Image, board: BoardPicture, places: Layout) -> None:
    """Draw the top bar: trump, bid, suit led, and which table this is."""
    heading, words = (Colour.WOOD, Colour.SAND), (Colour.WOOD, Colour.CREAM)
    write(picture, board.title, places.title, (22, 20, 18), heading, align="right")
    for fact, boxes in zip(board.facts, places.facts, strict=False):
        write(picture, fact.heading, boxes.heading, (22,), heading)
        box = boxes.words
        if fact.sign is not None:
            mark = sign(fact.sign, 30, *words)
            box = box._replace(left=put(picture, mark, box.left, centre(box)[1]) + 8)
        write(picture, _said(board, fact.line), box, (40, 36, 32), words, bold=True)


def _draw_banner(picture: Image.Image, board: BoardPicture, box: Box) -> None:
    """Draw what just happened or is awaited, in the middle of the table."""
    headline, detail = _said(board, board.headline), _said(board, board.detail)
    if not headline:
        return
    ground, ink = Colour.FELT, Colour.CREAM
    if board.mode in (Mode.TRICK_END, Mode.RESULT):
        ground, ink = Colour.PAPER, Colour.INK
        needed = max(word_width(headline, 40, bold=True), word_width(detail, 26)) + 40
        half = min(needed, box.width) // 2
        box = Box(centre(box)[0] - half, box.top, centre(box)[0] + half, box.bottom)
        panel(picture, box, Colour.FELT, ground)
    inner = Box(box.left + 10, box.top + 1, box.right - 10, box.bottom - 1)
    if not detail:
        large = (44, 40, 36, 32, 28)
        write(picture, headline, inner, large, (ground, ink), bold=True, align="centre")
        return
    split = inner.bottom - 26
    upper = Box(inner.left, inner.top, inner.right, split)
    lower = Box(inner.left, split, inner.right, inner.bottom)
    sizes = (40, 36, 32, 28) if box.height >= 76 else (36, 32, 28)
    write(picture, headline, upper, sizes, (ground, ink), bold=True, align="centre")
    write(picture, detail, lower, (24, 22, 20), (ground, ink), align="centre")
