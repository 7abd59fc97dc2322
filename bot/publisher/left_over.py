"""Results that an earlier start has left: Discord alone knows what they show."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import ui

from .digest import COUNTDOWN, is_lasting


def as_result(message: discord.Message) -> ui.LayoutView:
    """Return what a message shows, with nothing to do there and nothing to wait for."""
    view = ui.LayoutView.from_message(message, timeout=None)
    names = {file.id: file.filename for file in message.attachments}
    for item in list(view.walk_children()):
        if isinstance(item, ui.ActionRow):
            _keep_lasting(item)
        elif isinstance(item, ui.Section) and isinstance(item.accessory, ui.Button):
            item.accessory.disabled = True
        elif isinstance(item, ui.TextDisplay):
            lines = item.content.split("\n")
            item.content = "\n".join(line for line in lines if COUNTDOWN not in line) or "\u200b"
        elif isinstance(item, ui.MediaGallery):
            item.items = [_own(picture, names) for picture in item.items]
    view.stop()
    return view


def _keep_lasting(row: ui.ActionRow[ui.LayoutView]) -> None:
    """Take away what can be pressed, but for what a finished hand has to tell."""
    for control in list(row.children):
        if not is_lasting(str(getattr(control, "custom_id", ""))):
            row.remove_item(control)
    if not row.children:
        holder = row.parent if isinstance(row.parent, ui.Container) else row.view
        if holder is not None:
            holder.remove_item(row)


def _own(picture: discord.MediaGalleryItem, names: Mapping[int, str]) -> discord.MediaGalleryItem:
    """Return a picture by its file's name: the address under which it was read runs out."""
    name = names.get(picture.media.attachment_id or 0)
    address = picture.media.url if name is None else f"attachment://{name}"
    return discord.MediaGalleryItem(address, description=picture.description)
