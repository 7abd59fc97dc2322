"""How high a screen is on a phone, in points."""

from __future__ import annotations

from functools import lru_cache
from textwrap import wrap

from bot.presenter.words.spec import Picture, Row, Select, Text

MOST = 640
AROUND = 410
AROUND_LOBBY = 265
FRAME = 90
ROW = 52
LINE = 22
SMALL_LINE = 18
"""Heights in points: the picture of a panel, or of a lobby, with Discord's frame; the frame; a row
of buttons; lines."""
LETTERS = 33
SMALL_LETTERS = 43
ROW_LETTERS = 38
BUTTON_LETTERS = 5
SHORTEST = 4
"""Widths in letters: lines, a row of buttons, a button's padding, and the shortest label."""


def height_of(message, around=AROUND):
    """Estimate the height of a panel on a phone from its letters, or `around` another picture."""
    parts = message.body[0].children
    assert isinstance(parts[0], Picture)
    return around + _height_below(parts[1:])


def height_in_words(message):
    """Estimate the height of a panel without a picture."""
    return FRAME + _height_below(message.body[0].children)


def _height_below(parts):
    height = 0
    for part in parts:
        if isinstance(part, Text):
            height += sum(map(_height_of_line, part.markdown.replace("**", "").splitlines()))
        elif isinstance(part, Row):
            height += ROW * rows_on_a_phone(part)
    return height


@lru_cache(maxsize=4096)
def _height_of_line(line):
    if line.startswith("-# "):
        return SMALL_LINE * len(wrap(line[3:], SMALL_LETTERS))
    return LINE * len(wrap(line.strip("# "), LETTERS))


def rows_on_a_phone(row):
    rows = 1
    used = 0
    for item in row.items:
        width = (
            ROW_LETTERS
            if isinstance(item, Select)
            else max(SHORTEST, len(item.label)) + BUTTON_LETTERS
        )
        rows, used = (rows, used + width) if used + width <= ROW_LETTERS else (rows + 1, width)
    return rows
