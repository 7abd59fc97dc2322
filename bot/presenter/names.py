"""Names that people chose, made safe to show."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 24
_JOINER = "\u200d"
_GUARD = "\u200b"  # a space without width: breaks mentions and addresses, is not seen
_MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()#\-+])")
_ADDRESS = re.compile(r"(?<=:)(?=//)|(?<=@)(?=\S)")
_MARKS_IN_A_ROW = 2
_RIGHT_TO_LEFT = frozenset({"R", "AL"})
_ISOLATE, _POP = "\u2068", "\u2069"  # keep the direction of what is between them to itself


def plain_name(name: str) -> str:
    """Return a name on one line without control characters, for labels and alt texts.

    Characters that steer the direction of writing or cannot be seen are left out, stacks of
    accents are cut to two, and a name longer than 24 characters ends with an ellipsis. A name
    of which nothing is left becomes `?`.
    """
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", " ".join(name.split())):
        category = unicodedata.category(character)
        if category[0] == "C" and not (character == _JOINER and kept):
            continue
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if marks <= _MARKS_IN_A_ROW:
            kept.append(character)
    text = "".join(kept).strip().strip(_JOINER)
    if len(text) > LONGEST:
        text = text[: LONGEST - 1].rstrip() + "…"
    return text or "?"


def shown_name(name: str) -> str:
    """Return a name for Markdown: what `plain_name` leaves, without any effect on the text.

    A name that is written from right to left is kept apart: behind it a 6-4 would read 4-6.
    """
    plain = plain_name(name)
    text = _ADDRESS.sub(_GUARD, _MARKDOWN.sub(r"\\\1", plain))
    if any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in plain):
        return f"{_ISOLATE}{text}{_POP}"
    return text
