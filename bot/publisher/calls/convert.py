"""Converts message specs to discord.py's objects, after checking Discord's limits.

discord.py checks little itself: labels over 80 characters, duplicate ids and too much text would
all be sent. So every limit is checked before anything is built.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any

import discord
from discord import ui

from bot.presenter.words.spec import (
    Accent,
    Button,
    ButtonStyle,
    Container,
    Link,
    Message,
    OptionSource,
    Part,
    Picture,
    Row,
    Select,
    Separator,
    Text,
    TextForm,
)

MAX_COMPONENTS = 40
MAX_TEXT = 4000
MAX_CONTENT = 2000
MAX_ROWS = 5
MAX_BUTTONS = 5
MAX_ID = 100
MAX_LABEL = 80
MAX_URL = 512
MAX_OPTIONS = 25
MAX_OPTION_TEXT = 100
MAX_PLACEHOLDER = 150
MAX_ALT = 1024
WITH_TABLES = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
    discord.ChannelType.media,
)
"""The channel types that managers can choose for tables; in forums, tables are posts."""


class BadMessage(ValueError):
    """A message that Discord would refuse; the text names the limit."""


def check(message: Message) -> None:
    """Raise BadMessage if Discord would refuse the message."""
    if message.body:
        _check_layout(message)
    else:
        _at_most("content", len(message.content), MAX_CONTENT)
        _at_most("rows", len(message.rows), MAX_ROWS)
        _require(bool(message.content or message.files), "an empty message")
    for row in _rows(message):
        _check_row(row)
    _check_ids(message)


def component_count(message: Message) -> int:
    """Count the components of a message, including nested ones."""
    containers = sum(isinstance(part, Container) for part in message.body)
    return containers + sum(map(_size, _all_parts(message)))


def text_length(message: Message) -> int:
    """Count the characters in all texts of a Components V2 message."""
    return sum(len(part.markdown) for part in _all_parts(message) if isinstance(part, Text))


def _size(part: Part) -> int:
    return 1 + len(part.items) if isinstance(part, Row) else 1


def _all_parts(message: Message) -> Iterator[Part]:
    for part in message.body:
        if isinstance(part, Container):
            yield from part.children
        else:
            yield part


def _rows(message: Message) -> Iterator[Row]:
    yield from message.rows
    yield from (part for part in _all_parts(message) if isinstance(part, Row))


def _pressable(message: Message) -> Iterator[Button | Link | Select]:
    for row in _rows(message):
        yield from row.items


def _require(condition: bool, fault: str) -> None:
    if not condition:
        raise BadMessage(fault)


def _at_most(what: str, length: int, limit: int) -> None:
    _require(length <= limit, f"{what}: {length}, at most {limit}")


def _check_layout(message: Message) -> None:
    _require(not message.content and not message.rows, "Components V2 with content or rows")
    _require(not message.files, "a file that Components V2 would not show")
    _at_most("components", component_count(message), MAX_COMPONENTS)
    _at_most("text", text_length(message), MAX_TEXT)
    for part in message.body:
        _require(not isinstance(part, Container) or bool(part.children), "an empty container")
    for part in _all_parts(message):
        if isinstance(part, Text):
            _require(bool(part.markdown.strip()), "an empty text")
        if isinstance(part, Picture):
            _at_most("alt text", len(part.alt), MAX_ALT)
            _require(bool(part.alt), "a picture without alt text")


def _check_row(row: Row) -> None:
    _require(bool(row.items), "an empty row")
    _at_most("buttons in a row", len(row.items), MAX_BUTTONS)
    selects = sum(isinstance(item, Select) for item in row.items)
    _require(selects == 0 or len(row.items) == 1, "a select beside something else")


def _check_ids(message: Message) -> None:
    seen: set[str] = set()
    for item in _pressable(message):
        if isinstance(item, Select):
            _check_select(item)
        else:
            _require(bool(item.label), "a button without a label")
            _at_most(f"label {item.label!r}", len(item.label), MAX_LABEL)
        if isinstance(item, Link):
            _at_most("address", len(item.url), MAX_URL)
            continue
        _at_most(f"id {item.custom_id!r}", len(item.custom_id), MAX_ID)
        _require(bool(item.custom_id), "an empty id")
        _require(item.custom_id not in seen, f"two components with the id {item.custom_id!r}")
        seen.add(item.custom_id)


def _check_select(select: Select) -> None:
    own = select.listed is OptionSource.OPTIONS
    _require(bool(select.options) is own, "a select without options, or with too many lists")
    _at_most("choices", max(select.most, len(select.chosen)), MAX_OPTIONS)
    _at_most("options", len(select.options), MAX_OPTIONS)
    _at_most("placeholder", len(select.placeholder), MAX_PLACEHOLDER)
    values = {option.value for option in select.options}
    _require(len(values) == len(select.options), "two options with the same value")
    for option in select.options:
        for text in (option.label, option.value, option.description):
            _at_most(f"option {text!r}", len(text), MAX_OPTION_TEXT)
        _require(bool(option.label and option.value), "an option without label or value")


ACCENT_COLOURS: Mapping[Accent, discord.Colour] = {
    Accent.NORMAL: discord.Colour(0x2E7D32),
    Accent.YOUR_TURN: discord.Colour(0xF9A825),
    Accent.ERROR: discord.Colour(0xC62828),
}
_STYLES: Mapping[ButtonStyle, discord.ButtonStyle] = {
    ButtonStyle.PRIMARY: discord.ButtonStyle.primary,
    ButtonStyle.SECONDARY: discord.ButtonStyle.secondary,
    ButtonStyle.SUCCESS: discord.ButtonStyle.success,
    ButtonStyle.DANGER: discord.ButtonStyle.danger,
}


def to_send(message: Message, pictures: Mapping[str, bytes]) -> dict[str, Any]:
    """Build the keyword arguments for `discord.abc.Messageable.send`.

    `pictures`: files by picture name; a picture without a file is replaced by its alt text, which
    has the same information. Raises BadMessage. Needs a running event loop.
    """
    names = _new_names(message, pictures)
    kwargs = _common(message, names)
    files = _files(message, pictures, names)
    if files:
        kwargs["files"] = files
    if message.silent:
        kwargs["silent"] = True
    return kwargs


def to_edit(message: Message, pictures: Mapping[str, bytes]) -> dict[str, Any]:
    """Build the keyword arguments for `discord.Message.edit`; see `to_send`.

    Attachments that are not listed are removed.
    """
    names = _new_names(message, pictures)
    kwargs = _common(message, names)
    kwargs.setdefault("view", None)
    kwargs["attachments"] = _files(message, pictures, names)
    return kwargs


def same_controls(sent: discord.Message, message: Message) -> bool:
    """Return True if a sent message has the controls of this one."""
    asked = [item.custom_id for item in _pressable(message) if not isinstance(item, Link)]
    return sorted(_ids([part.to_dict() for part in sent.components])) == sorted(asked)


def _ids(part: object) -> list[str]:
    """Return the ids of all controls in Discord's JSON of components."""
    if isinstance(part, Mapping):
        own = [part["custom_id"]] if "custom_id" in part else []
        return own + [found for inner in part.values() for found in _ids(inner)]
    return [found for inner in part for found in _ids(inner)] if isinstance(part, list) else []


def to_modal(form: TextForm) -> ui.Modal:
    """Build the modal of a form, stopped so that its answer goes to the router."""
    modal = ui.Modal(title=form.title, custom_id=form.custom_id)
    field: ui.TextInput[ui.Modal] = ui.TextInput(default=form.value, max_length=form.longest)
    modal.add_item(ui.Label(text=form.label, component=field))
    modal.stop()
    return modal


def picture_of(message: Message) -> Picture | None:
    """Return the picture of a message, None if it has none."""
    return next(_pictures(message), None)


def _new_names(message: Message, pictures: Mapping[str, bytes]) -> Mapping[str, str]:
    """Choose fresh file names for a message's pictures.

    Discord and its clients may cache files by name. The names are random: a counter would reveal
    plays, and would restart with the bot.
    """
    chosen = {}
    for picture in _pictures(message):
        stem, _, suffix = picture.name.rpartition(".")
        if picture.name in pictures:
            chosen[picture.name] = f"{stem}-{secrets.token_hex(4)}.{suffix}"
    return chosen


def _common(message: Message, names: Mapping[str, str]) -> dict[str, Any]:
    check(message)
    users = [discord.Object(user_id) for user_id in message.mentions]
    mentions = discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=users or False
    )
    kwargs: dict[str, Any] = {"allowed_mentions": mentions}
    if message.body:
        kwargs["view"] = _layout(message, names)
    else:
        kwargs["content"] = message.content
        if message.rows:
            kwargs["view"] = _plain_view(message.rows)
    return kwargs


def _files(
    message: Message, pictures: Mapping[str, bytes], names: Mapping[str, str]
) -> list[discord.File]:
    files = [
        discord.File(BytesIO(pictures[shown.name]), names[shown.name], description=shown.alt)
        for shown in _pictures(message)
        if shown.name in names
    ]
    files += [discord.File(BytesIO(f.content.encode()), f.name) for f in message.files]
    return files


def _pictures(message: Message) -> Iterator[Picture]:
    return (part for part in _all_parts(message) if isinstance(part, Picture))


def _layout(message: Message, names: Mapping[str, str]) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    for part in message.body:
        if isinstance(part, Container):
            colour = None if part.accent is None else ACCENT_COLOURS[part.accent]
            view.add_item(ui.Container(*_parts(part.children, names), accent_colour=colour))
        else:
            for item in _parts((part,), names):
                view.add_item(item)
    view.stop()  # a stopped view is not kept in memory: clicks go to the router
    return view


def _plain_view(rows: Sequence[Row]) -> ui.View:
    view = ui.View(timeout=None)
    for number, row in enumerate(rows):
        for item in _row_items(row):
            item.row = number
            view.add_item(item)
    view.stop()
    return view


def _parts(parts: Iterable[Part], names: Mapping[str, str]) -> Iterator[ui.Item[Any]]:
    for part in parts:
        match part:
            case Text(markdown):
                yield ui.TextDisplay(markdown)
            case Row():
                yield ui.ActionRow(*_row_items(part))
            case Separator():
                yield ui.Separator()
            case Picture(_, alt, name) if name in names:
                item = discord.MediaGalleryItem(f"attachment://{names[name]}", description=alt)
                yield ui.MediaGallery(item)
            case Picture(_, alt, _):
                yield ui.TextDisplay(discord.utils.escape_markdown(alt))


def _row_items(row: Row) -> list[ui.Item[Any]]:
    return [_select(item) if isinstance(item, Select) else _button(item) for item in row.items]


def _button(button: Button | Link) -> ui.Button[Any]:
    if isinstance(button, Link):
        return ui.Button(label=button.label, url=button.url)
    return ui.Button(
        label=button.label,
        custom_id=button.custom_id,
        style=_STYLES[button.style],
        disabled=button.disabled,
        emoji=button.emoji,
    )


def _select(select: Select) -> ui.Item[Any]:
    if select.listed is not OptionSource.OPTIONS:
        return _native_select(select)
    options = [
        discord.SelectOption(
            label=option.label,
            value=option.value,
            description=option.description or None,
            default=option.default,
        )
        for option in select.options
    ]
    return ui.Select(
        custom_id=select.custom_id,
        placeholder=select.placeholder,
        options=options,
        disabled=select.disabled,
    )


def _native_select(select: Select) -> ui.ChannelSelect[Any] | ui.RoleSelect[Any]:
    """Build a select of channels or roles, which may be left empty."""
    channels = select.listed is OptionSource.CHANNELS
    kind = discord.SelectDefaultValueType
    chosen = [
        discord.SelectDefaultValue(id=each, type=kind.channel if channels else kind.role)
        for each in select.chosen
    ]
    common: dict[str, Any] = {
        "custom_id": select.custom_id,
        "placeholder": select.placeholder,
        "min_values": 0,
        "max_values": select.most,
        "default_values": chosen,
    }
    if channels:
        return ui.ChannelSelect(channel_types=list(WITH_TABLES), **common)
    return ui.RoleSelect(**common)
