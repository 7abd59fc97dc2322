"""Small pieces shared by several screens."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .spec import Accent, Button, Container, Message, Row, Text

_MARKED = re.compile(r"\\(.)|\*\*|\u200b")


def rows_of(buttons: Iterable[Button], width: int) -> tuple[Row, ...]:
    """Arrange buttons in rows of at most this many."""
    items = list(buttons)
    return tuple(Row(tuple(items[at : at + width])) for at in range(0, len(items), width))


def lines(*texts: str) -> str:
    """Join the texts that are not empty, one per line."""
    return "\n".join(text for text in texts if text)


def small(text: str) -> str:
    """Format a text in small print; empty stays empty."""
    return "\n".join(f"-# {line}" for line in text.split("\n")) if text else ""


def plain(markdown: str) -> str:
    """Strip our own Markdown: stars and backslashes."""
    return _MARKED.sub(lambda found: found[1] or "", markdown)


def clock(at: float) -> str:
    """Format a time as Discord's live timestamp."""
    return f"<t:{int(at)}:R>"


def note(markdown: str, *rows: Row, accent: Accent = Accent.NORMAL) -> Message:
    """Build a short answer in a frame."""
    return Message(body=(Container((Text(markdown), *rows), accent),))


def capital(text: str) -> str:
    """Capitalize the first letter of a text."""
    return text[:1].upper() + text[1:]
