"""Paint a finished hand as a sheet of its tricks."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.render.avatars import Avatars, avatar_sprite
from bot.render.cards.headline import paint_headline
from bot.render.colors import SIDE_TEXT_COLORS, TextColor
from bot.render.ground import felt_area, ground
from bot.render.ivory import COIN, REACH, Glow, count_badge, domino
from bot.render.rail import paint_rail
from bot.render.surface import Area, Canvas
from bot.render.text import short_name, text_width
from bot.render.values import ResultPicture, SeatPicture
from texas42.engine import Tile

_HEAD = 52
"""Room for an avatar above a column."""
_NAMED = 146
"""Room for an avatar and a name before a row."""
_FACE = 40
"""The size of an avatar before a row."""
_WORTH = 64
"""Room for the points of a trick beside its row."""
_LARGEST = 46
"""The largest short side of a domino on the sheet."""
_POINTER = 9
"""The size of the arrow that points at the domino led."""
_BESIDE = 36
"""How far a coin reaches beyond the domino at whose end it lies."""


def render_result(result: ResultPicture, avatars: Avatars) -> Image.Image:
    """Render the outcome of a hand and all its tricks."""
    surface = Canvas(ground(result.size, 0, result.colors), result.colors, avatars)
    paint_rail(surface, result.scoreboard, result.seats)
    felt = felt_area(result.size)
    top = paint_headline(surface, result, felt)
    sheet = Area(felt.left + 14, top, felt.right - 14, felt.bottom - 8)
    rows = len(result.tricks) + max(map(len, result.unplayed), default=0)
    if rows:
        _paint_sheet(surface, result, sheet, rows)
    else:
        _paint_players(surface, result, sheet)
    return surface.image


def _paint_players(surface: Canvas, result: ResultPicture, sheet: Area) -> None:
    """Paint the players of a hand in which no domino was played."""
    number = len(result.seats)
    size = min(112, sheet.width // number - 12)
    for seat, held in enumerate(result.seats):
        x = sheet.left + (2 * seat + 1) * sheet.width // (2 * number)
        surface.lay_in(avatar_sprite(surface, held, size), (x, sheet.middle[1]))
        name = Area.around((x, sheet.middle[1] + size // 2 + 30), sheet.width // number - 6, 40)
        surface.write(
            short_name(held.name, 30, name.width),
            name,
            (30,),
            TextColor.ON_FELT,
            heavy=True,
            align="center",
        )


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The layout of a finished hand: a column per seat or, if `upright`, a row per seat."""

    area: Area
    side: int
    upright: bool
    seat_pitch: int
    trick_pitch: int

    @classmethod
    def fitting(cls, room: Area, seats: int, tricks: int) -> _Sheet:
        """Return the layout with the largest dominoes."""
        lying = room._replace(top=room.top + _HEAD, right=room.right - _WORTH)
        upright = room._replace(left=room.left + _NAMED, bottom=room.bottom - 40)
        wide = min(lying.height // tricks - 5, (lying.width // seats - 10) // 2)
        high = min(upright.width // tricks - 8, (upright.height // seats - 8) // 2)
        if wide >= high:
            side = min(wide, _LARGEST)
            pitch = min(lying.height // tricks, side + 10)
            lying = lying._replace(top=lying.top + (lying.height - pitch * tricks) // 2)
            return cls(lying, side, False, lying.width // seats, pitch)
        side = min(high, _LARGEST)
        return cls(upright, side, True, upright.height // seats, upright.width // tricks)

    def middle(self, seat: int, trick: int) -> tuple[int, int]:
        """Return the center of the domino that a seat played to a trick."""
        along = self.seat_pitch * seat + self.seat_pitch // 2
        down = self.trick_pitch * trick + self.trick_pitch // 2
        if self.upright:
            return self.area.left + down, self.area.top + along
        return self.area.left + along, self.area.top + down

    def worth(self, trick: int) -> Area:
        """Return the place of a trick's points."""
        x, y = self.middle(0, trick)
        if self.upright:
            return Area.around((x, self.area.bottom + 20), self.trick_pitch, 36)
        return Area.around((self.area.right + _WORTH // 2, y), _WORTH, self.trick_pitch)

    @property
    def has_room_for_coins(self) -> bool:
        """Return True if a coin fits beside a domino."""
        room = self.trick_pitch
        wide = self.side
        if not self.upright:
            room = self.seat_pitch
            wide = 2 * self.side
        return room - wide >= _BESIDE + 8


def _paint_sheet(surface: Canvas, result: ResultPicture, room: Area, rows: int) -> None:
    """Paint the tricks in order, and who played what."""
    sheet = _Sheet.fitting(room, len(result.seats), rows)
    _paint_heads(surface, result, room, sheet)
    worths = ["" if trick.points is None else f"+{trick.points}" for trick in result.tricks]
    if any(text_width(worth, 30, heavy=True) > sheet.worth(0).width - 6 for worth in worths):
        worths = [worth.removeprefix("+") for worth in worths]
    for number, trick in enumerate(result.tricks):
        for seat, tile in enumerate(trick.tiles):
            if tile is not None:
                glow = Glow.RINGED if seat == trick.winner else Glow.PLAIN
                _paint_tile(surface, result, tile, sheet, (seat, number), glow)
        _point_at(surface, result, sheet, (trick.leader, number))
        color = SIDE_TEXT_COLORS[result.seats[trick.winner].side]
        area = sheet.worth(number)
        surface.write(worths[number], area, (32, 30), color, heavy=True, align="center")
    for seat, tiles in enumerate(result.unplayed):
        for number, tile in enumerate(tiles, len(result.tricks)):
            _paint_tile(surface, result, tile, sheet, (seat, number), Glow.DIMMED)


def _paint_heads(surface: Canvas, result: ResultPicture, room: Area, sheet: _Sheet) -> None:
    """Paint the players: avatar and name above a column or before a row.

    A narrow column has the avatar alone.
    """
    for number, seat in enumerate(result.seats):
        x, y = sheet.middle(number, 0)
        if sheet.upright:
            _paint_row_head(surface, seat, Area.around((room.left + _NAMED // 2 - 4, y), 138, 80))
            continue
        size = 44
        wide = sheet.seat_pitch
        name = short_name(seat.name, 30, wide - size - 14)
        long = text_width(name, 30, heavy=True) + 8 if name and wide >= 120 else 0
        left = x - (size + long) // 2
        top = sheet.area.top - size - 5
        surface.lay(avatar_sprite(surface, seat, size), left, top)
        if long:
            area = Area(left + size + 8, top, left + size + long + 4, top + size)
            surface.write(name, area, (30,), TextColor.ON_FELT, heavy=True)


def _paint_row_head(surface: Canvas, seat: SeatPicture, place: Area) -> None:
    """Paint a player before their row: the avatar, and the name under it."""
    x, y = place.middle
    name = short_name(seat.name, 30, place.width)
    up = 19 if name else 0
    surface.lay_in(avatar_sprite(surface, seat, _FACE), (x, y - up))
    line = Area(place.left, y + 6, place.right, y + 36)
    surface.write(name, line, (30,), SIDE_TEXT_COLORS[seat.side], heavy=True, align="center")


def _paint_tile(
    surface: Canvas,
    result: ResultPicture,
    tile: Tile,
    sheet: _Sheet,
    cell: tuple[int, int],
    glow: Glow,
) -> None:
    """Paint a seat's domino in a trick, and its coin if there is room."""
    x, y = sheet.middle(*cell)
    has_coins = _has_coins(result, sheet)
    x -= _BESIDE // 2 if has_coins else 0
    trump = tile in result.trumps and glow is not Glow.DIMMED
    lying = not sheet.upright
    sprite = domino(tile, sheet.side, result.colors, lying=lying, trump=trump, glow=glow)
    surface.lay_in(sprite, (x, y))
    if has_coins and tile in result.counts and glow is not Glow.DIMMED:
        across = sheet.side // 2 if sheet.upright else sheet.side
        coin = count_badge(tile.count, result.colors)
        surface.lay_in(coin, (x + across + _BESIDE - COIN // 2, y))


def _has_coins(result: ResultPicture, sheet: _Sheet) -> bool:
    return bool(result.counts) and sheet.has_room_for_coins


def _point_at(surface: Canvas, result: ResultPicture, sheet: _Sheet, cell: tuple[int, int]) -> None:
    """Point at the domino that led a trick, and at the star at its edge."""
    (x, y), (seat, trick) = sheet.middle(*cell), cell
    x -= _BESIDE // 2 if _has_coins(result, sheet) else 0
    edge = x - sheet.side // (2 if sheet.upright else 1) - 2
    if not sheet.upright and result.tricks[trick].tiles[seat] in result.trumps:
        edge -= min(REACH, sheet.seat_pitch - 2 * sheet.side - _POINTER - 2)
    corners = [(edge - _POINTER, y - _POINTER), (edge, y), (edge - _POINTER, y + _POINTER)]
    ImageDraw.Draw(surface.image).polygon(corners, fill=surface.palette.cream)
