"""Small pieces that several screens share."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.tables.views import TableView

from .ids import Verb, format_id
from .render_context import RenderContext
from .spec import Accent, Button, ButtonStyle, Container, Message, Row, Text

_MARKED = re.compile(r"\\(.)|\*\*|\u200b")
MAX_ROW = 5


def press(
    table: TableView,
    verb: Verb,
    label: str,
    *,
    arg: str = "",
    style: ButtonStyle = ButtonStyle.SECONDARY,
    disabled: bool = False,
    copy: int = 1,
) -> Button:
    """Return a button of a table."""
    custom_id = format_id(verb, table.table_id, table.seq, arg, copy)
    return Button(label, custom_id, style, disabled)


def my_hand(table: TableView, context: RenderContext) -> Button:
    """Return the button that shows each user their own panel."""
    return press(table, Verb.HAND, context.words.say("My hand"), style=ButtonStyle.PRIMARY)


def more_button(table: TableView, context: RenderContext, arg: str = "") -> Button:
    """Return the button for what has no room: of the table, or of the finished hand `arg`."""
    return press(table, Verb.MORE, context.words.say("More"), arg=arg)


def rows_of(buttons: Iterable[Button], width: int) -> tuple[Row, ...]:
    """Return buttons in rows of at most so many."""
    items = list(buttons)
    return tuple(Row(tuple(items[at : at + width])) for at in range(0, len(items), width))


def lines(*texts: str) -> str:
    """Return the texts that are not empty, a line each."""
    return "\n".join(text for text in texts if text)


def small(text: str) -> str:
    """Return a text in small print; empty stays empty."""
    return "\n".join(f"-# {line}" for line in text.split("\n")) if text else ""


def plain(markdown: str) -> str:
    """Return what a reader of our own Markdown sees: no stars, no backslashes."""
    return _MARKED.sub(lambda found: found[1] or "", markdown)


def clock(at: float) -> str:
    """Return a time that Discord counts by itself."""
    return f"<t:{int(at)}:R>"


def note(markdown: str, *rows: Row, accent: Accent = Accent.NORMAL) -> Message:
    """Return a short answer in a frame."""
    return Message(body=(Container((Text(markdown), *rows), accent),))


def capital(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]
