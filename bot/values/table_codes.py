"""The codes by which people sit down at tables without a channel, and at private ones."""

from __future__ import annotations

LETTERS = "FHKLMRTWXY"
"""No two of them look or sound alike, and without vowels they spell no word."""
LENGTH = 5
MOST_WRONG = 10
"""How many wrong codes one person can try within `WRONG_SECONDS`."""
WRONG_SECONDS = 3_600.0


def read_code(typed: str) -> str | None:
    """Return the code in what somebody typed, in any case, with spaces or hyphens; None if none."""
    code = "".join(each for each in typed.upper() if each.isalpha())
    return code if len(code) == LENGTH and set(code) <= set(LETTERS) else None
