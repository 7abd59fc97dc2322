"""Long texts in pages that a phone shows without scrolling."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..layout.phone import (
    FRAME,
    LINE,
    PHONE_HEIGHT,
    ROW,
    SMALL_LINE,
    height_of_lines,
    height_of_row,
)
from ..words.ids import ComponentId
from ..words.parts import small
from ..words.render_context import RenderContext
from ..words.spec import Button, Part, Row, Text


def paged(
    text: str,
    page: int,
    id_of: Callable[[int], ComponentId],
    context: RenderContext,
    *rows: Row,
    spare: int = 0,
) -> tuple[Part, ...]:
    """Build a page, from 1, of a text: its part of the text, and the rows that end every page.

    A heading in the first line stands on each page. `id_of`: the id of the button that leads to a
    page. A page that does not exist is the nearest one that does. `spare`: how many points of a
    phone stay free.
    """
    return _page_of((text,), page, id_of, context, rows, _single_lines, spare)


def in_chapters(
    chapters: Sequence[str],
    page: int,
    id_of: Callable[[int], ComponentId],
    context: RenderContext,
    *rows: Row,
) -> tuple[Part, ...]:
    """Build a page like `paged`, of texts that each begin on a page of their own.

    The heading of the first one stands on each page. Points stay with the line that they belong to.
    """
    return _page_of(chapters, page, id_of, context, rows, _with_points)


def _page_of(
    chapters: Sequence[str],
    page: int,
    id_of: Callable[[int], ComponentId],
    context: RenderContext,
    rows: Sequence[Row],
    units_of: Callable[[Sequence[str], int], list[list[str]]],
    spare: int = 0,
) -> tuple[Part, ...]:
    """Build a page of chapters. `units_of`: which lines stay together, if a page has room."""
    first, *others = (chapter.split("\n") for chapter in chapters)
    heads, blocks = _heading_of(first)
    around = FRAME + spare + sum(map(height_of_row, rows))
    room = PHONE_HEIGHT - around - height_of_lines(heads)
    if not others and height_of_lines(blocks) <= room:
        return Text(chapters[0]), *rows
    left = room - ROW - SMALL_LINE
    split = (_balanced(units_of(each, left), left) for each in (blocks, *others))
    pages = [lines for chapter in split for lines in chapter]
    number = min(max(page, 1), len(pages))
    where = small(context.say("Page {page} of {pages}", page=number, pages=len(pages)))
    shown = "\n".join([*heads, *pages[number - 1], where])
    return Text(shown), Row(turns(number, len(pages), id_of, context)), *rows


def shortened(
    texts: Sequence[str],
    context: RenderContext,
    beside: Sequence[str],
    *rows: Row,
    fewest: int = 0,
) -> list[str]:
    """Keep the first lines that a phone shows with others and with rows, then count the rest.

    `fewest`: how many are kept in any case.

    `beside`: the other texts of the message.
    """
    below = "\n".join(beside).split("\n")
    room = PHONE_HEIGHT - FRAME - sum(map(height_of_row, rows)) - height_of_lines(below)
    count = len(texts)
    if height_of_lines("\n".join(texts).split("\n")) <= room:
        return list(texts)
    while count > fewest and height_of_lines("\n".join(texts[:count]).split("\n")) > room - LINE:
        count -= 1
    if not count:
        return []
    rest = len(texts) - count
    return [*texts[:count], context.plural("and {n} more", "and {n} more", rest)]


def text_pages(lines: Sequence[str], *rows: Row) -> list[str]:
    """Split lines into pages that a phone shows above these rows."""
    room = PHONE_HEIGHT - FRAME - sum(map(height_of_row, rows))
    blocks = "\n".join(lines).split("\n")
    return ["\n".join(page) for page in _balanced(_single_lines(blocks, room), room)]


def turns(
    page: int, pages: int, id_of: Callable[[int], ComponentId], context: RenderContext
) -> tuple[Button, ...]:
    """Build the buttons to the page before and the next one."""
    return (
        Button(context.say("◀ Prev"), id_of(page - 1), disabled=page <= 1),
        Button(context.say("Next ▶"), id_of(page + 1), disabled=page >= pages),
    )


def _heading_of(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split a text into its heading, if it has one, and the rest."""
    count = 1 if lines[0].startswith("#") else 0
    return list(lines[:count]), list(lines[count:])


def _balanced(units: Sequence[Sequence[str]], room: int) -> list[list[str]]:
    """Split lines, some of which stay together, into as few pages as fit, of about equal height."""
    pages = _filled(units, room)
    whole = sum(map(height_of_lines, units))
    for lower in range(whole // len(pages), room, LINE):
        if len(balanced := _filled(units, lower)) == len(pages):
            return balanced
    return pages


def _single_lines(blocks: Sequence[str], _room: int) -> list[list[str]]:
    """Let a page end after any line."""
    return [[block] for block in blocks]


def _with_points(blocks: Sequence[str], room: int) -> list[list[str]]:
    """Put points with the line that they belong to, as many as a page has room for."""
    units: list[list[str]] = []
    for block in blocks:
        if block.startswith("- ") and units and height_of_lines([*units[-1], block]) <= room:
            units[-1].append(block)
        else:
            units.append([block])
    return units


def _filled(units: Iterable[Sequence[str]], room: int) -> list[list[str]]:
    """Fill pages with lines that stay together; no page starts or ends with an empty line."""
    pages: list[list[str]] = [[]]
    filled = 0
    for unit in units:
        height = height_of_lines(unit)
        if pages[-1] and filled + height > room:
            pages.append([])
            filled = 0
        if pages[-1] or unit != [""]:
            pages[-1] += unit
            filled += height
    for page in pages:
        while page and not page[-1]:
            page.pop()
    return [page for page in pages if page]
