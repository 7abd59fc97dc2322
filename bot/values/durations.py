"""Time spans in words, for the host."""

from __future__ import annotations

DAY = 86_400.0
HOUR = 3600.0
MINUTE = 60.0


def in_words(seconds: float) -> str:
    """Format a time span in the largest unit that fits."""
    for unit, length in (("day", DAY), ("hour", HOUR), ("minute", MINUTE)):
        if seconds >= length:
            count = int(seconds // length)
            return f"{count:,} {unit}{'' if count == 1 else 's'}"
    return f"{max(0, int(seconds))} s"
