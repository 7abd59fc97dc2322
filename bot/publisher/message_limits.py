"""Discord's limits on one message, checked on its spec."""

from __future__ import annotations

from collections.abc import Iterator

from bot.presenter import (
    Button,
    Container,
    Link,
    Message,
    Part,
    Picture,
    Row,
    Section,
    Select,
    Text,
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


class BadMessage(ValueError):
    """A message that Discord would refuse; the text says by which limit."""


def check(message: Message) -> None:
    """Raise BadMessage unless Discord would take the message."""
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
    """Return how many components a message has, nested ones included."""
    total = 0
    for part in message.body:
        if isinstance(part, Container):
            total += 1 + sum(map(_size, part.children))
        else:
            total += _size(part)
    return total


def text_length(message: Message) -> int:
    """Return the characters of all texts of a Components V2 message."""
    return sum(len(part.markdown) for part in _parts(message) if isinstance(part, (Text, Section)))


def _size(part: Part) -> int:
    if isinstance(part, Row):
        return 1 + len(part.items)
    return 3 if isinstance(part, Section) else 1


def _parts(message: Message) -> Iterator[Part]:
    for part in message.body:
        if isinstance(part, Container):
            yield from part.children
        else:
            yield part


def _rows(message: Message) -> Iterator[Row]:
    yield from message.rows
    yield from (part for part in _parts(message) if isinstance(part, Row))


def _pressable(message: Message) -> Iterator[Button | Link | Select]:
    for row in _rows(message):
        yield from row.items
    for part in _parts(message):
        if isinstance(part, Section):
            yield part.accessory


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
    for part in _parts(message):
        if isinstance(part, (Text, Section)):
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
    _require(bool(select.options), "a select without options")
    _at_most("options", len(select.options), MAX_OPTIONS)
    _at_most("placeholder", len(select.placeholder), MAX_PLACEHOLDER)
    values = {option.value for option in select.options}
    _require(len(values) == len(select.options), "two options with the same value")
    for option in select.options:
        for text in (option.label, option.value, option.description):
            _at_most(f"option {text!r}", len(text), MAX_OPTION_TEXT)
        _require(bool(option.label and option.value), "an option without label or value")
