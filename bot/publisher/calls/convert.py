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

from bot.presenter.words.ids import format_id
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
)
"""The channel types that managers can choose for tables; in forums, tables are posts."""
WITH_CHATS = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
)
"""The channel types in which a message can be posted."""
_TYPES = {OptionSource.CHANNELS: WITH_TABLES, OptionSource.CHATS: WITH_CHATS}


class BadMessage(ValueError):
    """A message that Discord would refuse; the text names the limit."""


def check(message: Message) -> None:
    """Raise BadMessage if Discord would refuse the message."""
    parts = _parts_of(message)
    rows = [*message.rows, *(part for part in parts if isinstance(part, Row))]
    if message.body:
        _check_layout(message, parts)
    else:
        _at_most("content", len(message.content), MAX_CONTENT)
        _at_most("rows", len(message.rows), MAX_ROWS)
        if not (message.content or message.files):
            raise BadMessage("an empty message")
    for row in rows:
        _check_row(row)
    _check_items([item for row in rows for item in row.items])


def component_count(message: Message) -> int:
    """Count the components of a message, including nested ones."""
    parts = _parts_of(message)
    containers = sum(isinstance(part, Container) for part in message.body)
    return containers + len(parts) + sum(len(row.items) for row in parts if isinstance(row, Row))


def _parts_of(message: Message) -> list[Part]:
    """List the parts of a message, and those in its containers instead of the containers."""
    parts: list[Part] = []
    for part in message.body:
        if isinstance(part, Container):
            parts += part.children
        else:
            parts.append(part)
    return parts


def _at_most(what: str, length: int, limit: int) -> None:
    if length > limit:
        raise BadMessage(f"{what}: {length}, at most {limit}")


def _check_layout(message: Message, parts: Sequence[Part]) -> None:
    if message.content or message.rows:
        raise BadMessage("Components V2 with content or rows")
    if message.files:
        raise BadMessage("a file that Components V2 would not show")
    if any(isinstance(part, Container) and not part.children for part in message.body):
        raise BadMessage("an empty container")
    _at_most("components", component_count(message), MAX_COMPONENTS)
    texts = [part.markdown for part in parts if isinstance(part, Text)]
    _at_most("text", sum(map(len, texts)), MAX_TEXT)
    if not all(text.strip() for text in texts):
        raise BadMessage("an empty text")
    for part in parts:
        if isinstance(part, Picture):
            _at_most("alt text", len(part.alt), MAX_ALT)
            if not part.alt:
                raise BadMessage("a picture without alt text")


def _check_row(row: Row) -> None:
    if not row.items:
        raise BadMessage("an empty row")
    _at_most("buttons in a row", len(row.items), MAX_BUTTONS)
    if len(row.items) > 1 and any(isinstance(item, Select) for item in row.items):
        raise BadMessage("a select beside something else")


def _check_items(items: Iterable[Button | Link | Select]) -> None:
    seen: set[str] = set()
    for item in items:
        if isinstance(item, Select):
            _check_select(item)
        elif not item.label:
            raise BadMessage("a button without a label")
        else:
            _at_most(f"label {item.label!r}", len(item.label), MAX_LABEL)
        if isinstance(item, Link):
            _at_most("address", len(item.url), MAX_URL)
            continue
        custom_id = format_id(item.component_id)
        _at_most(f"id {custom_id!r}", len(custom_id), MAX_ID)
        if custom_id in seen:
            raise BadMessage(f"two components with the id {custom_id!r}")
        seen.add(custom_id)


def _check_select(select: Select) -> None:
    if bool(select.options) is not (select.listed is OptionSource.OPTIONS):
        raise BadMessage("a select without options, or with too many lists")
    _at_most("choices", max(select.most, len(select.chosen)), MAX_OPTIONS)
    _at_most("options", len(select.options), MAX_OPTIONS)
    _at_most("placeholder", len(select.placeholder), MAX_PLACEHOLDER)
    if len({option.value for option in select.options}) < len(select.options):
        raise BadMessage("two options with the same value")
    for option in select.options:
        for text in (option.label, option.value, option.description):
            _at_most(f"option {text!r}", len(text), MAX_OPTION_TEXT)
        if not (option.label and option.value):
            raise BadMessage("an option without label or value")


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
    kwargs, files = _common(message, pictures)
    if files:
        kwargs["files"] = files
    if message.silent:
        kwargs["silent"] = True
    return kwargs


def to_edit(message: Message, pictures: Mapping[str, bytes]) -> dict[str, Any]:
    """Build the keyword arguments for `discord.Message.edit`; see `to_send`.

    Attachments that are not listed are removed, and so is the content of a plain message that
    becomes one with a body.
    """
    kwargs, files = _common(message, pictures)
    kwargs.setdefault("content", None)
    kwargs.setdefault("view", None)
    kwargs["attachments"] = files
    return kwargs


def same_controls(sent: discord.Message, message: Message) -> bool:
    """Return True if a sent message has the controls of this one."""
    rows = [*message.rows, *(part for part in _parts_of(message) if isinstance(part, Row))]
    items = (item for row in rows for item in row.items)
    asked = [format_id(item.component_id) for item in items if not isinstance(item, Link)]
    return sorted(_ids([part.to_dict() for part in sent.components])) == sorted(asked)


def _ids(part: object) -> list[str]:
    """Return the ids of all controls in Discord's JSON of components."""
    if isinstance(part, Mapping):
        own = [part["custom_id"]] if "custom_id" in part else []
        return own + [found for inner in part.values() for found in _ids(inner)]
    return [found for inner in part for found in _ids(inner)] if isinstance(part, list) else []


def to_modal(form: TextForm) -> ui.Modal:
    """Build the modal of a form, stopped so that its answer goes to the router."""
    modal = ui.Modal(title=form.title, custom_id=format_id(form.component_id))
    field: ui.TextInput[ui.Modal] = ui.TextInput(default=form.value, max_length=form.longest)
    modal.add_item(ui.Label(text=form.label, component=field))
    modal.stop()
    return modal


def picture_of(message: Message) -> Picture | None:
    """Return the picture of a message, None if it has none."""
    return next((part for part in _parts_of(message) if isinstance(part, Picture)), None)


def _common(
    message: Message, pictures: Mapping[str, bytes]
) -> tuple[dict[str, Any], list[discord.File]]:
    """Build the keyword arguments that sends and edits share, and the files.

    Pictures get fresh file names: Discord and its clients may cache files by name. The names are
    random: a counter would reveal plays, and would restart with the bot.
    """
    check(message)
    users = [discord.Object(user_id) for user_id in message.mentions]
    roles = [discord.Object(role_id) for role_id in message.roles]
    mentions = discord.AllowedMentions(
        everyone=False, roles=roles or False, replied_user=False, users=users or False
    )
    kwargs: dict[str, Any] = {"allowed_mentions": mentions}
    names: dict[str, str] = {}
    files = []
    for part in _parts_of(message):
        if isinstance(part, Picture) and part.name in pictures:
            stem, _, suffix = part.name.rpartition(".")
            names[part.name] = fresh = f"{stem}-{secrets.token_hex(4)}.{suffix}"
            content = BytesIO(pictures[part.name])
            files.append(discord.File(content, fresh, description=part.alt))
    files += [discord.File(BytesIO(f.content.encode()), f.name) for f in message.files]
    if message.body:
        kwargs["view"] = _layout(message, names)
    else:
        kwargs["content"] = message.content
        if message.rows:
            kwargs["view"] = _plain_view(message.rows)
    return kwargs, files


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
        custom_id=format_id(button.component_id),
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
        custom_id=format_id(select.component_id),
        placeholder=select.placeholder,
        options=options,
        disabled=select.disabled,
    )


def _native_select(
    select: Select,
) -> ui.ChannelSelect[Any] | ui.RoleSelect[Any] | ui.UserSelect[Any]:
    """Build a select of channels or roles, which may be left empty, or of people."""
    if select.listed is OptionSource.PEOPLE:
        return ui.UserSelect(
            custom_id=format_id(select.component_id),
            placeholder=select.placeholder,
            max_values=select.most,
        )
    types = _TYPES.get(select.listed)
    kind = discord.SelectDefaultValueType
    chosen = [
        discord.SelectDefaultValue(id=each, type=kind.role if types is None else kind.channel)
        for each in select.chosen
    ]
    common: dict[str, Any] = {
        "custom_id": format_id(select.component_id),
        "placeholder": select.placeholder,
        "min_values": 0,
        "max_values": select.most,
        "default_values": chosen,
    }
    if types is not None:
        return ui.ChannelSelect(channel_types=list(types), **common)
    return ui.RoleSelect(**common)
