"""Reads a message: its buttons and choices, its text, and which screen it is.

Knows only the public contract of the screens, the ids of components
(`42:<verb>:<table>:<seq>[:<argument>]`), and from who sees which message.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from discord_sandbox.checks.components import SELECT, walk

Json = dict[str, Any]
BUTTON = 2
EPHEMERAL = 64


@dataclass(frozen=True, slots=True)
class Press:
    """A button, or an option of a select (`values`)."""

    message: Json
    custom_id: str
    verb: str
    table: str
    seq: int
    arg: str
    values: tuple[str, ...] = ()


def presses(message: Json, *verbs: str, disabled: bool = False) -> Iterator[Press]:
    """List the presses of a message, of these verbs or all; with `disabled`, the disabled ones."""
    for part in walk(message.get("components") or []):
        words = str(part.get("custom_id", "")).split(":", 4)
        if len(words) < 4 or bool(part.get("disabled")) is not disabled:
            continue
        _, verb, table, seq, *arg = words
        if verbs and verb not in verbs:
            continue
        if part["type"] == SELECT:
            for option in part["options"]:
                value = option["value"]
                yield Press(message, part["custom_id"], verb, table, int(seq), value, (value,))
        elif part["type"] == BUTTON:
            yield Press(message, part["custom_id"], verb, table, int(seq), "".join(arg))


def can(message: Json, verb: str, arg: str | None = None) -> bool:
    """Return True if a message has an enabled component of this verb."""
    return any(arg in (None, press.arg) for press in presses(message, verb))


def ids(message: Json) -> list[str]:
    """List the component ids of a message."""
    parts = walk(message.get("components") or [])
    return [str(part["custom_id"]) for part in parts if part.get("custom_id")]


def text_of(message: Json) -> str:
    """Join all text of a message: content, text displays, labels and alt texts."""
    words = [message.get("content") or ""]
    for part in walk(message.get("components") or []):
        words += [str(part[key]) for key in ("content", "label", "placeholder") if part.get(key)]
        words += [str(item.get("description") or "") for item in part.get("items", ())]
    words += [str(file.get("description") or "") for file in message.get("attachments", ())]
    return "\n".join(word for word in words if word)


@dataclass(frozen=True, slots=True)
class ShownFile:
    """A file of a message."""

    id: str
    name: str
    alt: str
    url: str


def files_of(message: Json) -> list[ShownFile]:
    """List the files of a message, attached or displayed by its components."""
    found = [
        ShownFile(file["id"], file["filename"], file.get("description") or "", file["url"])
        for file in message.get("attachments") or []
    ]
    for part in walk(message.get("components") or []):
        for item in part.get("items", ()):
            url = item["media"]["url"]
            name = PurePosixPath(urlsplit(url).path).name
            alt = item.get("description") or ""
            found.append(ShownFile(item["media"]["attachment_id"], name, alt, url))
    return found


def is_private(message: Json) -> bool:
    """Return True if a message is ephemeral."""
    return bool(message.get("flags", 0) & EPHEMERAL)


def table_of(message: Json) -> str:
    """Return the table id in a message's components, "" if there is none."""
    return next((t for t in (i.split(":")[2] for i in ids(message)) if t != "-"), "")


def seq_of(message: Json) -> int:
    """Return the highest seq in a message's component ids."""
    return max((int(one.split(":")[3]) for one in ids(message)), default=0)


def is_board(message: Json) -> bool:
    """Return True if a message is a table's public screen: lobby, board or result."""
    verbs = {one.split(":")[1] for one in ids(message)}
    return (
        not is_private(message)
        and bool(verbs & {"hand", "start", "ready", "rematch"})
        and (bool(message.get("flags", 0) & 1 << 15))
    )


def is_game_over(message: Json) -> bool:
    """Return True for the public screen of a finished game."""
    return is_board(message) and can(message, "rematch")


def is_hand_over(message: Json) -> bool:
    """Return True for the public screen of a finished hand or game."""
    return is_board(message) and (can(message, "ready") or can(message, "rematch"))
