"""Names of people, seats, and sides."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 24
_JOINER = "\u200d"
_GUARD = "\u200b"  # a zero-width space, which breaks mentions and addresses
_MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()#\-+])")
_ADDRESS = re.compile(r"(?<=:)(?=//)|(?<=@)(?=\S)")
_INVITATION = re.compile(r"(?<=\w\.)(\w{2,})[/\\]+")  # discord.gg/… and any other address
_MARKS_IN_A_ROW = 2
_SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_FLAG_HALVES = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
_RIGHT_TO_LEFT = frozenset({"R", "AL"})
_ISOLATE, _POP = "\u2068", "\u2069"  # isolate the writing direction of the text between them


def plain_name(name: str, longest: int = LONGEST) -> str:
    """Clean a name for labels and alt texts: one line, no control characters.

    Invisible characters and writing-direction controls are dropped, stacked accents are cut to two,
    and names longer than `longest` end with an ellipsis. Addresses are broken at the slash, so that
    Discord shows no invitation. An empty result becomes `?`.
    """
    text = _INVITATION.sub(r"\1 ", bare_text(name)).strip().strip(_JOINER)
    return _cut(text, longest) or "?"


def bare_text(written: str) -> str:
    """Reduce a text to one line without control characters and stacks of accents."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", " ".join(written.split())):
        category = unicodedata.category(character)
        if category[0] == "C" and not (character == _JOINER and kept):
            continue
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if marks <= _MARKS_IN_A_ROW:
            kept.append(character)
    return "".join(kept)


def _cut(text: str, longest: int) -> str:
    """Cut a text to so many characters without splitting a grapheme cluster."""
    if len(text) <= longest:
        return text
    kept = ""
    for sign in _signs(text):
        if len(kept) + len(sign) >= longest:
            break
        kept += sign
    return kept.rstrip() + "…"


def _signs(text: str) -> list[str]:
    """Split a text into grapheme clusters: accented letters, flags, joined emojis."""
    signs: list[str] = []
    for character in text:
        before = signs[-1] if signs else ""
        joined = unicodedata.category(character)[0] == "M" or character == _JOINER
        joined = joined or character in _SKIN_TONES or before.endswith(_JOINER)
        if before and (joined or (character in _FLAG_HALVES and before in _FLAG_HALVES)):
            signs[-1] += character
        else:
            signs.append(character)
    return signs


def shown_name(name: str, longest: int = LONGEST) -> str:
    """Escape a name, or other text that a person typed, for Markdown, after `plain_name`.

    A right-to-left name is isolated: otherwise a 6-4 after it would read 4-6.
    """
    plain = plain_name(name, longest)
    return kept_apart(_ADDRESS.sub(_GUARD, _MARKDOWN.sub(r"\\\1", plain)))


def kept_apart(text: str) -> str:
    """Isolate the direction of a name that is written from right to left."""
    if any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in text):
        return f"{_ISOLATE}{text}{_POP}"
    return text
