"""The store as statistics need it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from .views import Details, GameKind, LeaderboardQuery, Standing


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a leaderboard that has `lines` of them: `position` counts from 1.

    Equals share a `rank`.
    """

    position: int
    rank: int
    standing: Standing
    lines: int


class StatsStore(Protocol):
    """Sums of results. `guild_id` None means all servers together.

    Every method raises `StoreFailure` when the database fails.
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
    ) -> Sequence[Ranked]:
        """Return at most `count` lines after position `after`, and the best line of `me`."""
        ...

    async def standing(self, guild_id: int | None, user_id: int, board: GameKind) -> Standing:
        """Return one person's totals of all time over the games that a board counts."""
        ...

    async def details(self, guild_id: int | None, user_id: int) -> Details:
        """Return what a profile tells beside the totals."""
        ...

    async def on_boards(self, user_id: int) -> bool:
        """Return whether a person is on leaderboards."""
        ...

    async def set_on_boards(self, user_id: int, on_boards: bool) -> None:
        """Put a person on leaderboards, or take them off."""
        ...
