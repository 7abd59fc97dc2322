"""The test messages, built as the bot builds its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import discord

from bot.presenter.words.ids import ComponentId, Verb, parse_id
from bot.presenter.words.spec import Button, Container, Link, Message, Picture, Row, Text
from bot.render import FILE_TYPE, StandingRow, StandingsPicture, render_picture

PICTURE = f"live.{FILE_TYPE}"
"""The name of all pictures: the test checks whether Discord distinguishes them."""
NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Screen:
    """A message with its pictures; the ids of its buttons name `step`.

    Another running process of the bot also answers these, which reveals it.
    """

    message: Message
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    step: str = ""

    def button_of(self, custom_id: str) -> str:
        """Return the button that an id names, nothing for the id of another screen."""
        pressed = parse_id(custom_id)
        if pressed is None or pressed.verb is not Verb.LIVE:
            return ""
        step, _, button = pressed.arg.partition("/")
        return button if step == self.step else ""


def screen(
    text: str, step: str = "", letter: str = "", buttons: tuple[str, ...] = (), link: str = ""
) -> Screen:
    """Build a message; with a letter it has a picture that shows it."""
    parts: list[Text | Picture | Row] = [Text(text)]
    pictures: dict[str, bytes] = {}
    if letter:
        row = StandingRow(rank="", faces=(), name=f"Picture {letter}", figure=letter)
        drawing = StandingsPicture(title=f"Picture {letter}", detail="", rows=(row,))
        parts.append(Picture(drawing, f"Picture {letter}", PICTURE))
        pictures[PICTURE] = render_picture(drawing)
    items: list[Button | Link] = [
        Button(name.capitalize(), ComponentId(Verb.LIVE, arg=f"{step}/{name}")) for name in buttons
    ]
    if link:
        items.append(Link("A link", link))
    if items:
        parts.append(Row(tuple(items)))
    return Screen(Message(body=(Container(tuple(parts)),)), pictures, step)


def media_of(message: discord.Message) -> discord.UnfurledMediaItem | None:
    """Return the picture in a message's components."""
    for part in message.components:
        for child in getattr(part, "children", ()):
            if isinstance(child, discord.MediaGalleryComponent):
                return child.items[0].media
    return None
