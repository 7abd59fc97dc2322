"""What a table's rules say about one topic."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Explanation:
    """A topic of a table's rules: a line for the first page, and the details for later ones."""

    short: str = ""
    details: tuple[str, ...] = ()

    @classmethod
    def of(cls, details: Iterable[str], short: str = "") -> Explanation:
        """Build a topic from its lines, without the empty ones."""
        return cls(short, tuple(line for line in details if line))
