"""An unreadable event fails alone: logged once per kind, and counted."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.link.unreadable import UnreadableEvents

MESSAGE = "MESSAGE_CREATE"


class Parsers:
    """Two guarded event parsers, as discord.py has them."""

    def __init__(self) -> None:
        self.read: list[Any] = []
        self.count: Counter[str] = Counter()
        parsers = {MESSAGE: self._message, "GUILD_CREATE": self._guild}
        UnreadableEvents(lambda event: self.count.update([event])).guard(parsers)
        self.parse = parsers

    def _message(self, data: dict[str, Any]) -> None:
        self.read.append((data["author"], int(data["id"])))

    def _guild(self, data: dict[str, Any]) -> None:
        self.read.append(data["id"])


def test_readable_event_is_parsed_and_not_counted() -> None:
    events = Parsers()
    events.parse[MESSAGE]({"author": "Ana", "id": "7"})
    assert events.read == [("Ana", 7)]
    assert not events.count


def test_event_after_an_unreadable_one_is_parsed() -> None:
    events = Parsers()
    events.parse[MESSAGE]({"id": "7"})
    events.parse[MESSAGE]({"author": "Ana", "id": "8"})
    assert events.read == [("Ana", 8)]


def test_each_kind_of_unreadable_event_is_logged_once_and_all_are_counted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    events = Parsers()
    for _ in range(3):
        events.parse[MESSAGE]({"id": "7"})
        events.parse[MESSAGE]({"author": "Ana"})
        events.parse["GUILD_CREATE"]({})
    assert events.count == {MESSAGE: 6, "GUILD_CREATE": 3}
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == 3
    assert lines[0].startswith(f"could not read {MESSAGE} from Discord: KeyError 'author' at ")
    assert "KeyError 'id' at link/test_unreadable.py:" in lines[1]
    assert not [record for record in caplog.records if record.exc_info]


def test_log_of_an_unreadable_event_has_no_user_text(caplog: pytest.LogCaptureFixture) -> None:
    Parsers().parse[MESSAGE]({"author": "Ana", "id": "a secret"})
    (record,) = caplog.records
    assert "ValueError at " in record.getMessage()
    assert "secret" not in record.getMessage()
