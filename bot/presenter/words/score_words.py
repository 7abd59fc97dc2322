"""Words of seven strokes in which a side's marks are chalked, such as ALL (004:184)."""

from __future__ import annotations

from dataclasses import dataclass

STROKES = 7
ALL = "ALL"
_OF_LETTER = {
    **dict.fromkeys("CIOSU", 1),
    **dict.fromkeys("DGJLPQTVX", 2),
    **dict.fromkeys("ABFHKNRYZ", 3),
    **dict.fromkeys("EMW", 4),
}


@dataclass(frozen=True, slots=True)
class Chalked:
    """Marks as they stand on the board.

    `words` are written in full; of the next one `letters` are, and `strokes` of the letter after
    them.
    """

    words: int
    letters: str
    strokes: int


def strokes_of(word: str) -> int:
    """Count the strokes of a word in capitals; raises ValueError for what is no letter."""
    unknown = set(word.upper()) - set(_OF_LETTER)
    if not word or unknown:
        raise ValueError(f"{word!r} is not a word of the letters A to Z")
    return sum(_OF_LETTER[letter] for letter in word.upper())


def is_score_word(word: str) -> bool:
    """Return True if a word can count marks: it has seven strokes."""
    try:
        return strokes_of(word) == STROKES
    except ValueError:
        return False


def chalked(marks: int, word: str = ALL) -> Chalked:
    """Write marks as strokes of a word; above seven the word begins again."""
    if not is_score_word(word):
        raise ValueError(f"{word!r} does not have {STROKES} strokes")
    words, left = divmod(marks, STROKES)
    letters = ""
    for letter in word.upper():
        if _OF_LETTER[letter] > left:
            break
        left -= _OF_LETTER[letter]
        letters += letter
    return Chalked(words, letters, left)
