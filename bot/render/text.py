"""Text in pictures: which glyphs the shipped fonts have, widths, and ink."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from importlib.resources import files
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

SMALLEST = 30
"""The smallest type: 13.8 points on a desktop, where a picture of 680 × 760 is 313 wide."""

_LONGEST = 80
_UNPRINTED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_PICTURES = frozenset({"So", "Sk"})
_MARK = re.compile(r"(?: #[0-9]{1,6})?$")
_JOINERS = frozenset("\u200d\ufe0e\ufe0f\u20e3")


@lru_cache(maxsize=2)
def _font_file(name: str) -> bytes:
    return (files("bot.render") / "fonts" / name).read_bytes()


@lru_cache(maxsize=64)
def _font(size: int, *, heavy: bool) -> ImageFont.FreeTypeFont:
    # The basic layout engine gives the same bytes on every machine.
    file = BytesIO(_font_file("heavy.ttf" if heavy else "text.ttf"))
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _has_glyph(letter: str) -> bool:
    if letter == " ":
        return True
    font = _font(24, heavy=False)
    return bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))


def _strip(text: str) -> str:
    """Drop emoji and control characters, and collapse whitespace."""
    kept = []
    for letter in unicodedata.normalize("NFC", text[:_LONGEST]):
        category = unicodedata.category(letter)
        if letter.isspace():
            kept.append(" ")
        elif category in _UNPRINTED or letter in _JOINERS:
            continue
        elif category not in _PICTURES or _has_glyph(letter):
            kept.append(letter)
    return " ".join("".join(kept).split())


@lru_cache(maxsize=2048)
def with_glyphs(name: str) -> str:
    """Return a name as the fonts can paint it; "" if a letter has no glyph.

    Emoji are dropped, and ornamental letters become plain ones: 𝓐𝓷𝓪 is Ana.
    """
    plain = _strip(name)
    if not all(map(_has_glyph, plain)):
        plain = _strip(unicodedata.normalize("NFKC", plain))
    if not any(letter.isalnum() for letter in plain) or not all(map(_has_glyph, plain)):
        return ""
    return plain


def has_glyphs(name: str) -> bool:
    """Return True if the fonts can paint the name; if not, pictures show only the avatar."""
    return with_glyphs(name) != ""


def initial(name: str) -> str:
    """Return the first letter or digit of a name in upper case; "" if none can be painted."""
    first = next((letter for letter in with_glyphs(name) if letter.isalnum()), "")
    capital = first.upper()
    return capital if len(capital) == 1 and capital and _has_glyph(capital) else first


@lru_cache(maxsize=8192)
def text_width(text: str, size: int, *, heavy: bool = False) -> int:
    """Return the width of the text in pixels."""
    return round(_font(size, heavy=heavy).getlength(text)) + 2


@lru_cache(maxsize=4096)
def fitting(text: str, size: int, width: int, *, heavy: bool = False) -> str:
    """Truncate the text to `width` pixels with an ellipsis."""
    text = "".join(letter for letter in _strip(text) if _has_glyph(letter))
    if text_width(text, size, heavy=heavy) <= width:
        return text
    for kept in range(len(text) - 1, 0, -1):
        short = text[:kept].rstrip(" ·,&") + "…"
        if text_width(short, size, heavy=heavy) <= width:
            return short
    return ""


@lru_cache(maxsize=256)
def wrap_text(text: str, size: int, width: int) -> tuple[str, ...]:
    """Break a text into lines of at most this width; a longer word has a line of its own."""
    written: list[str] = []
    for word in text.split():
        longer = f"{written[-1]} {word}" if written else word
        if written and text_width(longer, size) <= width:
            written[-1] = longer
        else:
            written.append(word)
    return tuple(written)


def split_mark(name: str) -> tuple[str, str]:
    """Split off the mark of a name that looks like another: "Alex #2" into "Alex" and " #2"."""
    at = next(_MARK.finditer(name)).start()
    return name[:at], name[at:]


def short_name(name: str, size: int, width: int) -> str:
    """Shorten a name to fit, at a word boundary if possible; "" if it can't be painted."""
    name, mark = split_mark(with_glyphs(name))
    width -= text_width(mark, size, heavy=True) if mark else 0
    fill_shape = fitting(name, size, width, heavy=True)
    words = name.split()
    for kept in range(len(words) - 1, 0, -1):
        some = " ".join(words[:kept])
        if fill_shape != name and len(some) > 3 and text_width(some, size, heavy=True) <= width:
            return some + mark
    return fill_shape + mark


@lru_cache(maxsize=2048)
def write_text(text: str, size: int, *, heavy: bool = False) -> Image.Image:
    """Write the text as a mask, vertically centered on its capital letters.

    Raises ValueError for type too small to read on a desktop.
    """
    if size < SMALLEST:
        raise ValueError(f"type of {size} pixels is smaller than {SMALLEST}")
    font = _font(size, heavy=heavy)
    half = round(size * 0.78)
    mask = Image.new("L", (max(1, text_width(text, size, heavy=heavy)), 2 * half))
    baseline = half + round(size * 0.36)
    ImageDraw.Draw(mask).text((1, baseline), text, 255, font, anchor="ls")
    return mask
