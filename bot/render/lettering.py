"""Text on the board: what the built-in font can write, fitting, and soft-edged words.

Pillow's built-in font knows ASCII and a few signs. Accents are added here by hand, so
that Spanish can be written; letters that it lacks are left out, and a name of which too
little is left gives way to its seat's position.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from bot.render.palette import Colour, ramp

__all__ = ["fitting", "readable", "readable_name", "word", "word_mask", "word_width"]

_SPELT = str.maketrans(
    {
        "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O",
        "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th",
        "ı": "i", "–": "-", "—": "-", "−": "-", "×": "x", "•": "·", "„": '"',
        "\u00a0": " ",
    }
)  # fmt: skip
_ACCENTS = "\u0300\u0301\u0302\u0303\u0308\u030a\u030c\u0327"
_TURNED = {"¿": "?", "¡": "!"}
_LONGEST = 80


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont:
    """Load the built-in font; `size` in pixels."""
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise TypeError("Pillow was built without FreeType; pictures need it")
    return font


@lru_cache(maxsize=4096)
def _has_glyph(letter: str) -> bool:
    """Whether the font can write the letter: else it shows its box for missing ones."""
    if letter == " ":
        return True
    font = _font(24)
    return bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))


@lru_cache(maxsize=2048)
def _clusters(text: str) -> tuple[str, ...]:
    """List the writable letters of the text, each with its accents behind it."""
    plain = unicodedata.normalize("NFKD", text[:_LONGEST].translate(_SPELT)).translate(_SPELT)
    letters: list[str] = []
    for sign in plain:
        if sign in _ACCENTS:
            if letters and letters[-1] != " ":
                letters[-1] += sign
        elif sign.isspace():
            if letters and letters[-1] != " ":
                letters.append(" ")
        elif sign in _TURNED or (sign.isprintable() and _has_glyph(sign)):
            letters.append(sign)
    return tuple(letters)


def readable(text: str) -> str:
    """Give the text without what the font cannot write; blanks run together."""
    return unicodedata.normalize("NFC", "".join(_clusters(text))).strip()


def readable_name(name: str, position: str) -> str:
    """Give a name as it can be drawn.

    When most of its letters cannot be written, or none is left, the seat's position
    stands for it.
    """
    drawn = readable(name)
    wanted = sum(sign.isalnum() for sign in unicodedata.normalize("NFKC", name[:_LONGEST]))
    kept = sum(sign.isalnum() for sign in drawn)
    if kept == 0 or 2 * kept < wanted:
        return readable(position)
    return drawn


@lru_cache(maxsize=4096)
def _advance(cluster: str, size: int) -> float:
    """Width of one letter, in pixels."""
    return _font(size).getlength(_TURNED.get(cluster[0], cluster[0]))


@lru_cache(maxsize=4096)
def word_width(text: str, size: int, *, bold: bool = False) -> int:
    """Width of the written text in pixels."""
    clusters = _clusters(text)
    if all(len(cluster) == 1 and cluster not in _TURNED for cluster in clusters):
        width = _font(size).getlength("".join(clusters))
    else:
        width = sum(_advance(cluster, size) for cluster in clusters)
    return round(width) + (2 if bold else 0) + 2


@lru_cache(maxsize=4096)
def fitting(text: str, size: int, width: int, *, bold: bool = False) -> str:
    """Give the text, or as much of it as fits into `width` pixels with an ellipsis behind."""
    clusters = _clusters(text.strip())
    whole = "".join(clusters).strip()
    if word_width(whole, size, bold=bold) <= width:
        return whole
    for kept in range(len(clusters) - 1, 0, -1):
        short = "".join(clusters[:kept]).strip() + "…"
        if word_width(short, size, bold=bold) <= width:
            return short
    return ""


def _accent(draw: ImageDraw.ImageDraw, sign: str, box: tuple[float, float, float, int]) -> None:
    """Draw an accent over (or under) a letter; box is middle, top, baseline, font size."""
    middle, top, baseline, size = box
    rise, half, pen = size * 0.17, size * 0.13, max(2, round(size * 0.08))
    high, low = top - size * 0.08 - rise, top - size * 0.08
    if sign == "\u0301":
        draw.line((middle - half * 0.4, low, middle + half, high), fill=255, width=pen)
    elif sign == "\u0300":
        draw.line((middle + half * 0.4, low, middle - half, high), fill=255, width=pen)
    elif sign in "\u0302\u030c":
        ends, tip = (low, high) if sign == "\u0302" else (high, low)
        points = [(middle - half, ends), (middle, tip), (middle + half, ends)]
        draw.line(points, fill=255, width=pen, joint="curve")
    elif sign == "\u0303":
        step = half * 0.75
        wave = [(-2, 0.75), (-1, 0.25), (0, 0.5), (1, 0.75), (2, 0.25)]
        points = [(middle + at * step, high + rise * down) for at, down in wave]
        draw.line(points, fill=255, width=pen, joint="curve")
    elif sign == "\u0308":
        for side in (-1, 1):
            at = middle + side * half * 0.9
            draw.ellipse((at - pen * 0.7, low - pen * 1.4, at + pen * 0.7, low), fill=255)
    elif sign == "\u030a":
        draw.ellipse((middle - half * 0.8, high, middle + half * 0.8, low), outline=255, width=2)
    else:
        draw.arc((middle - half, baseline, middle + half, baseline + rise), 270, 130, 255, pen)


def _draw_accented(mask: Image.Image, clusters: tuple[str, ...], size: int, stroke: int) -> None:
    """Write letter by letter, with accents and turned marks."""
    font, draw = _font(size), ImageDraw.Draw(mask)
    baseline, at = font.getmetrics()[0], 1.0 + stroke
    for cluster in clusters:
        letter = _TURNED.get(cluster[0], cluster[0])
        left, top, right, bottom = font.getbbox(letter)
        if cluster in _TURNED:
            box = (round(at + left), round(top), round(at + right) + 1, round(bottom) + 1)
            turned = Image.new("L", (box[2] - box[0], box[3] - box[1]))
            ImageDraw.Draw(turned).text((-left, -top), letter, 255, font, stroke_width=stroke)
            mask.paste(turned.rotate(180), (box[0], box[1] + round(size * 0.2)))
        else:
            dotless = letter in "ij" and len(cluster) > 1
            draw.text((at, 0), letter, 255, font, stroke_width=stroke)
            if dotless:  # an accent takes the place of the dot
                top = font.getbbox("x")[1]
                draw.rectangle((at + left - 1, 0, at + right + 1, top - 2), fill=0)
            for sign in cluster[1:]:
                _accent(draw, sign, (at + (left + right) / 2, top, baseline, size))
        at += _advance(cluster, size)


@lru_cache(maxsize=2048)
def word_mask(text: str, size: int, *, bold: bool = False) -> Image.Image:
    """Write the text as degrees of ink, as high as the font's line."""
    clusters, font, stroke = _clusters(text), _font(size), 1 if bold else 0
    up, down = font.getmetrics()
    mask = Image.new("L", (max(1, word_width(text, size, bold=bold)), up + down + 2))
    if all(len(cluster) == 1 and cluster not in _TURNED for cluster in clusters):
        draw = ImageDraw.Draw(mask)
        draw.text((1, 0), "".join(clusters), 255, font, stroke_width=stroke)
    else:
        _draw_accented(mask, clusters, size, stroke)
    return mask


@lru_cache(maxsize=2048)
def word(text: str, size: int, ground: Colour, ink: Colour, *, bold: bool = False) -> Image.Image:
    """Write the text in palette colours, ready to be laid upon that ground."""
    mask = word_mask(text, size, bold=bold)
    return Image.frombytes("P", mask.size, mask.tobytes().translate(ramp(ground, ink)))
