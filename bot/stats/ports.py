"""The store port of the statistics."""

from __future__ import annotations

from dataclasses import dataclass

from .views import Standing


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A line of a leaderboard with `lines` lines; `position` counts from 1.

    Equals share a `rank`.
    """

    position: int
    rank: int
    standing: Standing
    lines: int
