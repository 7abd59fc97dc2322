"""Paint the table with all hands open, for a moment of a replay."""

from __future__ import annotations

from PIL import Image

from bot.render.avatars import Avatars
from bot.render.colors import TextColor
from bot.render.ground import ground
from bot.render.ivory import REACH, Glow, coin_size, count_badge, domino, face_down
from bot.render.open_places import OpenPlaces, OpenSeat, open_places
from bot.render.rail import paint_rail
from bot.render.surface import Canvas
from bot.render.table import paint_call, paint_held, paint_notes, paint_piles, paint_plate
from bot.render.values import OpenHands, TablePicture, TrickTile


def render_open_hands(picture: OpenHands, avatars: Avatars) -> Image.Image:
    """Render each seat with the dominoes it held, and what it played or said."""
    table = picture.table
    surface = Canvas(ground(picture.size, 0, table.colors), table.colors, avatars)
    first = table.seats[table.bottom].side
    seats = len(table.seats)
    paint_rail(surface, table.scoreboard, table.seats, first)
    most = max(picture.dealt, *map(len, picture.hands))
    where = open_places(seats, len(table.scoreboard.sides), most, picture.size)
    paint_piles(surface, table, where.piles)
    _paint_line(surface, table, where)
    for at, place in enumerate(where.seats):
        number = (table.bottom + at) % seats
        paint_plate(surface, table.seats[number], place.place)
        _paint_before(surface, table, number, place)
        hand = picture.hands[number]
        for held, area in zip(hand, where.hand(at, len(hand)), strict=True):
            paint_held(surface, held, area, where.hand_side)
    return surface.image


def _paint_line(surface: Canvas, table: TablePicture, where: OpenPlaces) -> None:
    """Paint the left-over dominoes, or the words for the middle of the table."""
    if table.left_over is None:
        color = TextColor.ON_FELT
        surface.write(table.words, where.middle, (34, 30), color, heavy=True, align="center")
        paint_notes(surface, table.notes, where.corners)
    else:
        left = where.line.left + 4
        shown = table.left_over.face_up
        for number in range(table.left_over.number):
            sprite = face_down(20, 40, surface.colors)
            if shown:
                sprite = domino(shown[number].tile, 20, surface.colors)
            top = where.piles[0].middle[1] - sprite.height // 2
            surface.lay(sprite, left + number * 24 - REACH, top)
        label = where.line._replace(left=left + table.left_over.number * 24 + 8)
        surface.write(table.left_over.words, label, (32, 30), TextColor.ON_FELT)


def _paint_before(surface: Canvas, table: TablePicture, number: int, open_seat: OpenSeat) -> None:
    """Paint a seat's domino or words, or the empty place for them."""
    seat = table.seats[number]
    tile = open_seat.place.tile
    played = next((played for played in table.trick if played.seat == number), None)
    if played is not None:
        _paint_played(surface, played, open_seat)
    elif seat.words:
        paint_call(surface, seat.words, open_seat.said, standing=seat.standing)
    elif seat.waiting and not table.left_over:
        surface.open_place(tile, surface.palette.gold)


def _paint_played(surface: Canvas, played: TrickTile, open_seat: OpenSeat) -> None:
    """Paint a domino of the trick with its marks, and its words beside it."""
    area = open_seat.place.tile
    lying = open_seat.place.is_lying
    side = area.height if lying else area.width
    glow = Glow.RINGED if played.winning else Glow.PLAIN
    sprite = domino(played.tile, side, surface.colors, lying=lying, trump=played.trump, glow=glow)
    surface.lay(sprite, area.left - REACH, area.top - REACH)
    if played.count:
        badge = count_badge(played.count, surface.colors, coin_size(side))
        surface.lay_in(badge, (area.middle[0], area.top - badge.height // 5))
    surface.write(played.words, open_seat.words, (30,), TextColor.ON_FELT, align="center")
