"""Normalize typed text: phones' dashes, full-width digits, numbers in words."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from .language import Words

LONGEST = 100
_READ = 10 * LONGEST
"""How many characters of a text to parse, so that a long text costs no time."""
_MINUS = "\N{MINUS SIGN}"
_STYLE_OF_EMOJI = {"\N{VARIATION SELECTOR-15}", "\N{VARIATION SELECTOR-16}"}
_HUNDRED = 100


def cleaned(text: str) -> str:
    """Return a text in lower case with ASCII digits, plain hyphens and single spaces."""
    return _normalize(text[:_READ])[:LONGEST]


def squeezed(text: str) -> str:
    """Return the letters and digits of a text in lower case, for comparing."""
    return "".join(filter(str.isalnum, _normalize(text)))


def with_digits(text: str, words: Words) -> str:
    """Replace a number in words at the start of a cleaned text: "thirty-one" by "31"."""
    pieces = text.replace("-", " ").split()
    values = _values(words)
    hundreds = words.typed("hundred")
    number = used = 0
    for piece in pieces:
        value = values.get(piece, 0)
        if piece in hundreds and 0 < number < _HUNDRED:
            number *= _HUNDRED
        elif value and number % (10 if value < 10 else _HUNDRED) == 0:
            number += value
        else:
            break
        used += 1
    return " ".join([str(number), *pieces[used:]]) if number else text


def _values(words: Words) -> Mapping[str, int]:
    """Map number words to their values, without ten to nineteen, which no game bids."""
    values = {
        1: words.typed("one"),
        2: words.typed("two"),
        3: words.typed("three"),
        4: words.typed("four"),
        5: words.typed("five"),
        6: words.typed("six"),
        7: words.typed("seven"),
        8: words.typed("eight"),
        9: words.typed("nine"),
        20: words.typed("twenty"),
        30: words.typed("thirty"),
        40: words.typed("forty, fourty"),
        50: words.typed("fifty"),
        60: words.typed("sixty"),
        70: words.typed("seventy"),
        80: words.typed("eighty"),
        90: words.typed("ninety"),
    }
    return {word: value for value, accepted in values.items() for word in accepted}


def _normalize(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join("".join(map(_ascii, folded)).split())


def _ascii(character: str) -> str:
    """Return the ASCII form of a dash or digit; "" for an invisible character."""
    kind = unicodedata.category(character)
    if kind == "Pd" or character == _MINUS:
        return "-"
    if kind == "Nd":
        return str(unicodedata.decimal(character))
    return "" if kind in {"Cf", "Me"} or character in _STYLE_OF_EMOJI else character
