"""Names of people: cleaned for every screen, and told apart where two look alike."""

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
"""Stands for a person who has asked to be forgotten."""
_JOINER = "\u200d"
_INVITATION = re.compile(r"(?<=\w\.)(\w{2,})[/\\]+")  # discord.gg/… and any other address
_MARKS_IN_A_ROW = 2
_SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_FLAG_HALVES = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U0001d159")
"""Letters, marks, and symbols without ink: fillers of Hangul, an empty Braille cell."""
_SELECTORS = frozenset(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10))))
_FOLDED = str.maketrans(
    "0i1|ıаеорсухіјѕһԁԛԝвкмнтαβεζηικμνορτυχ",
    "ollll" + "aeopcyxljshdqwbkmht" + "abezhlkmnoptyx",
)
"""Letters that look like another, small or capital: l for I, the Cyrillic а for a."""
_TABLE_WORDS = (
    *("you", "me", "we", "us", "they", "them", "partner", "opponent", "everyone", "everybody"),
    *("nobody", "host", "the host", "shaker", "dealer", "bidder", "a player", "player"),
    *("former player", "open seat", "computer", "bot", "seat", "table", "side", "north", "south"),
    *("east", "west", "north/south", "east/west", "n/s", "e/w"),
)
"""What a table calls players itself, also with a number behind it."""
_TITLES = ("computer", "away")
"""What stands behind a name in parentheses."""


def plain_name(name: str) -> str:
    """Clean a name for labels and alt texts: one line, no control characters.

    Invisible characters and writing-direction controls are dropped, stacked accents are cut to two,
    and names longer than 24 characters end with an ellipsis. Addresses are broken at the slash, so
    that Discord shows no invitation. A name without a visible character becomes `?`.
    """
    return cleaned(name, LONGEST)


def cleaned(written: str, longest: int) -> str:
    """Clean a text as `plain_name` does, cut to another length."""
    text = _INVITATION.sub(r"\1 ", bare_text(written)).strip().strip(_JOINER)
    return _cut(text, longest) if is_visible(text) else NOTHING


def is_visible(name: str) -> bool:
    """Return True if a name has a character that shows by itself, not only blanks and accents."""
    return any(unicodedata.category(c)[0] not in "CZM" and c not in _BLANK for c in name)


def bare_text(written: str) -> str:
    """Reduce a text to one line without control characters and stacks of accents."""
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


# Telling people apart ------------------------------------------------------------------------


def names_of(people: Sequence[tuple[int | None, str]]) -> tuple[str, ...]:
    """Return the names of people who share no table, from their user ids and names.

    Where names look alike, the last digits of the user id follow: "Alex #4821". Computer players,
    without an id, keep their names.
    """
    ids = {str(user_id) for user_id, _ in people if user_id}
    digits = next(n for n in itertools.count(4) if len({each[-n:] for each in ids}) == len(ids))
    marks = tuple(str(user_id)[-digits:] if user_id else "" for user_id, _ in people)
    return told_apart(tuple(name for _, name in people), marks)


def names_by_seat(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of those who played a finished game; the seat's number tells them apart."""
    return told_apart(names, tuple(str(number) for number in range(1, len(names) + 1)))


def told_apart(names: tuple[str, ...], marks: tuple[str, ...]) -> tuple[str, ...]:
    """Mark the names that look alike or are words of the table; leave all others as they are.

    `marks`: digits for a name to end with, empty for one that stays as it is; the same name with
    the same mark is one person. An empty name stays empty.
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
    return f"{cleaned(name, LONGEST - len(mark) - 2)} #{mark}"


@lru_cache(maxsize=1024)
def _key(name: str) -> str:
    """Reduce a name to its look: equal keys for names that people could mix up.

    Case, width, emojis, and invisible characters don't count, nor does what is cut off.
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
