"""Paint the table: seats, bids, the trick, taken tricks, and a player's own hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PIL import Image

from bot.render.avatars import Avatars, avatar_sprite, side_shape
from bot.render.colors import SIDE_TEXT_COLORS, TextColor
from bot.render.ground import ground
from bot.render.ivory import COIN, REACH, Glow, coin_size, count_badge, domino, face_down, fade
from bot.render.places import LIFT, HandPlaces, Place, TableLayout, hand_places, places
from bot.render.rail import paint_rail
from bot.render.surface import Area, Canvas
from bot.render.text import short_name, text_width, wrap_text
from bot.render.values import (
    Hand,
    HandTile,
    LaidDownHand,
    Leftovers,
    SeatPicture,
    Size,
    Stance,
    TablePicture,
    TrickTile,
)

_NAME = 30
_CHIP = 50
_NOTE = 30


def render_table(table: TablePicture, hand: Hand | None, avatars: Avatars) -> Image.Image:
    """Render the table from seat `bottom`: with that player's hand, or as the board without one."""
    size = Size.BOARD if hand is None else Size.PANEL
    with_shelf = table.laid_down is not None
    laid = None
    if hand is not None:
        laid = hand_places(len(hand.tiles), dealt=hand.dealt, with_shelf=with_shelf)
    tray = 0 if laid is None else laid.tray
    surface = Canvas(ground(size, tray, table.colors), table.colors, avatars)
    first = table.seats[table.bottom].side
    paint_rail(surface, table.scoreboard, table.seats, first)
    seats = len(table.seats)
    sides = len(table.scoreboard.sides)
    where = places(seats, sides, size, tray, with_shelf=with_shelf)
    paint_piles(surface, table, where.piles)
    for number, seat in enumerate(table.seats):
        place = where.seats[(number - table.bottom) % seats]
        _paint_before(surface, table, number, place, where.tile_side)
        paint_plate(surface, seat, place)
    _paint_middle(surface, table, hand, where)
    paint_notes(surface, table.notes, where.corners)
    if table.laid_down is not None and where.shelf is not None:
        _paint_shelf(surface, table, table.laid_down, where.shelf)
    if hand is not None and laid is not None:
        paint_hand(surface, hand, laid)
    return surface.image


def paint_plate(surface: Canvas, seat: SeatPicture, place: Place) -> None:
    """Paint the plate with avatar and name; a name without glyphs is left out."""
    palette = surface.palette
    room = place.plate
    shown = short_name(seat.shown or seat.name, _NAME, room.width - room.height - 28)
    size = room.height if shown else room.height + 8
    wide = size + (text_width(shown, _NAME, heavy=True) + 28 if shown else 0)
    left = {"left": room.left, "right": room.right - wide}.get(
        place.align, room.middle[0] - wide // 2
    )
    plate = Area(left, room.top, left + wide, room.bottom)
    fill = palette.gold if seat.waiting else palette.felt_dark
    if shown:
        surface.plate(plate, fill, radius=room.height // 2, opacity=255 if seat.waiting else 225)
    elif seat.waiting:
        halo = Area.around((left + size // 2, room.middle[1]), size + 12, size + 12)
        surface.plate(halo, fill, radius=size // 2)
    surface.lay(avatar_sprite(surface, seat, size), left, room.middle[1] - size // 2)
    color = TextColor.ON_GOLD if seat.waiting else TextColor.NAME
    area = plate._replace(left=left + size + 10)
    surface.write(shown, area, (_NAME,), color, heavy=True)


def _paint_before(
    surface: Canvas, table: TablePicture, number: int, place: Place, side: int
) -> None:
    """Paint a seat's domino or words, or the empty place for them."""
    seat = table.seats[number]
    if seat.sits_out:
        _paint_sitting_out(surface, place)
    played = next((tile for tile in table.trick if tile.seat == number), None)
    if played is not None:
        _paint_played(surface, played, place, side)
    elif seat.words:
        wide = text_width(seat.words, 36 if seat.standing else 32, heavy=True) + 36
        chip = _chip(place, min(max(wide, 96), place.plate.width))
        paint_call(surface, seat.words, chip, standing=seat.standing)
    elif seat.waiting and table.bidding:
        chip = _chip(place, 96)
        surface.open_place(chip, surface.palette.gold)
    elif seat.waiting and not table.left_over:
        surface.open_place(place.tile, surface.palette.gold)


def _chip(place: Place, width: int) -> Area:
    """Return the area for words before a seat, close to its plate."""
    tile = place.tile
    plate = place.plate
    if place.align == "center":
        top = plate.bottom + 8 if tile.top > plate.top else plate.top - 8 - _CHIP
        return Area(tile.middle[0] - width // 2, top, tile.middle[0] + width // 2, top + _CHIP)
    middle = plate.bottom + 8 + _CHIP // 2
    left = plate.left if place.align == "left" else plate.right - width
    return Area(left, middle - _CHIP // 2, left + width, middle + _CHIP // 2)


def paint_call(surface: Canvas, words: str, chip: Area, *, standing: bool) -> None:
    """Paint a seat's call or other words; the standing bid is on ivory."""
    palette = surface.palette
    size = 36 if standing else 32
    if standing:
        surface.plate(chip, palette.ivory, edge=palette.gold, thick=4)
    else:
        surface.plate(chip, palette.felt_dark, opacity=150)
    color = TextColor.ON_IVORY if standing else TextColor.ON_FELT
    inner = chip._replace(left=chip.left + 8, right=chip.right - 8)
    surface.write(words, inner, (size, 32, 30), color, heavy=standing, align="center")


def _paint_played(surface: Canvas, played: TrickTile, place: Place, side: int) -> None:
    """Paint a domino of the trick with its marks, and its words beside it."""
    glow = Glow.RINGED if played.winning else Glow.PLAIN
    sprite = domino(
        played.tile, side, surface.colors, lying=place.is_lying, trump=played.trump, glow=glow
    )
    area = place.tile
    surface.lay(sprite, area.left - REACH, area.top - REACH)
    if played.count:
        edge = area.left - 14 if place.align == "right" else area.right + 14
        surface.lay_in(count_badge(played.count, surface.colors), (edge, area.middle[1]))
    beside = area._replace(left=area.right + 14, right=area.right + 90)
    align = "left"
    if place.align == "left":
        beside = area._replace(left=area.left - 90, right=area.left - 14)
        align = "right"
    elif not place.is_lying:
        beside = beside._replace(left=area.left - 90, right=area.left - 14)
        align = "right"
    surface.write(played.words, beside, (30,), TextColor.ON_FELT, align=align)


def _paint_sitting_out(surface: Canvas, place: Place) -> None:
    """Paint the face-down dominoes of a seat that sits out, at the far end of its place."""
    sprite = face_down(26, 52, surface.colors, dimmed=True)
    step = 30
    tile = place.tile
    if place.is_lying:
        y = tile.bottom + 30
    else:
        y = tile.top + 26 if tile.top < place.plate.top else tile.bottom - 26
    for number in (-1, 0, 1):
        surface.lay_in(sprite, (tile.middle[0] + number * step, y))


def paint_piles(surface: Canvas, table: TablePicture, piles: Sequence[Area]) -> None:
    """Paint each side's taken tricks as a row of face-down dominoes, with their number."""
    sides = table.scoreboard.sides
    first = table.seats[table.bottom].side
    for at, pile in enumerate(piles):
        number = (first + at) % len(sides)
        tricks = sides[number].tricks
        if not tricks:
            continue
        sprite = face_down(20, 40, surface.colors)
        step = min(22, (pile.width - 84) // tricks)
        wide = 30 + text_width(str(tricks), 32, heavy=True) + 14 + step * (tricks - 1) + 20
        from_right = pile.left > surface.image.width // 2
        left = pile.right - wide if from_right else pile.left + 4
        shape = side_shape(number, 24)
        color = surface.palette.sides[number]
        surface.image.paste(color, (left, pile.middle[1] - 12), shape)
        label = pile._replace(left=left + 32)
        text = str(tricks)
        left += 44 + surface.write(text, label, (32,), SIDE_TEXT_COLORS[number], heavy=True)
        for trick in range(tricks):
            surface.lay(sprite, left + trick * step - REACH, pile.middle[1] - 20 - REACH)


def _paint_middle(
    surface: Canvas, table: TablePicture, hand: Hand | None, where: TableLayout
) -> None:
    """Paint the left-over dominoes, or the words in the middle."""
    if hand is not None and hand.left_over:
        _paint_open_kitty(surface, hand.left_over, hand.words, where)
        return
    if table.left_over is not None and table.left_over.face_up:
        _paint_open_kitty(surface, table.left_over.face_up, table.left_over.words, where)
        return
    if table.left_over is not None:
        _paint_closed_kitty(surface, table.left_over, where)
        return
    surface.write(
        table.words, where.middle, (38, 34, 30), TextColor.ON_FELT, heavy=True, align="center"
    )


def paint_notes(surface: Canvas, notes: Sequence[str], corners: Sequence[Area]) -> None:
    """Write a note into each corner, in as many lines as it takes."""
    for note, corner, align in zip(notes, corners, ("left", "right"), strict=False):
        written = wrap_text(note, _NOTE, corner.width)
        pitch = min(34, corner.height // len(written))
        for number, line in enumerate(written):
            top = corner.top + number * pitch
            area = corner._replace(top=top, bottom=top + pitch)
            surface.write(line, area, (_NOTE,), TextColor.ON_FELT, align=align)


def _paint_open_kitty(
    surface: Canvas, tiles: Sequence[HandTile], words: str, where: TableLayout
) -> None:
    """Paint the left-over dominoes face up, for the player who may see them, or once shown."""
    side = 60
    gap = 16
    x, y = where.middle.middle
    wide = len(tiles) * (side + gap) - gap
    surface.plate(
        Area.around((x, y + 12), max(wide, 132) + 32, 2 * side + 108),
        surface.palette.felt_dark,
        radius=18,
        opacity=150,
    )
    label = Area.around((x, y - side - 20), 400, 40)
    surface.write(words, label, (32, 30), TextColor.ON_FELT, align="center")
    for number, held in enumerate(tiles):
        area = Area.around((0, y + 32), side, 2 * side)
        left = x - wide // 2 + number * (side + gap)
        paint_held(surface, held, area._replace(left=left, right=left + side), side)


def _paint_closed_kitty(surface: Canvas, left_over: Leftovers, where: TableLayout) -> None:
    """Paint the left-over dominoes face down."""
    side = 44
    step = 58
    sprite = face_down(side, 2 * side, surface.colors)
    x, y = where.middle.middle
    first = x - (left_over.number - 1) * step // 2
    raised = 20 if left_over.words else 0
    for number in range(left_over.number):
        at = (first + number * step, y - raised)
        surface.lay_in(sprite, at)
    label = Area.around((x, y + 56), 420, 40)
    surface.write(left_over.words, label, (32, 30), TextColor.ON_FELT, align="center")


def _paint_shelf(surface: Canvas, table: TablePicture, laid: LaidDownHand, shelf: Area) -> None:
    """Paint dominoes that lie face up after their player's avatar, a coin behind each count."""
    surface.plate(shelf, surface.palette.felt_dark, radius=16, opacity=150)
    seat = table.seats[laid.seat]
    avatar = avatar_sprite(surface, seat, 56)
    surface.lay_in(avatar, (shelf.left + 42, shelf.middle[1]))
    room = shelf.right - shelf.left - 96
    number = max(1, len(laid.tiles))
    side = min(37, room // number - 8)
    step = min(side + 12, room // number)
    counts = sum(held.count > 0 for held in laid.tiles)
    has_room = number * step + counts * COIN <= room
    left = shelf.left + 84
    for held in laid.tiles:
        area = Area(left, shelf.middle[1] - side, left + side, shelf.middle[1] + side)
        if held.count and has_room:
            paint_held(surface, replace(held, count=0), area, side)
            badge = count_badge(held.count, surface.colors)
            surface.lay_in(badge, (area.right + COIN // 2 - 4, area.middle[1]))
            left += COIN
        else:
            paint_held(surface, held, area, side)
        left += step


def paint_hand(surface: Canvas, hand: Hand, laid: HandPlaces) -> None:
    """Paint the player's own hand: legal dominoes stand up, the rest is dimmed."""
    for held, area in zip(hand.tiles, laid.tiles, strict=True):
        rise = {Stance.READY: LIFT, Stance.MOVED: LIFT, Stance.RESTING: LIFT // 2}
        up = rise.get(held.stance, 0)
        raised = area._replace(top=area.top - up, bottom=area.bottom - up)
        paint_held(surface, held, raised, laid.side)


def paint_held(surface: Canvas, held: HandTile, area: Area, side: int) -> None:
    """Paint one domino of a hand with its count."""
    glow = {Stance.DIMMED: Glow.DIMMED, Stance.MOVED: Glow.RINGED}.get(held.stance, Glow.PLAIN)
    sprite = domino(held.tile, side, surface.colors, trump=held.trump, glow=glow)
    surface.lay(sprite, area.left - REACH, area.top - REACH)
    if held.count:
        badge = count_badge(held.count, surface.colors, coin_size(side))
        if held.stance is Stance.DIMMED:
            badge = fade(badge)
        surface.lay_in(badge, (area.middle[0], area.top - badge.height // 5))
