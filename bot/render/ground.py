"""The bare table: green felt in a frame of wood, with a rail on top for the scoreboard."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from PIL import Image, ImageDraw, ImageFilter

from bot.render.colors import PALETTES, Palette, blend
from bot.render.ivory import star_corners
from bot.render.surface import FINE, Area
from bot.render.values import Colors, Size

RAIL = 128
"""Height of the wooden rail on top."""
_FRAME = 10
_CORNER = 24
_STAR = 236


def felt_area(size: Size) -> Area:
    """Return where the felt lies."""
    width, height = size.pixels
    top = _FRAME if size is Size.LOBBY else RAIL
    return Area(_FRAME, top, width - _FRAME, height - _FRAME)


@lru_cache(maxsize=4)
def wood(width: int, height: int, colors: Colors) -> Image.Image:
    """Paint a board of wood with its grain running across; deterministic."""
    palette = PALETTES[colors]
    random = Random(42)
    board = Image.new("RGB", (width, height), palette.wood)
    pen = ImageDraw.Draw(board)
    for _ in range(height // 3):
        y = random.randrange(height)
        length = random.randrange(width // 3, width)
        left = random.randrange(-width // 3, width)
        drift = random.randrange(-5, 6)
        dark = random.random() < 0.6
        tone = palette.wood_dark if dark else palette.wood_light
        shade = blend(palette.wood, tone, random.uniform(0.12, 0.42 if dark else 0.2))
        bend = [(left, y), (left + length // 2, y + drift), (left + length, y + drift // 2)]
        pen.line(bend, fill=shade, width=random.choice((1, 1, 2, 3)), joint="curve")
    return board.filter(ImageFilter.GaussianBlur(0.9))


def _felt(area: Area, tray: int, palette: Palette) -> Image.Image:
    """Paint the felt, lighter in the middle as under a lamp, with a star woven into it."""
    gleam = Image.radial_gradient("L").resize((area.width * 3 // 2, area.height * 3 // 2))
    inset = (area.width // 4, area.height // 4)
    gleam = gleam.crop((*inset, inset[0] + area.width, inset[1] + area.height))
    size = (area.width, area.height)
    edge = Image.new("RGB", size, blend(palette.felt, palette.felt_dark, 0.9))
    felt = Image.composite(edge, Image.new("RGB", size, palette.felt), gleam)
    emblem = Image.new("L", (_STAR * FINE, _STAR * FINE))
    corners = star_corners(emblem.width / 2, emblem.width / 2)
    ImageDraw.Draw(emblem).polygon(corners, fill=46)
    where = ((area.width - _STAR) // 2, (area.height - tray - _STAR) // 2)
    felt.paste(palette.felt_dark, where, emblem.reduce(FINE))
    return felt


@lru_cache(maxsize=8)
def ground(size: Size, tray: int, colors: Colors) -> Image.Image:
    """Paint the bare table; `tray` is the height of the shadow under the hand, or 0."""
    width, height = size.pixels
    palette = PALETTES[colors]
    area = felt_area(size)
    picture = wood(width, height, colors).copy()
    outline = Image.new("L", (width * FINE, height * FINE))
    box = tuple(edge * FINE for edge in area)
    ImageDraw.Draw(outline).rounded_rectangle(box, _CORNER * FINE, fill=255)
    mask = outline.reduce(FINE)
    # the frame throws its shadow on the felt, and catches light at its edge
    rim = mask.filter(ImageFilter.MaxFilter(5))
    picture.paste(palette.wood_dark, (0, 0), rim)
    cloth = Image.new("RGB", (width, height), palette.felt)
    cloth.paste(_felt(area, tray, palette), area[:2])
    shade = mask.filter(ImageFilter.GaussianBlur(9)).point(lambda ink: 255 - ink)
    cloth.paste(palette.felt_dark, (0, 0), shade)
    if tray:
        top = area.bottom - tray
        veil = Image.new("L", (width, height))
        ImageDraw.Draw(veil).rectangle((0, top, width, height), fill=120)
        cloth.paste(palette.felt_dark, (0, 0), veil.filter(ImageFilter.GaussianBlur(3)))
    picture.paste(cloth, (0, 0), mask)
    return picture
