"""How much of a panel a phone shows at once, below its picture."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from bot.render import Size, size_of

from ..words.spec import Button, Link, Picture, Row, Select

BELOW_PICTURE = 230
"""The height of all that has room below the picture, in points."""
CARD_WIDTH = 300
"""The width of a picture, in points."""
ROW = 52
LINE = 22
LINE_LETTERS = 33
SMALL = "-# "
SMALL_LETTERS = 43
"""The letters in a line, and in one of small type, which begins with a mark."""
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


def lines_on_a_phone(text: str) -> int:
    """Count the lines that a text takes."""
    shown = text.replace("**", "").splitlines()
    return sum(
        len(wrap(line.strip("-# "), SMALL_LETTERS if line.startswith(SMALL) else LINE_LETTERS))
        for line in shown
    )


def lines_left(rows: Sequence[Row], saved: int = 0) -> int:
    """Return how many lines of text have room above these rows.

    `saved`: by how many points the picture above them is lower than a panel's.
    """
    return (BELOW_PICTURE + saved - sum(map(height_of_row, rows))) // LINE


def saved_by(picture: Picture) -> int:
    """Compute by how many points a picture is lower than a panel's."""
    wide, high = Size.PANEL.pixels
    return (high - size_of(picture.drawing).pixels[1]) * CARD_WIDTH // wide


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
