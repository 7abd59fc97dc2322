"""Write a message as lines, with names in place of ids and times."""

from __future__ import annotations

import re
from collections.abc import Iterator

from discord_sandbox.checks.components import (
    BUTTON,
    CONTAINER,
    FILE,
    GALLERY,
    ROW,
    SECTION,
    SELECTS,
    SEPARATOR,
    TEXT,
    THUMBNAIL,
)
from discord_sandbox.checks.refusal import Json
from discord_sandbox.state.discord_state import DiscordState

ID = re.compile(r"\b[0-9]{15,20}\b")
RECORD = re.compile(r"\b42:([a-z-]+):([a-z0-9]{4,10}):([0-9]+)")
TIME = re.compile(r"<t:[0-9]+(:[a-zA-Z])?>")
FILE_NAME = re.compile(r"-[0-9a-f]{8}(\.[a-z]+)\b")
HASH = re.compile(r"\b[0-9a-f]{64}\b")
SILENT = 1 << 12


class Names:
    """The names of what ids stand for."""

    def __init__(self, state: DiscordState) -> None:
        self._known = {guild.id: guild.name for guild in state.guilds.values()}
        for user_id, user in state.users.items():
            self._known[user_id] = user["global_name"] or "bot"
        of_dms = {channel: user_id for user_id, channel in state.dms.items()}
        for channel_id, channel in state.channels.items():
            owner = of_dms.get(channel_id)
            name = channel.get("name") if owner is None else f"DM of {self._known[owner]}"
            self._known[channel_id] = name or "channel"
        self._records: dict[str, str] = {}

    def add(self, an_id: str, name: str) -> None:
        """Name one more id."""
        self._known[an_id] = name

    def place(self, channel_id: str, owner: str | None) -> str:
        """Name where a message is, and who alone sees it."""
        name = self._known.get(channel_id, "a deleted channel")
        return name if owner is None else f"{name}, only for {self._known[owner]}"

    def plain(self, text: str) -> str:
        """Replace ids, times and names of records, which differ from run to run."""
        for found in RECORD.finditer(text):
            if found[2] not in self._records:
                self._records[found[2]] = f"record{len(self._records) + 1}"
        for record, name in self._records.items():
            text = re.sub(rf"\b{record}\b", name, text)
        text = TIME.sub(r"<t:time\1>", text)
        text = FILE_NAME.sub(r"\1", HASH.sub("hash", text))
        return ID.sub(lambda found: self._known.get(found[0], "id"), text)


def lines_of(message: Json) -> Iterator[str]:
    """Write how a message was posted, and everything that its reader sees."""
    posted = ["silent"] if message["flags"] & SILENT else []
    posted += [f"mentions {user['id']}" for user in message["mentions"]]
    if message.get("message_reference"):
        posted.append(f"replies to {message['message_reference'].get('message_id')}")
    if posted:
        yield ", ".join(posted)
    yield from _quoted(message["content"])
    for part in message["components"]:
        yield from _part(part)
    shown = str(message["components"])
    for file in message["attachments"]:
        if file["filename"] not in shown:
            yield f"[file {file['filename']}] {file.get('description') or ''}".rstrip()


def _quoted(text: str) -> Iterator[str]:
    for line in text.split("\n") if text else ():
        yield f"| {line}".rstrip()


def _part(part: Json) -> Iterator[str]:
    kind = part["type"]
    if kind == TEXT:
        yield from _quoted(part["content"])
    elif kind == BUTTON:
        yield _button(part)
    elif kind in SELECTS:
        yield from _select(part)
    elif kind == GALLERY:
        for item in part["items"]:
            yield _picture(item)
    elif kind == THUMBNAIL:
        yield _picture(part)
    elif kind == FILE:
        yield f"[file {_name(part['file']['url'])}]"
    elif kind == SEPARATOR:
        yield "----"
    elif kind in (CONTAINER, ROW, SECTION):
        yield from _group(part)
    else:
        raise ValueError(f"a component of type {kind} has no words yet")


def _group(part: Json) -> Iterator[str]:
    names = {CONTAINER: "container", ROW: "row", SECTION: "section"}
    color = part.get("accent_color")
    yield names[part["type"]] + (f" {color:06x}" if color is not None else "")
    inner = [*part["components"], *([part["accessory"]] if "accessory" in part else [])]
    for each in inner:
        for line in _part(each):
            yield f"  {line}"


def _button(part: Json) -> str:
    emoji = (part.get("emoji") or {}).get("name", "")
    label = " ".join(word for word in (emoji, part.get("label") or "") if word)
    state = " disabled" if part.get("disabled") else ""
    leads = part.get("custom_id") or part.get("url")
    return f"({label}) style {part['style']}{state} -> {leads}"


def _select(part: Json) -> Iterator[str]:
    state = " disabled" if part.get("disabled") else ""
    few = part.get("min_values", 1)
    many = part.get("max_values", 1)
    yield f"<{part.get('placeholder') or ''}> {few} to {many}{state} -> {part['custom_id']}"
    for chosen in part.get("default_values", ()):
        yield f"  * {chosen['id']}"
    for option in part.get("options", ()):
        mark = "*" if option.get("default") else "-"
        about = f": {option['description']}" if option.get("description") else ""
        emoji = (option.get("emoji") or {}).get("name", "")
        yield f"  {mark} {option['value']} = {emoji} {option['label']}{about}".replace("=  ", "= ")


def _picture(item: Json) -> str:
    return f"[picture {_name(item['media']['url'])}] {item.get('description') or ''}".rstrip()


def _name(url: str) -> str:
    return url.rsplit("/", 1)[-1].split("?")[0]
