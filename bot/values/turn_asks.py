"""Who asks for a computer to play an absent player's turn."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TurnAsks:
    """The seats whose people ask for a computer to play the turn that began at `since`."""

    since: float
    seats: tuple[int, ...]
