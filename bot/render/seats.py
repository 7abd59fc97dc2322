"""A seat on the board: its name plate, and its call, tile or hand."""

from __future__ import annotations

from PIL import Image

from bot.engine import Tile
from bot.render.canvas import centre, panel, put, write
from bot.render.dominoes import MARGIN, TAG, small_domino, tagged_domino
from bot.render.layout import Box, SeatBoxes
from bot.render.lettering import readable_name, word, word_width
from bot.render.palette import Colour
from bot.render.picture import BoardPicture, Mode, PlayedTile, SeatPicture
from bot.render.signs import SIDE_COLOURS, SIDE_SIGNS, Sign, sign

__all__ = ["draw_seat"]


def draw_seat(picture: Image.Image, board: BoardPicture, number: int, boxes: SeatBoxes) -> None:
    """Draw one seat with everything that lies before it."""
    seat = board.seats[number]
    played = next((tile for tile in board.trick if tile.seat == number), None)
    _draw_plate(picture, seat, boxes.plate, winning=played is not None and played.winning)
    if board.mode is Mode.BIDDING:
        _draw_call(picture, seat, boxes.spot)
    elif board.mode is Mode.RESULT:
        _draw_hand(picture, seat.revealed, boxes.spot)
    elif not seat.sitting_out:
        _draw_played(picture, played, boxes.spot)


def _draw_plate(picture: Image.Image, seat: SeatPicture, box: Box, *, winning: bool) -> None:
    """Name and side above; roles, position and tiles left below."""
    ground = Colour.AMBER if seat.turn else Colour.PLATE
    ink = Colour.INK if seat.turn else Colour.CREAM
    panel(picture, box, Colour.FELT, ground)
    upper, lower = box.top + 23, box.top + 53
    side_ink = Colour.INK if seat.turn else SIDE_COLOURS[seat.side]
    left = put(picture, sign(SIDE_SIGNS[seat.side], 26, ground, side_ink), box.left + 10, upper)
    right = box.right - 10
    for shown, mark in ((seat.turn, Sign.TURN), (winning, Sign.CROWN)):
        if shown:
            right -= 30
            accent = Colour.INK if seat.turn else Colour.AMBER
            put(picture, sign(mark, 30, ground, accent), right, upper)
    # Roles first: the tails of the name reach down into the blank above them.
    _draw_roles(picture, seat, Box(box.left + 10, lower - 15, box.right - 10, lower + 17), ground)
    name = readable_name(seat.name, seat.position)
    name_box = Box(left + 8, box.top + 2, right - 4, box.top + 44)
    write(picture, name, name_box, (36, 32), (ground, ink), bold=True)


def _draw_roles(picture: Image.Image, seat: SeatPicture, box: Box, ground: Colour) -> None:
    """Draw the lower line of a plate."""
    ink = Colour.INK if seat.turn else Colour.SAND
    left, right, middle = box.left, box.right, centre(box)[1]
    if seat.tiles_left:
        number = word(str(seat.tiles_left), 26, ground, ink, bold=True)
        right -= number.width
        number_box = Box(right, box.top, box.right, box.bottom)
        write(picture, str(seat.tiles_left), number_box, (26,), (ground, ink), bold=True)
        right -= 22
        put(picture, sign(Sign.BACK, 22, ground, ink), right, middle)
    roles = (
        (seat.shaker, Sign.SHAKER),
        (seat.bidder, Sign.BIDDER),
        (seat.computer, Sign.COMPUTER),
    )
    for held, mark in roles:
        if held:
            left = put(picture, sign(mark, 22, ground, ink), left, middle) + 5
    room = Box(left, box.top, right - 4, box.bottom)
    full = f"{seat.position} · {seat.note}" if seat.note else seat.position
    text = full if word_width(full, 24) <= room.width else seat.position
    write(picture, text, room, (24,), (ground, ink))


def _draw_call(picture: Image.Image, seat: SeatPicture, spot: Box) -> None:
    """Draw what the seat has called, the standing bid with a flag."""
    text = seat.call or ("…" if seat.turn else "")
    box = Box(spot.left + 8, spot.top + 8, spot.right - 8, spot.bottom - 8)
    if not text:
        panel(picture, box, Colour.FELT, Colour.FELT, Colour.SEAM)
        return
    ground = Colour.PAPER if seat.high_call else Colour.SLOT
    ink = Colour.INK if seat.high_call else Colour.CREAM
    edge = Colour.AMBER if seat.high_call else None
    panel(picture, box, Colour.FELT, ground, edge)
    left = box.left + 12
    if seat.high_call:
        left = put(picture, sign(Sign.BIDDER, 36, ground, ink), left, centre(box)[1])
    words = Box(left, box.top + 4, box.right - 12, box.bottom - 4)
    sizes = (48, 40, 36, 32, 28, 24) if seat.high_call else (40, 36, 32, 28, 24)
    write(picture, text, words, sizes, (ground, ink), bold=seat.high_call, align="centre")


def _draw_played(picture: Image.Image, played: PlayedTile | None, spot: Box) -> None:
    """Draw the tile the seat has played to this trick, or the empty place for it."""
    height = spot.height - 2 * MARGIN
    width = 2 * height + TAG + 2 * MARGIN
    left = centre(spot)[0] - width // 2
    if played is None:
        empty = Box(
            left + MARGIN, spot.top + MARGIN + 2, left + width - MARGIN, spot.bottom - MARGIN - 2
        )
        panel(picture, empty, Colour.FELT, Colour.FELT, Colour.SEAM)
        return
    sprite = tagged_domino(
        played.tile,
        height,
        trump=played.trump,
        called=played.called,
        count=played.count,
        winning=played.winning,
    )
    picture.paste(sprite, (left, spot.top))


def _draw_hand(picture: Image.Image, tiles: tuple[Tile, ...], spot: Box) -> None:
    """Draw the tiles a seat was dealt, in as large rows as fit."""
    if not tiles:
        return
    room = Box(spot.left, spot.top + 4, spot.right, spot.bottom - 4)
    height, columns = max(
        (
            min(room.height // rows - 4, (room.width // -(-len(tiles) // rows) - 4) // 2),
            -(-len(tiles) // rows),
        )
        for rows in (1, 2, 3)
    )
    rows = -(-len(tiles) // columns)
    top = centre(room)[1] - rows * (height + 4) // 2
    for place, tile in enumerate(tiles):
        row, column = divmod(place, columns)
        in_row = min(columns, len(tiles) - row * columns)
        left = centre(room)[0] - in_row * (2 * height + 4) // 2
        at = (left + column * (2 * height + 4), top + row * (height + 4))
        picture.paste(small_domino(tile, height, Colour.FELT), at)
