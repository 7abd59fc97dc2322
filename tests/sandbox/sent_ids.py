"""Watches what the sandbox sends: Discord writes every id as a string."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import orjson
import pytest

from discord_sandbox.api import gateway, rest
from discord_sandbox.client import hub, page_server

SAFE = 2**53
"""From here on JavaScript rounds numbers."""
MOST_COMPONENTS = 1000
SENDERS = (gateway, rest, hub, page_server)


def numbers_for_ids(value: Any, where: str = "") -> Iterator[str]:
    """Yield the place of each id that is a number, and of each number that is too large.

    The `id` of a component, in a message or in a press, is a small number on Discord too.
    """
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from numbers_for_ids(item, f"{where}[{number}]")
    elif isinstance(value, dict):
        for name, item in value.items():
            is_id = name == "id" or name.endswith("_id")
            kind = value.get("component_type", value.get("type"))
            is_component = name == "id" and isinstance(kind, int)
            if is_id and isinstance(item, int) and not (is_component and item < MOST_COMPONENTS):
                yield f"{where}.{name} = {item}"
            else:
                yield from numbers_for_ids(item, f"{where}.{name}")
    elif isinstance(value, int) and abs(value) >= SAFE:
        yield f"{where} = {value}"


class SentIds:
    """Collects the faulty ids of everything that is sent: REST, gateway, and the page."""

    def __init__(self) -> None:
        self.count = 0
        self.wrong: set[str] = set()

    def dumps(self, value: Any) -> bytes:
        self.count += 1
        self.wrong.update(numbers_for_ids(value))
        return orjson.dumps(value)


def watch_ids(monkeypatch: pytest.MonkeyPatch) -> SentIds:
    """Watch all payloads that the sandbox sends from now on."""
    watched = SentIds()
    watching = SimpleNamespace(
        dumps=watched.dumps, loads=orjson.loads, JSONDecodeError=orjson.JSONDecodeError
    )
    for module in SENDERS:
        monkeypatch.setattr(module, "orjson", watching)
    return watched
