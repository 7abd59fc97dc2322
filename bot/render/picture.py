"""Render any picture description to a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any

from PIL import Image

from bot.render.avatars import Avatars
from bot.render.cards.asked import render_asked
from bot.render.cards.daily import render_day, render_strip
from bot.render.cards.score import render_score
from bot.render.drawing import Drawing, Film, Still
from bot.render.figures import (
    AskedPicture,
    DayPicture,
    ProfilePicture,
    StandingsPicture,
    StripPicture,
)
from bot.render.film import encode_film
from bot.render.ground import ground, wood
from bot.render.lobby import render_lobby
from bot.render.open_hands import render_open_hands
from bot.render.places import hand_places
from bot.render.profile import render_profile
from bot.render.result import render_result
from bot.render.standings import render_standings
from bot.render.table import render_table
from bot.render.values import (
    Colors,
    LobbyPicture,
    OpenHands,
    PanelPicture,
    ResultPicture,
    ScorePicture,
    Size,
    TablePicture,
)

FILE_TYPE = "webp"
"""The suffix of file names."""
PLAY = (80, 0)
SHEET = (74, 2)
"""WebP's quality and method: a picture of play must be quick, a sheet has to stay small."""
_PAINTERS: Mapping[type[Still], Callable[[Any, Avatars], Image.Image]] = {
    TablePicture: lambda table, avatars: render_table(table, None, avatars),
    PanelPicture: lambda panel, avatars: render_table(panel.table, panel.hand, avatars),
    OpenHands: render_open_hands,
    ResultPicture: render_result,
    ScorePicture: render_score,
    LobbyPicture: render_lobby,
    StandingsPicture: render_standings,
    ProfilePicture: render_profile,
    AskedPicture: lambda card, _avatars: render_asked(card),
    DayPicture: lambda card, _avatars: render_day(card),
    StripPicture: lambda strip, _avatars: render_strip(strip),
}


def render_picture(picture: Drawing, avatars: Avatars | None = None) -> bytes:
    """Render a picture as a WebP file; the same input gives the same bytes.

    `avatars`: results of `shrink_avatar` by name; a seat without one shows its initial.
    """
    known = {} if avatars is None else avatars
    if isinstance(picture, Film):
        frames = [render_pixels(frame, known) for frame in picture.frames]
        return encode_film(frames, picture.milliseconds)
    pixels = render_pixels(picture, known)
    return encode(pixels, *(SHEET if isinstance(picture, ResultPicture) else PLAY))


def render_still(size: Size) -> bytes:
    """Render the bare table, a placeholder for a picture that is not ready yet."""
    if size is Size.STRIP:
        return encode(wood(*size.pixels, Colors.STANDARD), *PLAY)
    tray = hand_places(7, with_shelf=False).tray if size is Size.PANEL else 0
    return encode(ground(size, tray, Colors.STANDARD), *PLAY)


def render_pixels(picture: Still, avatars: Avatars) -> Image.Image:
    """Render a picture without encoding it."""
    return _PAINTERS[type(picture)](picture, avatars)


def encode(image: Image.Image, quality: int, method: int) -> bytes:
    """Encode the pixels, without metadata."""
    encoded = BytesIO()
    image.save(encoded, "WEBP", quality=quality, method=method)
    return encoded.getvalue()
