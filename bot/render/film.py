"""Encode animations as WebP."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

MOST_BYTES = 1_000_000
_QUALITIES = (70, 45, 25)
_FASTEST = 0
_LAST_SHOWN_FOR = 3


def encode_film(frames: Sequence[Image.Image], milliseconds: int) -> bytes:
    """Encode frames of one size as a looping WebP under 1 MB.

    Each frame lasts `milliseconds`, the last one three times as long. A file that would be too
    large gets a lower quality, then a smaller size.
    """
    shown = [milliseconds] * (len(frames) - 1) + [_LAST_SHOWN_FOR * milliseconds]
    for quality in _QUALITIES:
        film = _encode(frames, shown, quality)
        if len(film) <= MOST_BYTES:
            return film
    return encode_film([frame.reduce(2) for frame in frames], milliseconds)


def _encode(frames: Sequence[Image.Image], shown: Sequence[int], quality: int) -> bytes:
    encoded = BytesIO()
    frames[0].save(
        encoded,
        "WEBP",
        save_all=True,
        append_images=frames[1:],
        duration=list(shown),
        loop=0,
        quality=quality,
        method=_FASTEST,
    )
    return encoded.getvalue()
