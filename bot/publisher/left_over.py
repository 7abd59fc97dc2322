"""Results that an earlier start has left: Discord alone knows what they show."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

import discord
from discord import ui

from .digest import COUNTDOWN, is_lasting


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file that an edit leaves in its message: components find it by its name."""

    file_id: int
    name: str

    def to_dict(self) -> dict[str, object]:
        """Return what discord.py sends of it."""
        return {"id": self.file_id, "filename": self.name}


def as_result(message: discord.Message) -> dict[str, Any]:
    """Build the arguments of an edit after which a message shows what it does now, as a result.

    Nothing is left to do there and nothing to wait for.
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
    """Take away what can be pressed, but for what a finished hand has to tell."""
    for control in list(row.children):
        if not is_lasting(str(getattr(control, "custom_id", ""))):
            row.remove_item(control)
    if not row.children:
        holder = row.parent if isinstance(row.parent, ui.Container) else row.view
        if holder is not None:
            holder.remove_item(row)


def _file_of(media: discord.UnfurledMediaItem) -> KeptFile | None:
    """Return the file of a message that is shown here; its address alone tells its name."""
    if media.attachment_id is None:
        return None
    return KeptFile(media.attachment_id, PurePosixPath(unquote(urlsplit(media.url).path)).name)


def _own(picture: discord.MediaGalleryItem, file: KeptFile | None) -> discord.MediaGalleryItem:
    """Return a picture by its file's name: the address under which it was read runs out."""
    address = picture.media.url if file is None else f"attachment://{file.name}"
    return discord.MediaGalleryItem(address, description=picture.description)
