"""The store port of the statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from .views import Details, GameKind, LeaderboardQuery, Standing


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A line of a leaderboard with `lines` lines; `position` counts from 1.

    Equals share a `rank`.
    """

    position: int
    rank: int
    standing: Standing
    lines: int


class StatsStore(Protocol):
    """Sums of results. `guild_id` None means all servers together.

    Every method raises `StoreFailure` if the database fails.
    """

    async def ranking(
        self,
        guild_id: int | None,
        asked: LeaderboardQuery,
        *,
        now: float,
        after: int,
        count: int,
        me: int | None,
    ) -> Sequence[LeaderboardRow]:
        """Load at most `count` lines after position `after`, and the best line of `me`.

        Past the end, those of the last page of `count` lines.
        """

    async def standing(self, guild_id: int | None, user_id: int, kind: GameKind) -> Standing:
        """Load a person's all-time totals over the games of a kind."""

    async def details(self, guild_id: int | None, user_id: int) -> Details:
        """Load the parts of a profile beside the totals."""

    async def is_on_leaderboards(self, user_id: int) -> bool:
        """Return True if a person is on leaderboards."""

    async def set_on_leaderboards(self, user_id: int, on_leaderboards: bool) -> None:
        """Add a person to leaderboards, or remove them."""
