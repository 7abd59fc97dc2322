"""Strict JSON: no duplicate keys, no NaN, no text that cannot be encoded in UTF-8.

Nesting and numbers are bounded: larger ones are refused early.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterable, Mapping
from typing import NoReturn

_TOO_DEEP = "The JSON is nested too deeply."
UTF_16: Mapping[bytes, str] = {
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
"""The byte order marks of UTF-16, each with its encoding."""
MOST_DEPTH = 32
MOST_NUMBER = 2**53
"""Beyond it two readers of JSON may read different numbers."""


class JsonTextError(ValueError):
    """The text is not JSON, or readers could disagree about it."""


def parse_json(text: str | bytes, line: int = 1) -> object:
    """Parse a JSON text, with line numbers from that of its first line; raises JsonTextError."""
    decoded = _decode(text, line) if isinstance(text, bytes) else text
    try:
        value: object = json.loads(
            decoded,
            object_pairs_hook=_unique_object,
            parse_constant=_refuse_constant,
            parse_int=_number,
        )
        _refuse_deep(value)
        if "\\u" in decoded:
            # An escaped half of a surrogate pair parses without error but cannot be encoded.
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except JsonTextError:
        raise
    except RecursionError:
        raise JsonTextError(_TOO_DEEP) from None
    except ValueError as error:
        raise JsonTextError(f"This is not JSON: {error}.") from None
    return value


def _decode(raw: bytes, line: int) -> str:
    """Decode UTF-8, or UTF-16 with a byte order mark; line 1 may begin with a UTF-8 mark."""
    encoding = UTF_16.get(raw[:2], "utf-8")
    if encoding != "utf-8":
        raw = raw[2:]
    elif line == 1:
        raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        number = line + raw[: error.start].decode(encoding).count("\n")
        raise JsonTextError(f"Line {number} is neither UTF-8 nor UTF-16 text.") from None


def format_json(value: object) -> str:
    """Format a value as one line of JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _unique_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise JsonTextError(f'The key "{key}" is given twice.')
            seen.add(key)
    return found


def _number(text: str) -> int:
    number = int(text) if len(text) < 20 else MOST_NUMBER + 1
    if abs(number) > MOST_NUMBER:
        raise JsonTextError("The JSON has a number that is too large.")
    return number


def _refuse_deep(value: object) -> None:
    level: list[object] = [value]
    for _ in range(MOST_DEPTH):
        level = [
            inner for outer in level for inner in _parts(outer) if isinstance(inner, list | dict)
        ]
        if not level:
            return
    raise JsonTextError(_TOO_DEEP)


def _parts(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _refuse_constant(name: str) -> NoReturn:
    raise JsonTextError(f"{name} is not a JSON number.")
