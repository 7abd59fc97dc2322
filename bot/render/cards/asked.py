"""Paint the card of "What would you bid?": a bar for each choice, and below them the hand."""

from __future__ import annotations

from PIL import Image

from bot.render.colors import TextColor
from bot.render.figures import AskedBid, AskedPicture
from bot.render.ground import felt_area, ground
from bot.render.ivory import star
from bot.render.places import hand_places
from bot.render.standings import paint_heading
from bot.render.surface import Area, Canvas
from bot.render.table import paint_call, paint_hand
from bot.render.text import text_width
from bot.render.values import Hand

_TEXT = 30
_VOTED = 48
_SAID = 46
_ROW = 50
_GAP = 14


def render_asked(picture: AskedPicture) -> Image.Image:
    """Render the title on the rail, the calls and the bars on the felt, the hand at the bottom."""
    laid = hand_places(len(picture.tiles), with_shelf=False)
    surface = Canvas(ground(picture.size, laid.tray, picture.colors), picture.colors)
    paint_heading(surface, picture.title, picture.detail, star(76, picture.colors))
    felt = felt_area(picture.size)
    room = Area(felt.left + 14, felt.top + 8, felt.right - 14, felt.bottom - laid.tray - 8)
    said = room._replace(bottom=room.top + _SAID)
    if any(picture.around):
        _paint_around(surface, picture, said._replace(bottom=said.bottom - 6))
        room = room._replace(top=said.bottom)
    elif picture.said:
        surface.write(picture.said, said, (32, _TEXT), TextColor.ON_FELT, align="center")
        room = room._replace(top=said.bottom)
    if picture.bids:
        _paint_bids(surface, picture.bids, room)
    else:
        surface.write(picture.voted, room, (_VOTED, _TEXT), TextColor.ON_FELT, align="center")
    paint_hand(surface, Hand(tiles=picture.tiles), laid)
    return surface.image


def _paint_around(surface: Canvas, picture: AskedPicture, row: Area) -> None:
    """Paint each call or play on the side where its player sits, the leading one on ivory."""
    wide = (row.width - 2 * _GAP) // 3
    for place, words in enumerate(picture.around):
        left = row.left + place * (wide + _GAP)
        chip = Area(left, row.top, left + wide, row.bottom)
        if words:
            paint_call(surface, words, chip, standing=place == picture.ahead)


def _paint_bids(surface: Canvas, bids: tuple[AskedBid, ...], room: Area) -> None:
    """Paint a line for each choice; the lines share the room."""
    pitch = min(_ROW, room.height // len(bids))
    labels = max(text_width(bid.label, _TEXT, heavy=True) for bid in bids)
    figures = max(text_width(bid.figure, _TEXT) for bid in bids)
    votes = max((text_width(bid.votes, _TEXT, heavy=True) for bid in bids if bid.votes), default=0)
    for number, bid in enumerate(bids):
        top = room.top + number * pitch
        line = Area(room.left, top, room.right, top + pitch - 4)
        _paint_bid(surface, bid, line, (labels, figures, votes))


def _paint_bid(surface: Canvas, bid: AskedBid, line: Area, columns: tuple[int, int, int]) -> None:
    """Paint a choice, its bar and its figures; the expert's choice in a gold frame."""
    palette, (labels, figures, votes) = surface.palette, columns
    edge = palette.gold if bid.ringed else None
    surface.plate(line, palette.felt_dark, radius=14, opacity=190, edge=edge, thick=4)
    label = Area(line.left + 16, line.top, line.left + 16 + labels, line.bottom)
    surface.write(bid.label, label, (_TEXT,), TextColor.NAME, heavy=True, align="right")
    right = line.right - 16
    if votes:
        voted = Area(right - votes, line.top, right, line.bottom)
        surface.write(bid.votes, voted, (_TEXT,), TextColor.NAME, heavy=True, align="right")
        right = voted.left - _GAP
    figure = Area(right - figures, line.top, right, line.bottom)
    surface.write(bid.figure, figure, (_TEXT,), TextColor.NAME, align="right")
    whole = Area(label.right + _GAP, line.top + 12, figure.left - _GAP, line.bottom - 12)
    surface.plate(whole, palette.felt, radius=8)
    wide = round(whole.width * bid.share)
    if wide >= whole.height // 2:
        surface.plate(whole._replace(right=whole.left + wide), palette.sides[0], radius=8)
