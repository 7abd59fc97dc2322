"""How sentences call a table: by its number, or without one."""

from __future__ import annotations

from .language import Words


def called(number: int | None, words: Words) -> str:
    """Call a table in the middle of a sentence: "Table 3"; without a number, "this table"."""
    if not number:
        return words.say("this table")
    return words.say("Table {number}", number=number)


def called_first(number: int | None, words: Words) -> str:
    """Call a table at the start of a sentence: "Table 3"; without a number, "This table"."""
    if not number:
        return words.say("This table")
    return words.say("Table {number}", number=number)


def listed(number: int, words: Words) -> str:
    """Call a table in a list of several: "Table 3"; without a number, "DM table"."""
    if not number:
        return words.say("DM table")
    return words.say("Table {number}", number=number)
