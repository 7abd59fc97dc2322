"""The pace of a table."""

from __future__ import annotations

from enum import StrEnum


class Pace(StrEnum):
    """How fast computer players act."""

    RELAXED = "relaxed"
    NORMAL = "normal"
    FAST = "fast"
