"""How much of a message a phone shows at once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from bot.render import Size, size_of

from ..words.parts import plain
from ..words.spec import Button, Link, Picture, Row, Select

_EMOJI = re.compile(r"<a?:\w+:\d+>")
_MENTION = re.compile(r"<(?:(/[^:>]+):\d+|[#@t][^>]*)>")
EMOJI = "mm"
MENTION = " " + "m" * 14
"""As wide as an emoji; and as a channel, a person or a time. A command is as long as its name."""
PHONE_HEIGHT = 640
FRAME = 80
"""Heights in points: a phone, and what is around a message's texts and rows."""
BELOW_PICTURE = 230
CARD_WIDTH = 300
"""The height of all that has room below a panel's picture, and its width, in points."""
ROW = 52
LINE = 22
SMALL_LINE = 18
TITLE_LINE = 26
GAP_LINE = 22
"""The heights of a row of buttons and of lines, in points."""
LETTERS = 33
POINT_LETTERS = 28
SMALL_LETTERS = 43
TITLE_LETTERS = 25
"""How many letters a line surely holds."""
ROW_LETTERS = 38
BUTTON_LETTERS = 5
"""The width of a button's padding, in letters."""
SHORTEST_LABEL = 4

Item = Button | Link | Select


def fits_phone(items: Sequence[Item]) -> bool:
    """Return True if a phone shows a row of buttons without wrapping it."""
    has_list = any(isinstance(item, Select) for item in items)
    return not has_list and sum(map(_width, items)) <= ROW_LETTERS


def phone_rows(buttons: Sequence[Button]) -> tuple[Row, ...]:
    """Arrange buttons in rows that a phone does not wrap, each in the first with room for it."""
    rows: list[tuple[Button, ...]] = []
    for button in buttons:
        at = next((at for at, row in enumerate(rows) if fits_phone((*row, button))), len(rows))
        rows[at : at + 1] = [(*(rows[at] if at < len(rows) else ()), button)]
    return tuple(map(Row, rows))


def fits_page(text: str, rows: Sequence[Row], *, spare: int = 0) -> bool:
    """Return True if a phone shows a text above rows without scrolling, and `spare` points more."""
    room = PHONE_HEIGHT - FRAME - spare - sum(map(height_of_row, rows))
    return height_of_text(text) <= room


def fits_below(picture: Picture, text: str, rows: Sequence[Row], *, saved: int = 0) -> bool:
    """Return True if a phone shows a text and rows below a picture without scrolling.

    `saved`: by how many points what is around them is lower than in a panel.
    """
    wide, high = Size.PANEL.pixels
    saved += (high - size_of(picture.drawing).pixels[1]) * CARD_WIDTH // wide
    return height_of_text(text) <= BELOW_PICTURE + saved - sum(map(height_of_row, rows))


def height_of_row(row: Row) -> int:
    """Estimate the height of a row in points; a phone may wrap it."""
    rows = 1
    used = 0
    for width in map(_width, row.items):
        used += width
        if used > ROW_LETTERS:
            rows += 1
            used = width
    return ROW * rows


def _width(item: Item) -> int:
    if isinstance(item, Select):
        return ROW_LETTERS
    return max(SHORTEST_LABEL, len(item.label)) + BUTTON_LETTERS


def height_of_text(text: str) -> int:
    """Estimate the height of Markdown in points."""
    return height_of_lines(text.split("\n")) if text else 0


def height_of_lines(lines: Sequence[str]) -> int:
    """Estimate the height of lines of Markdown in points."""
    return sum(_height_of_line(line) for line in lines)


def _height_of_line(line: str) -> int:
    """Estimate the height of a line of Markdown, which may wrap."""
    if not line:
        return GAP_LINE
    height = LINE
    letters = LETTERS
    if line.startswith("-# "):
        height = SMALL_LINE
        letters = SMALL_LETTERS
    elif line.startswith("- "):
        letters = POINT_LETTERS
    elif line.startswith(("# ", "## ")):
        height = TITLE_LINE
        letters = TITLE_LETTERS
    shown = _EMOJI.sub(EMOJI, plain(line))
    shown = _MENTION.sub(lambda found: found[1] or MENTION, shown)
    words = shown.lstrip("#- ")
    return height * max(1, len(_wrapped(letters).findall(words)))


@cache
def _wrapped(letters: int) -> re.Pattern[str]:
    """Match one line of so many letters: as many words as it holds, or a part of a longer one.

    A word may be divided after a hyphen, unless that is part of a domino.
    """
    words = rf".{{0,{letters - 1}}}(?:(?= |$)|(?<=[^\W\d_]-))"
    part = rf".{{{letters - 1}}}"
    return re.compile(f"[^ ](?:{words}|{part})")
