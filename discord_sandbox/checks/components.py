"""Discord's rules for components, in messages of both versions and in modals."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from discord_sandbox.checks.form import (
    Check,
    Form,
    Path,
    anything,
    boolean,
    listing,
    one_of,
    shape,
    snowflake,
    text,
    whole,
)
from discord_sandbox.checks.refusal import Json

ROW = 1
BUTTON = 2
SELECT = 3
INPUT = 4
SECTION = 9
TEXT = 10
THUMBNAIL = 11
GALLERY = 12
FILE = 13
SEPARATOR = 14
CONTAINER = 17
LABEL = 18
UPLOAD = 19
RADIO = 21
BOXES = 22
BOX = 23
SELECTS = (3, 5, 6, 7, 8)
MESSAGE_TOTAL = 40
TEXT_TOTAL = 4_000
_IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
_IN_LABEL = (*SELECTS, INPUT, UPLOAD, RADIO, BOXES, BOX)

_custom_id = text(1, 100)
_emoji = shape({"id": snowflake, "name": text(1, 32), "animated": boolean})
_media = shape(
    {
        "url": text(1, 2_048),
        **dict.fromkeys(
            (
                *("proxy_url", "width", "height", "content_type", "attachment_id"),
                *("loading_state", "flags", "placeholder", "placeholder_version"),
            ),
            anything,
        ),
    },
    ("url",),
)
_item = shape({"media": _media, "description": text(0, 1_024), "spoiler": boolean}, ("media",))
_CHOICE_FIELDS: dict[str, Check] = {
    "label": text(1, 100),
    "value": text(1, 100),
    "description": text(0, 100),
    "default": boolean,
}
_option = shape({**_CHOICE_FIELDS, "emoji": _emoji}, ("label", "value"))
_box = shape(_CHOICE_FIELDS, ("label", "value"))
_SELECT: dict[str, Check] = {
    "custom_id": _custom_id,
    "placeholder": text(0, 150),
    "min_values": whole(0, 25),
    "max_values": whole(1, 25),
    "disabled": boolean,
    "required": boolean,
}
_AUTO_SELECT: dict[str, Check] = {
    **_SELECT,
    "default_values": listing(
        shape({"id": snowflake, "type": one_of("user", "role", "channel")}, ("id", "type")), 0, 25
    ),
}
_FIELDS: dict[int, dict[str, Check]] = {
    ROW: {"components": anything},
    BUTTON: {
        "style": whole(1, 6),
        "label": text(0, 80),
        "emoji": _emoji,
        "custom_id": _custom_id,
        "sku_id": snowflake,
        "url": text(1, 512),
        "disabled": boolean,
    },
    SELECT: {**_SELECT, "options": listing(_option, 1, 25)},
    INPUT: {
        "custom_id": _custom_id,
        "style": one_of(1, 2),
        "label": text(1, 45),
        "min_length": whole(0, 4_000),
        "max_length": whole(1, 4_000),
        "required": boolean,
        "value": text(0, 4_000),
        "placeholder": text(0, 100),
    },
    **dict.fromkeys((5, 6, 7), _AUTO_SELECT),
    8: {**_AUTO_SELECT, "channel_types": listing(whole(0, 20), 0, 20)},
    SECTION: {"components": anything, "accessory": anything},
    TEXT: {"content": text(1, TEXT_TOTAL)},
    THUMBNAIL: {"media": _media, "description": text(0, 1_024), "spoiler": boolean},
    GALLERY: {"items": listing(_item, 1, 10)},
    FILE: {"file": _media, "spoiler": boolean, "name": anything, "size": anything},
    SEPARATOR: {"divider": boolean, "spacing": one_of(1, 2)},
    CONTAINER: {
        "components": anything,
        "accent_color": whole(0, 0xFFFFFF),
        "spoiler": boolean,
    },
    LABEL: {"label": text(1, 45), "description": text(0, 100), "component": anything},
    UPLOAD: {
        "custom_id": _custom_id,
        "min_values": whole(0, 10),
        "max_values": whole(1, 10),
        "required": boolean,
    },
    RADIO: {"custom_id": _custom_id, "options": listing(_box, 2, 10), "required": boolean},
    BOXES: {
        "custom_id": _custom_id,
        "options": listing(_box, 1, 10),
        "min_values": whole(0, 10),
        "max_values": whole(1, 10),
        "required": boolean,
    },
    BOX: {"custom_id": _custom_id, "default": boolean},
}
_REQUIRED: dict[int, tuple[str, ...]] = {
    ROW: ("components",),
    BUTTON: ("style",),
    SELECT: ("custom_id", "options"),
    INPUT: ("custom_id", "style"),
    **dict.fromkeys((5, 6, 7, 8, UPLOAD, BOX), ("custom_id",)),
    SECTION: ("components", "accessory"),
    TEXT: ("content",),
    THUMBNAIL: ("media",),
    GALLERY: ("items",),
    FILE: ("file",),
    CONTAINER: ("components",),
    LABEL: ("label", "component"),
    RADIO: ("custom_id", "options"),
    BOXES: ("custom_id", "options"),
}


class ComponentCheck:
    """Checks the components of one message or modal, with the limits over all of them."""

    def __init__(self, form: Form, emojis: Collection[str], filenames: Collection[str]) -> None:
        self.form = form
        self.emojis = emojis
        self.filenames = filenames
        self.total = 0
        self.text = 0
        self.custom_ids: set[str] = set()
        self._specific: dict[int, Callable[[Path, Json], None]] = {
            ROW: self._row,
            BUTTON: self._button,
            SELECT: self._picker,
            RADIO: self._picker,
            BOXES: self._picker,
            SECTION: self._section,
            TEXT: self._text,
            THUMBNAIL: lambda path, c: self._media((*path, "media"), c.get("media")),
            FILE: lambda path, c: self._media((*path, "file"), c.get("file")),
            GALLERY: self._gallery,
            CONTAINER: lambda path, c: self._children(path, c, _IN_CONTAINER, MESSAGE_TOTAL),
            LABEL: lambda path, c: self._one((*path, "component"), c.get("component"), _IN_LABEL),
        }

    def message(self, path: Path, components: Any, *, v2: bool) -> None:
        """Check a message's components."""
        top = (*_IN_CONTAINER, CONTAINER) if v2 else (ROW,)
        self._list(path, components, top, MESSAGE_TOTAL if v2 else 5)
        if self.total > MESSAGE_TOTAL:
            self.form.complain(
                path,
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The maximum number of total components is {MESSAGE_TOTAL}, not {self.total}.",
            )
        if self.text > TEXT_TOTAL:
            self.form.complain(
                path,
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"The total text may be {TEXT_TOTAL} characters, not {self.text}.",
            )

    def modal(self, path: Path, data: Any) -> None:
        """Check a whole modal."""
        known = {"custom_id": _custom_id, "title": text(1, 45), "components": anything}
        if self.form.fields(path, data, known, ("custom_id", "title", "components")):
            inner = (*path, "components")
            self._list(inner, data.get("components"), (ROW, TEXT, LABEL), 5, in_row=(INPUT,))

    def _list(
        self,
        path: Path,
        components: Any,
        kinds: tuple[int, ...],
        most: int,
        in_row: tuple[int, ...] | None = None,
    ) -> None:
        if not isinstance(components, list):
            self.form.complain(path, "LIST_TYPE_CONVERT", "Only iterables may be used here.")
            return
        if len(components) > most:
            self.form.complain(path, "BASE_TYPE_BAD_LENGTH", f"Must be {most} or fewer in length.")
        for index, component in enumerate(components):
            self._one((*path, index), component, kinds)
            if isinstance(component, dict) and component.get("type") == ROW:
                wanted = in_row or (BUTTON, *SELECTS)
                inner = (*path, index, "components")
                self._list(inner, component.get("components"), wanted, 5)

    def _one(self, path: Path, component: Any, kinds: tuple[int, ...]) -> None:
        kind = component.get("type") if isinstance(component, dict) else None
        if kind not in kinds:
            self.form.complain(
                (*path, "type"), "UNION_TYPE_CHOICES", f'Value of "type" must be one of {kinds}.'
            )
            return
        self.total += 1
        known = {"type": anything, "id": whole(0, 2**31 - 1), **_FIELDS[kind]}
        self.form.fields(path, component, known, _REQUIRED.get(kind, ()))
        custom_id = component.get("custom_id")
        if isinstance(custom_id, str):
            if custom_id in self.custom_ids:
                self.form.complain(
                    (*path, "custom_id"),
                    "COMPONENT_CUSTOM_ID_DUPLICATED",
                    "Component custom id cannot be duplicated",
                )
            self.custom_ids.add(custom_id)
        specific = self._specific.get(kind)
        if specific is not None:
            specific(path, component)

    def _children(self, path: Path, parent: Json, kinds: tuple[int, ...], most: int) -> None:
        children = parent.get("components")
        inner = (*path, "components")
        self._list(inner, children, kinds, most)
        if children == []:
            self.form.complain(inner, "BASE_TYPE_BAD_LENGTH", "Must be 1 or more in length.")

    def _row(self, path: Path, row: Json) -> None:
        children = row.get("components")
        if not isinstance(children, list):
            return
        inner = (*path, "components")
        if not children:
            self.form.complain(inner, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
        kinds = [c.get("type") for c in children if isinstance(c, dict)]
        if any(kind != BUTTON for kind in kinds) and len(kinds) > 1:
            self.form.complain(
                inner,
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the width.",
            )

    def _button(self, path: Path, button: Json) -> None:
        style = button.get("style")
        if style != 6 and not button.get("label") and not button.get("emoji"):
            self.form.complain(
                path, "BUTTON_COMPONENT_NO_LABEL_OR_EMOJI", "A button needs a label or an emoji."
            )
        wanted = {5: "url", 6: "sku_id"}.get(style if isinstance(style, int) else 0, "custom_id")
        for name in ("custom_id", "url", "sku_id"):
            if name == wanted and not button.get(name):
                self.form.complain((*path, name), "BASE_TYPE_REQUIRED", "This field is required")
            elif name != wanted and button.get(name) is not None:
                self.form.complain(
                    (*path, name), "BUTTON_COMPONENT_FIELD", f"No {name} with style {style}."
                )
        self._emoji(path, button.get("emoji"))

    def _picker(self, path: Path, picker: Json) -> None:
        options = picker.get("options")
        if not isinstance(options, list) or not all(isinstance(o, dict) for o in options):
            return
        seen: set[str] = set()
        for index, option in enumerate(options):
            value = str(option.get("value"))
            if value in seen:
                self.form.complain(
                    (*path, "options", index, "value"),
                    "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                    "The specified option value is already used",
                )
            seen.add(value)
            self._emoji((*path, "options", index), option.get("emoji"))
        least = picker.get("min_values")
        most = picker.get("max_values")
        if most is None:
            most = len(options) if picker["type"] == BOXES else 1
        chosen = sum(1 for option in options if option.get("default"))
        too_many = isinstance(most, int) and (most > len(options) or chosen > most)
        if too_many or (isinstance(least, int) and least > len(options)):
            self.form.complain(
                path, "SELECT_COMPONENT_VALUES", "More values than there are options to choose."
            )

    def _emoji(self, path: Path, emoji: Any) -> None:
        if not isinstance(emoji, dict):
            return
        emoji_id = emoji.get("id")
        name = emoji.get("name")
        known = str(emoji_id) in self.emojis
        drawn = emoji_id is None and isinstance(name, str) and not name.isascii()
        keycap = emoji_id is None and isinstance(name, str) and "\u20e3" in name
        if not (known or drawn or keycap):
            self.form.complain(
                (*path, "emoji"), "COMPONENT_INVALID_EMOJI", f"Invalid emoji {emoji_id or name}"
            )

    def _section(self, path: Path, section: Json) -> None:
        self._children(path, section, (TEXT,), 3)
        self._one((*path, "accessory"), section.get("accessory"), (BUTTON, THUMBNAIL))

    def _text(self, _path: Path, component: Json) -> None:
        content = component.get("content")
        self.text += len(content) if isinstance(content, str) else 0

    def _gallery(self, path: Path, gallery: Json) -> None:
        items = gallery.get("items")
        for index, item in enumerate(items if isinstance(items, list) else []):
            if isinstance(item, dict):
                self._media((*path, "items", index, "media"), item.get("media"))

    def _media(self, path: Path, media: Any) -> None:
        url = media.get("url") if isinstance(media, dict) else None
        if not isinstance(url, str):
            return
        scheme, _, name = url.partition("://")
        if scheme == "attachment":
            if name not in self.filenames:
                self.form.complain(
                    (*path, "url"),
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    f"The referenced attachment was not found: {name}",
                )
        elif scheme not in ("http", "https"):
            self.form.complain((*path, "url"), "URL_TYPE_INVALID_SCHEME", f"Bad scheme {scheme}.")


def walk(components: Any) -> list[Json]:
    """Return every component of a tree, parents first."""
    found: list[Json] = []
    for component in components:
        found.append(component)
        found.extend(walk(component.get("components") or ()))
        for name in ("accessory", "component"):
            if component.get(name):
                found.extend(walk([component[name]]))
    return found
