"""The pace of a table."""

from __future__ import annotations

from enum import StrEnum


class Pace(StrEnum):
    """The speed of computer players."""

    RELAXED = "relaxed"
    NORMAL = "normal"
    FAST = "fast"
