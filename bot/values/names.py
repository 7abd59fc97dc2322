"""Player names: cleaned for display, and distinguished if they look alike."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache

LONGEST = 24
NOTHING = "?"
NAMELESS = "Former player"
"""The name of a user who deleted their data."""
_JOINER = "\u200d"
_INVITATION = re.compile(r"(?<=\w\.)(\w{2,})[/\\]+")  # discord.gg/… and any other URL
_MARKS_IN_A_ROW = 2
_SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_FLAG_HALVES = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U0001d159")
"""Letters, marks and symbols that render blank: Hangul fillers, the empty Braille cell."""
_SELECTORS = frozenset(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10))))
_FOLDED = str.maketrans(
    "0i1|ıаеорсухіјѕһԁԛԝвкмнтαβεζηικμνορτυχ",
    "ollll" + "aeopcyxljshdqwbkmht" + "abezhlkmnoptyx",
)
"""Maps letters to the ones they look like: I to l, the Cyrillic а to a."""
_TABLE_WORDS = (
    *("you", "me", "we", "us", "they", "them", "partner", "opponent", "everyone", "everybody"),
    *("nobody", "host", "the host", "shaker", "dealer", "bidder", "a player", "player"),
    *("former player", "open seat", "computer", "bot", "seat", "table", "side", "north", "south"),
    *("east", "west", "north/south", "east/west", "n/s", "e/w"),
)
"""Words that a table uses for players, also followed by a number."""
_TITLES = ("computer", "away")
"""Labels that follow a name in parentheses."""


@lru_cache(maxsize=1024)
def plain_name(name: str) -> str:
    """Clean a name for labels and alt texts: one line, no control characters.

    Drop invisible characters and direction controls, cut stacked accents to two, and shorten names
    over 24 characters with an ellipsis. Break URLs at the slash, so that Discord shows no invite. A
    name without a visible character becomes `?`.
    """
    return clean_text(name, LONGEST)


def clean_text(written: str, longest: int) -> str:
    """Clean a text as `plain_name` does, with another maximum length."""
    text = _INVITATION.sub(r"\1 ", bare_text(written)).strip().strip(_JOINER)
    return _truncate(text, longest) if is_visible(text) else NOTHING


def is_visible(name: str) -> bool:
    """Return True if a name has a visible character other than blanks and accents."""
    return any(unicodedata.category(c)[0] not in "CZM" and c not in _BLANK for c in name)


def bare_text(written: str) -> str:
    """Reduce a text to one line without control characters or stacked accents."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", " ".join(written.split())):
        category = unicodedata.category(character)
        if category[0] == "C" and not (character == _JOINER and kept):
            continue
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if marks <= _MARKS_IN_A_ROW and character not in _BLANK:
            kept.append(character)
    return "".join(kept)


def _truncate(text: str, longest: int) -> str:
    """Truncate a text without splitting a grapheme cluster."""
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


# Distinguishing players ----------------------------------------------------------------------


def names_of(people: Sequence[tuple[int | None, str]]) -> tuple[str, ...]:
    """Build distinct names of users who share no table, from their ids and names.

    Names that look alike get the last digits of the user id: "Alex #4821". Computer players,
    without an id, keep their names.
    """
    ids = {str(user_id) for user_id, _ in people if user_id}
    digits = next(n for n in itertools.count(4) if len({each[-n:] for each in ids}) == len(ids))
    marks = tuple(str(user_id)[-digits:] if user_id else "" for user_id, _ in people)
    return distinguish(tuple(name for _, name in people), marks)


def names_by_seat(names: tuple[str, ...]) -> tuple[str, ...]:
    """Build distinct names for the players of a finished game, using seat numbers."""
    return distinguish(names, tuple(str(number) for number in range(1, len(names) + 1)))


@lru_cache(maxsize=1024)
def distinguish(names: tuple[str, ...], marks: tuple[str, ...]) -> tuple[str, ...]:
    """Mark the names that look alike or are words of the table; keep all others.

    `marks`: the digits to append to each name, empty for a name that must not change; the same name
    with the same mark is one person. An empty name stays empty.
    """
    marked = {n for n, name in enumerate(names) if _WORDS.fullmatch(_key(name))}
    while True:
        told = tuple(
            _with_mark(name, marks[n]) if n in marked else name for n, name in enumerate(names)
        )
        people = {(_key(name), marks[n]) for n, name in enumerate(told) if name}
        sharing = Counter(key for key, _ in people)
        alike = {n for n, name in enumerate(told) if sharing[_key(name)] > 1}
        if alike <= marked:
            return told
        marked |= alike


def looks_like(name: str, others: Collection[str]) -> bool:
    """Return True if a name can be mistaken for one of the others."""
    return _key(name) in map(_key, others)


def _with_mark(name: str, mark: str) -> str:
    if not name or not mark:
        return name
    return f"{clean_text(name, LONGEST - len(mark) - 2)} #{mark}"


@lru_cache(maxsize=1024)
def _key(name: str) -> str:
    """Reduce a name to its appearance: names that people could confuse have equal keys.

    Case, width, emojis, invisible characters and the truncated part are ignored.
    """
    text = _fold(plain_name(name))
    kept = (c for c in text if unicodedata.category(c)[0] not in "CS" and c not in _SELECTORS)
    return " ".join("".join(kept).split()) or text


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().translate(_FOLDED)


_WORDS = re.compile(
    rf"(?:{'|'.join(map(re.escape, map(_fold, _TABLE_WORDS)))})(?:\W*[\dol]+)?"
    rf"|.*\((?:{'|'.join(map(_fold, _TITLES))})\b.*"
)
