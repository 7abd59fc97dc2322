"""Turn messages into results: no buttons to press, no running countdowns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

import discord
from discord import ui

from bot.presenter.words.ids import Verb, parse_id
from bot.presenter.words.spec import Button, Container, Message, Part, Row, Text

LASTING = frozenset({Verb.REVIEW, Verb.PROOF, Verb.MORE})
"""Buttons about a finished hand, which stay."""
COUNTDOWN = ":R>"
"""The end of a timestamp that Discord counts down by itself."""


def in_the_past(message: Message) -> Message:
    """Remove the actions and countdowns of a message; its texts and pictures stay."""
    body: list[Container | Part] = []
    for part in message.body:
        if isinstance(part, Container):
            body.append(replace(part, children=tuple(_strip_actions(part.children))))
        else:
            body += _strip_actions((part,))
    return replace(message, body=tuple(body), rows=())


def _strip_actions(parts: Iterable[Part]) -> Iterator[Part]:
    """Yield parts without their actions and their countdown lines."""
    for part in parts:
        if isinstance(part, Text):
            lines = [line for line in part.markdown.split("\n") if COUNTDOWN not in line]
            if lines:
                yield Text("\n".join(lines))
        elif not isinstance(part, Row):
            yield part
        elif lasting := tuple(item for item in part.items if _lasts(item)):
            yield Row(lasting)


def _lasts(item: object) -> bool:
    """Return True if a control is about a finished hand."""
    return isinstance(item, Button) and item.component_id.verb in LASTING


@dataclass(frozen=True, slots=True)
class KeptFile:
    """An attachment that an edit keeps; components refer to it by name."""

    file_id: int
    name: str

    def to_dict(self) -> dict[str, object]:
        """Return the JSON that discord.py sends."""
        return {"id": self.file_id, "filename": self.name}


def as_result(message: discord.Message) -> dict[str, Any]:
    """Build the arguments of an edit that turns a message into a result.

    Used for messages of an earlier run, whose content only Discord knows.
    """
    view = ui.LayoutView.from_message(message, timeout=None)
    kept: list[KeptFile] = []
    for item in list(view.walk_children()):
        if isinstance(item, ui.ActionRow):
            _keep_lasting(item)
        elif isinstance(item, ui.Section) and isinstance(item.accessory, ui.Button):
            item.accessory.disabled = True
        elif isinstance(item, ui.TextDisplay):
            lines = item.content.split("\n")
            item.content = "\n".join(line for line in lines if COUNTDOWN not in line) or "\u200b"
        elif isinstance(item, ui.MediaGallery):
            files = [_file_of(picture.media) for picture in item.items]
            kept += [file for file in files if file is not None]
            item.items = [_own(*each) for each in zip(item.items, files, strict=True)]
    view.stop()
    return {"view": view, "attachments": kept}


def _keep_lasting(row: ui.ActionRow[ui.LayoutView]) -> None:
    """Remove all controls except those about a finished hand."""
    for control in list(row.children):
        decoded = parse_id(str(getattr(control, "custom_id", "")))
        if decoded is None or decoded.verb not in LASTING:
            row.remove_item(control)
    if not row.children:
        holder = row.parent if isinstance(row.parent, ui.Container) else row.view
        if holder is not None:
            holder.remove_item(row)


def _file_of(media: discord.UnfurledMediaItem) -> KeptFile | None:
    """Return the attachment behind a picture; its name is only in its URL."""
    if media.attachment_id is None:
        return None
    return KeptFile(media.attachment_id, PurePosixPath(unquote(urlsplit(media.url).path)).name)


def _own(picture: discord.MediaGalleryItem, file: KeptFile | None) -> discord.MediaGalleryItem:
    """Refer to a picture by its file's name, since the URL that was read expires."""
    address = picture.media.url if file is None else f"attachment://{file.name}"
    return discord.MediaGalleryItem(address, description=picture.description)
