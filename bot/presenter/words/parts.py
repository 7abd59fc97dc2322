"""Small pieces shared by several screens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeVar

from .spec import Accent, Button, Container, Message, Part, Row, SelectOption, Text

T = TypeVar("T")
_MARKED = re.compile(r"\\(.)|\*\*|\u200b")


def rows_of(buttons: Iterable[Button], width: int) -> tuple[Row, ...]:
    """Arrange buttons in rows of at most this many."""
    items = list(buttons)
    return tuple(Row(tuple(items[at : at + width])) for at in range(0, len(items), width))


def lines(*texts: str) -> str:
    """Join the texts that are not empty, one per line."""
    return "\n".join(text for text in texts if text)


def heading(text: str) -> str:
    """Format a text as a heading."""
    return f"### {text}"


def small(text: str) -> str:
    """Format a text in small print; empty stays empty."""
    return "\n".join(f"-# {line}" for line in text.split("\n")) if text else ""


def plain(markdown: str) -> str:
    """Strip our own Markdown: stars and backslashes."""
    return _MARKED.sub(lambda found: found[1] or "", markdown)


def clock(at: float) -> str:
    """Format a time as Discord's live timestamp."""
    return f"<t:{int(at)}:R>"


def time_of_day(at: float) -> str:
    """Format a time as Discord's timestamp of the hour and minute, in each reader's time zone."""
    return f"<t:{int(at)}:t>"


def framed(*parts: Part, accent: Accent = Accent.NORMAL, silent: bool = False) -> Message:
    """Build a message of parts in a frame."""
    return Message(body=(Container(parts, accent),), silent=silent)


def note(markdown: str, *rows: Row, accent: Accent = Accent.NORMAL) -> Message:
    """Build a short answer in a frame."""
    return framed(Text(markdown), *rows, accent=accent)


def choices(offered: Mapping[str, str], now: str | None = None) -> tuple[SelectOption, ...]:
    """Build the options of a select from labels by value; `now` is the one in effect."""
    return tuple(
        SelectOption(label, value, default=value == now) for value, label in offered.items()
    )


def known(value: T | None) -> T:
    """Return a value that this screen always has; raises ValueError if it is missing."""
    if value is None:
        raise ValueError("a value that this screen needs is missing")
    return value


def capital(text: str) -> str:
    """Capitalize the first letter of a text."""
    return text[:1].upper() + text[1:]
