"""Names in Markdown."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from bot.values.names import LONGEST, clean_text

_GUARD = "\u200b"  # a zero-width space, which breaks mentions and addresses
_MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()#\-+])")
_ADDRESS = re.compile(r"(?<=:)(?=//)|(?<=@)(?=\S)")
_RIGHT_TO_LEFT = frozenset({"R", "AL"})
# isolate the writing direction of the text between them
_ISOLATE = "\u2068"
ISOLATE_END = "\u2069"


@lru_cache(maxsize=1024)  # a screen shows the same few names again and again
def shown_name(name: str, longest: int = LONGEST) -> str:
    """Escape a name, or other text that a person typed, for Markdown, after `plain_name`.

    A right-to-left name is isolated: otherwise a 6-4 after it would read 4-6.
    """
    plain = clean_text(name, longest)
    return kept_apart(_ADDRESS.sub(_GUARD, _MARKDOWN.sub(r"\\\1", plain)))


def kept_apart(text: str) -> str:
    """Isolate the direction of a name that is written from right to left."""
    if any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in text):
        return f"{_ISOLATE}{text}{ISOLATE_END}"
    return text
