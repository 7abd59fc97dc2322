"""Words of seven strokes that a side's marks spell in chalk, such as ALL (004:184)."""

from __future__ import annotations

STROKES = 7
ALL = "ALL"
STROKES_OF_LETTER = {
    **dict.fromkeys("CIOSU", 1),
    **dict.fromkeys("DGJLPQTVX", 2),
    **dict.fromkeys("ABFHKNRYZ", 3),
    **dict.fromkeys("EMW", 4),
}


def strokes_of(word: str) -> int:
    """Count the strokes of a word; raises ValueError for anything but the letters A to Z."""
    unknown = set(word.upper()) - set(STROKES_OF_LETTER)
    if not word or unknown:
        raise ValueError(f"{word!r} is not a word of the letters A to Z")
    return sum(STROKES_OF_LETTER[letter] for letter in word.upper())


def read_score_words(text: str) -> tuple[str, ...]:
    """Parse a comma-separated list of score words; ALL comes first, given or not.

    Raises ValueError, naming the word, for one that does not have seven strokes.
    """
    words = [ALL]
    for word in filter(None, (part.strip().upper() for part in text.split(","))):
        count = strokes_of(word)
        if count != STROKES:
            raise ValueError(f"{word} has {count} strokes; marks need a word of {STROKES}")
        if word not in words:
            words.append(word)
    return tuple(words)
