"""Draw a finished hand as a sheet of its tricks, and the end of a game."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.engine import Tile
from bot.render.avatars import Avatars, avatar_sprite
from bot.render.chalk import chalk_marks, words_for
from bot.render.colors import SIDE_TEXT_COLORS, TextColor
from bot.render.ground import felt_area, ground
from bot.render.ivory import COIN, REACH, Glow, count_badge, domino, star
from bot.render.rail import draw_rail
from bot.render.surface import Area, Canvas
from bot.render.text import can_draw, short_name, text_width
from bot.render.values import GameOverPicture, ResultPicture

_HEAD = 52
"""Room for an avatar beside a row or above a column."""
_WORTH = 64
"""Room for the points of a trick beside its row."""
_LARGEST = 46
"""The largest short side of a domino on the sheet."""
_POINTER = 9
"""The size of the arrow that points at the domino led."""
_DECIDING = 42
"""The width of the dominoes of the trick that decided a game."""
_LOW = 280
"""Less room than this is too little for large avatars in two rows."""
_BESIDE = 36
"""How far a coin reaches beyond the domino at whose end it lies."""


def draw_result(result: ResultPicture, avatars: Avatars) -> Image.Image:
    """Draw the outcome of a hand and all its tricks."""
    surface = Canvas(ground(result.size, 0, result.colors), result.colors, avatars)
    draw_rail(surface, result.scoreboard, result.seats)
    felt = felt_area(result.size)
    top = _draw_headline(surface, result, felt)
    sheet = Area(felt.left + 14, top, felt.right - 14, felt.bottom - 8)
    rows = len(result.tricks) + max(map(len, result.unplayed), default=0)
    if rows:
        _draw_sheet(surface, result, sheet, rows)
    else:
        _draw_players(surface, result, sheet)
    return surface.image


def _draw_headline(surface: Canvas, picture: ResultPicture | GameOverPicture, felt: Area) -> int:
    """Write the headline after the avatars of the players it is about; return where it ends."""
    top, sizes = felt.top + 10, (44, 40, 36, 32)
    line = Area(felt.left + 16, top, felt.right - 16, top + 52)
    used = len(picture.about) * 58
    room = line.width - used
    size = next(
        (s for s in sizes if text_width(picture.headline, s, heavy=True) <= room), sizes[-1]
    )
    wide = min(room, text_width(picture.headline, size, heavy=True))
    left = line.left + (room - wide) // 2
    for place, seat in enumerate(picture.about):
        surface.lay(avatar_sprite(surface, picture.seats[seat], 48), left + place * 58, top + 2)
    words = Area(left + used, line.top, left + used + wide, line.bottom)
    surface.write(picture.headline, words, (size,), TextColor.ON_FELT, heavy=True)
    if not picture.detail:
        return line.bottom + 6
    line = line._replace(top=line.bottom - 4, bottom=line.bottom + 34)
    surface.write(picture.detail, line, (32, 30), TextColor.ON_FELT, align="center")
    return line.bottom + 6


def _draw_players(surface: Canvas, result: ResultPicture, sheet: Area) -> None:
    """Draw the players of a hand in which no domino was played."""
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
        upright = room._replace(left=room.left + _HEAD + 8, bottom=room.bottom - 40)
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
        room, wide = self.trick_pitch, self.side
        if not self.upright:
            room, wide = self.seat_pitch, 2 * self.side
        return room - wide >= _BESIDE + 8


def _draw_sheet(surface: Canvas, result: ResultPicture, room: Area, rows: int) -> None:
    """Draw the tricks in order, and who played what."""
    sheet = _Sheet.fitting(room, len(result.seats), rows)
    _draw_heads(surface, result, sheet)
    worths = ["" if trick.points is None else f"+{trick.points}" for trick in result.tricks]
    if any(text_width(worth, 30, heavy=True) > sheet.worth(0).width - 6 for worth in worths):
        worths = [worth.removeprefix("+") for worth in worths]
    for number, trick in enumerate(result.tricks):
        for seat, tile in enumerate(trick.tiles):
            if tile is not None:
                glow = Glow.RINGED if seat == trick.winner else Glow.PLAIN
                _draw_tile(surface, result, tile, sheet, (seat, number), glow)
        _point_at(surface, result, sheet, (trick.leader, number))
        color = SIDE_TEXT_COLORS[result.seats[trick.winner].side]
        area = sheet.worth(number)
        surface.write(worths[number], area, (32, 30), color, heavy=True, align="center")
    for seat, tiles in enumerate(result.unplayed):
        for number, tile in enumerate(tiles, len(result.tricks)):
            _draw_tile(surface, result, tile, sheet, (seat, number), Glow.DIMMED)


def _draw_heads(surface: Canvas, result: ResultPicture, sheet: _Sheet) -> None:
    """Draw the players: avatar and name above a column, the avatar alone if it is narrow."""
    for number, seat in enumerate(result.seats):
        x, y = sheet.middle(number, 0)
        if sheet.upright:
            avatar = avatar_sprite(surface, seat, _HEAD)
            surface.lay_in(avatar, (sheet.area.left - _HEAD // 2 - 8, y))
            continue
        size, wide = 44, sheet.seat_pitch
        name = short_name(seat.name, 30, wide - size - 14)
        long = text_width(name, 30, heavy=True) + 8 if name and wide >= 120 else 0
        left, top = x - (size + long) // 2, sheet.area.top - size - 5
        surface.lay(avatar_sprite(surface, seat, size), left, top)
        if long:
            area = Area(left + size + 8, top, left + size + long + 4, top + size)
            surface.write(name, area, (30,), TextColor.ON_FELT, heavy=True)


def _draw_tile(
    surface: Canvas,
    result: ResultPicture,
    tile: Tile,
    sheet: _Sheet,
    cell: tuple[int, int],
    glow: Glow,
) -> None:
    """Draw a seat's domino in a trick, and its coin if there is room."""
    x, y = sheet.middle(*cell)
    has_coins = _has_coins(result, sheet)
    x -= _BESIDE // 2 if has_coins else 0
    trump, lying = tile in result.trumps and glow is not Glow.DIMMED, not sheet.upright
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


def draw_game_over(over: GameOverPicture, avatars: Avatars) -> Image.Image:
    """Draw the end of a game: each side's players and marks, the winner with a star."""
    surface = Canvas(ground(over.size, 0, over.colors), over.colors, avatars)
    draw_rail(surface, over.scoreboard, over.seats)
    felt = felt_area(over.size)
    top = _draw_headline(surface, over, felt) + 10
    sides = len(over.scoreboard.sides)
    wide = (felt.width - 24) // sides
    bottom = felt.bottom - 14
    if over.deciding:
        bottom -= 2 * _DECIDING + 24
        _draw_deciding(surface, over, Area(felt.left, bottom + 10, felt.right, felt.bottom))
    high = min(bottom - top, 400)
    top += (bottom - top - high) // 2
    for side in range(sides):
        left = felt.left + 12 + side * wide
        area = Area(left + 6, top, left + wide - 6, top + high)
        _draw_side(surface, over, side, area)
    return surface.image


def _draw_deciding(surface: Canvas, over: GameOverPicture, area: Area) -> None:
    """Draw the trick that decided the last hand, each domino beside its player."""
    number = len(over.deciding)
    label = text_width(over.deciding_words, 30) + 16
    cell = min((area.width - 12) // number, 112)
    if cell * number + label > area.width - 12:
        label = 0
    left = area.middle[0] - (cell * number + label) // 2
    if label:
        words = Area(left, area.top, left + label, area.bottom)
        surface.write(over.deciding_words, words, (30,), TextColor.ON_FELT)
    face = min(44, cell - _DECIDING - 10)
    for place, played in enumerate(over.deciding):
        x, y = left + label + place * cell + cell // 2, area.middle[1]
        glow = Glow.RINGED if played.winning else Glow.PLAIN
        sprite = domino(played.tile, _DECIDING, over.colors, trump=played.trump, glow=glow)
        surface.lay_in(
            avatar_sprite(surface, over.seats[played.seat], face), (x - _DECIDING // 2 - 3, y)
        )
        surface.lay_in(sprite, (x + face // 2 + 3, y))


def _draw_side(surface: Canvas, over: GameOverPicture, side: int, area: Area) -> None:
    """Draw a side's panel; the winner's has a gold edge and the star."""
    palette, won = surface.palette, side == over.winner
    edge = palette.gold if won else None
    surface.plate(area, palette.felt_dark, radius=20, opacity=170, edge=edge, thick=5)
    members = [seat for seat, held in enumerate(over.seats) if held.side == side]
    low = area.height < _LOW
    columns, most, top = (len(members), 76, 22) if low else (min(2, len(members)), 96, 34)
    size = min(most if len(members) <= 2 else 74, (area.width - 12) // columns - 8)
    rows = -(-len(members) // columns)
    for number, seat in enumerate(members):
        row, column = divmod(number, columns)
        held = columns if row < rows - 1 or len(members) % columns == 0 else 1
        x = area.middle[0] + round((column - (held - 1) / 2) * (size + (8 if low else 14)))
        y = area.top + top + size // 2 + row * (size + 8)
        surface.lay_in(avatar_sprite(surface, over.seats[seat], size), (x, y))
    named = area.top + top + rows * (size + 8) + (14 if low else 22)
    name = Area.around((area.middle[0], named), area.width - 24, 40)
    words = over.scoreboard.sides[side].name
    if can_draw(words):
        color = SIDE_TEXT_COLORS[side]
        surface.write(words, name, (36, 32, 30), color, heavy=True, align="center")
    _draw_final_total(surface, over, side, Area(area.left, named + 20, area.right, area.bottom))
    if won:
        surface.lay_in(star(64, over.colors), (area.middle[0], area.top + 2))


def _draw_final_total(surface: Canvas, over: GameOverPicture, side: int, area: Area) -> None:
    """Draw the final marks as strokes of chalk, or the number."""
    board, total = over.scoreboard, over.scoreboard.sides[side].total
    words = words_for(board)
    if words and board.target is not None:
        wide, high = min(area.width - 60, 200), min(area.height - 24, 92)
        marks = chalk_marks(board.word, total, board.target, words, side, wide, high, over.colors)
        surface.lay_in(marks, area.middle)
        return
    surface.write(
        str(total), area, (84, 72, 60), SIDE_TEXT_COLORS[side], heavy=True, align="center"
    )
