"""Strict JSON: no duplicate keys, no NaN, no text that cannot be written in UTF-8."""

from __future__ import annotations

import json
from typing import NoReturn


class JsonTextError(ValueError):
    """The text is not JSON, or JSON that two readers could read differently."""


def parse_json(text: str | bytes) -> object:
    """Return the value of a JSON text; raises JsonTextError."""
    try:
        decoded = text.decode("utf-8") if isinstance(text, bytes) else text
        value: object = json.loads(
            decoded, object_pairs_hook=_unique_object, parse_constant=_refuse_constant
        )
        if "\\u" in decoded:
            # An escaped half of a surrogate pair is read without complaint but cannot be written.
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except JsonTextError:
        raise
    except RecursionError:
        raise JsonTextError("The JSON is nested too deeply.") from None
    except ValueError as error:
        raise JsonTextError(f"This is not JSON: {error}.") from None
    return value


def format_json(value: object) -> str:
    """Return a value as one line of JSON."""
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


def _refuse_constant(name: str) -> NoReturn:
    raise JsonTextError(f"{name} is not a JSON number.")
