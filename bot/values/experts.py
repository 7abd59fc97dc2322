"""Whether the experts of the daily hand can play."""

from __future__ import annotations

from enum import StrEnum


class ExpertState(StrEnum):
    """The state of the experts on this machine."""

    WARMING = "warming"  # their code is compiling or loading, or will when first needed
    READY = "ready"
    MISSING = "missing"  # their code cannot be compiled
