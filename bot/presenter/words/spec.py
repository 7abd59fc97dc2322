"""Messages as plain values, compared by content, independent of discord.py.

A `Message` has either `body` (Components V2) or `content` with `rows` (a plain message, which makes
a readable push notification). The publisher converts it to discord.py objects.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.render import Drawing

from .ids import ComponentId


class ButtonStyle(StrEnum):
    """The style of a button."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    SUCCESS = "success"
    DANGER = "danger"


class Accent(StrEnum):
    """The accent color of a container; its meaning is always in the words too."""

    NORMAL = "normal"
    YOUR_TURN = "your-turn"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Text:
    """A block of Discord's Markdown."""

    markdown: str


@dataclass(frozen=True, slots=True)
class Button:
    """A button. `emoji` is Discord's text for an emoji, or None."""

    label: str
    component_id: ComponentId
    style: ButtonStyle = ButtonStyle.SECONDARY
    disabled: bool = False
    emoji: str | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """A button that opens a URL."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class SelectOption:
    """One line of a select."""

    label: str
    value: str
    description: str = ""
    default: bool = False


class OptionSource(StrEnum):
    """The source of a list: our options, or Discord's own channels, roles or people."""

    OPTIONS = "options"
    CHANNELS = "channels"  # those in which tables can open
    CHATS = "chats"  # those in which a message can be posted
    ROLES = "roles"
    PEOPLE = "people"


@dataclass(frozen=True, slots=True)
class Select:
    """A select from which one option is chosen; it fills a row.

    A list of Discord's own has no options: `chosen` are the selected ids, and up to
    `most` may be selected.
    """

    component_id: ComponentId
    placeholder: str
    options: tuple[SelectOption, ...] = ()
    disabled: bool = False
    listed: OptionSource = OptionSource.OPTIONS
    chosen: tuple[int, ...] = ()
    most: int = 1


@dataclass(frozen=True, slots=True)
class Row:
    """Up to five buttons, or one select."""

    items: tuple[Button | Link | Select, ...]


@dataclass(frozen=True, slots=True)
class Separator:
    """A horizontal line."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to draw. `alt` describes all of it; `name` is the file's."""

    drawing: Drawing
    alt: str
    name: str


Part = Text | Row | Separator | Picture


@dataclass(frozen=True, slots=True)
class Container:
    """Parts in a frame."""

    children: tuple[Part, ...]
    accent: Accent | None = None


@dataclass(frozen=True, slots=True)
class File:
    """A file to download."""

    name: str
    content: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message.

    `body`: Components V2; or `content` and `rows` for a plain message, never both. `mentions`:
    users whom the message may ping, `roles`: roles. `silent`: without a notification.
    """

    body: tuple[Container | Part, ...] = ()
    content: str = ""
    rows: tuple[Row, ...] = ()
    files: tuple[File, ...] = ()
    mentions: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()
    silent: bool = False


@dataclass(frozen=True, slots=True)
class TextForm:
    """A modal that asks for one line of text; `value` prefills it."""

    component_id: ComponentId
    title: str
    label: str
    value: str
    longest: int
