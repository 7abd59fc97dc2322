"""Paint a profile's charts: the rating over the last games, and bids by size, made and set."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.render.avatars import Avatars, avatar_sprite
from bot.render.colors import TextColor
from bot.render.figures import BidBar, ProfilePicture
from bot.render.ground import felt_area, ground
from bot.render.standings import paint_heading
from bot.render.surface import FINE, Area, Canvas, fill_shape
from bot.render.text import text_width

_FACE = 92
_TEXT = 30
_TITLE = 44
_BAR = 42
_SPREAD = 40
"""The least difference of ratings that fills a chart's height: a small change looks small."""


def render_profile(picture: ProfilePicture, avatars: Avatars) -> Image.Image:
    """Render the person on the rail, and the available charts on the felt."""
    surface = Canvas(ground(picture.size, 0, picture.colors), picture.colors, avatars)
    face = avatar_sprite(surface, picture.face, _FACE)
    paint_heading(surface, picture.face.name, picture.detail, face)
    felt = felt_area(picture.size)
    room = Area(felt.left + 18, felt.top + 12, felt.right - 18, felt.bottom - 14)
    if picture.bids:
        high = _TITLE + len(picture.bids) * _BAR
        lower = room if not picture.ratings else room._replace(top=room.bottom - high)
        _paint_bids(surface, picture, lower)
        room = room._replace(bottom=lower.top - 12)
    if picture.ratings:
        _paint_ratings(surface, picture, room)
    return surface.image


def _paint_title(surface: Canvas, title: str, room: Area) -> Area:
    """Write a chart's title; returns the room below it."""
    line = room._replace(bottom=room.top + _TITLE)
    surface.write(title, line, (32, _TEXT), TextColor.ON_FELT, heavy=True)
    return room._replace(top=line.bottom)


def _paint_ratings(surface: Canvas, picture: ProfilePicture, room: Area) -> None:
    """Paint the line of ratings between its lowest and its highest, and the newest as a dot."""
    room = _paint_title(surface, picture.rating_title, room)
    palette = surface.palette
    ratings = picture.ratings
    low = min(ratings)
    high = max(ratings)
    spare = max(0, _SPREAD - (high - low)) / 2
    labels = max(text_width(str(edge), _TEXT) for edge in (low, high))
    chart = Area(room.left + labels + 18, room.top + 16, room.right - 22, room.bottom - 20)
    surface.plate(
        Area(chart.left - 10, chart.top - 14, chart.right + 18, chart.bottom + 16),
        palette.felt_dark,
        radius=14,
        opacity=190,
    )
    spread = high - low + 2 * spare
    step = chart.width / (len(ratings) - 1)
    points = [
        (round(at * step), round(chart.height * (high + spare - rating) / spread))
        for at, rating in enumerate(ratings)
    ]
    apart = chart.height * (high - low) / spread >= _TEXT + 4
    for edge in (high, low) if apart else (ratings[-1],):
        y = chart.top + round(chart.height * (high + spare - edge) / spread)
        label = Area(room.left, y - 20, chart.left - 18, y + 20)
        surface.write(str(edge), label, (_TEXT,), TextColor.ON_FELT, align="right")
    _paint_line(surface, chart, points)


def _paint_line(surface: Canvas, chart: Area, points: list[tuple[int, int]]) -> None:
    margin = 12
    size = ((chart.width + 2 * margin) * FINE, (chart.height + 2 * margin) * FINE)
    mask = Image.new("L", size)
    pen = ImageDraw.Draw(mask)
    fine = [((x + margin) * FINE, (y + margin) * FINE) for x, y in points]
    pen.line(fine, fill=255, width=4 * FINE, joint="curve")
    x, y = fine[-1]
    pen.ellipse((x - 9 * FINE, y - 9 * FINE, x + 9 * FINE, y + 9 * FINE), fill=255)
    surface.lay(fill_shape(mask, surface.palette.gold), chart.left - margin, chart.top - margin)


def _paint_bids(surface: Canvas, picture: ProfilePicture, room: Area) -> None:
    """Paint a bar per size of bid: its length is the number of bids, the filled part those made."""
    room = _paint_title(surface, picture.bids_title, room)
    most = max(bar.bids for bar in picture.bids)
    labels = max(text_width(bar.label, _TEXT, heavy=True) for bar in picture.bids)
    figures = max(text_width(bar.figure, _TEXT) for bar in picture.bids)
    for number, bar in enumerate(picture.bids):
        line = room._replace(top=room.top + number * _BAR, bottom=room.top + (number + 1) * _BAR)
        label = line._replace(right=line.left + labels)
        surface.write(bar.label, label, (_TEXT,), TextColor.ON_FELT, heavy=True, align="right")
        figure = line._replace(left=line.right - figures)
        surface.write(bar.figure, figure, (_TEXT,), TextColor.ON_FELT, align="right")
        whole = Area(label.right + 14, line.top + 7, figure.left - 14, line.bottom - 7)
        _paint_bar(surface, bar, whole, most)


def _paint_bar(surface: Canvas, bar: BidBar, room: Area, most: int) -> None:
    """Paint all bids as a dark bar, and those made as a filled one on top."""
    palette = surface.palette
    wide = max(room.height, room.width * bar.bids // most)
    area = room._replace(right=room.left + wide)
    surface.plate(area, palette.felt_dark, radius=9, edge=palette.sides[0], thick=3)
    filled = wide * bar.made // bar.bids if bar.bids else 0
    if filled:
        made = area._replace(right=area.left + max(filled, room.height // 2))
        surface.plate(made, palette.sides[0], radius=9)
