"""The store as statistics need it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from .views import Order, Standing


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a leaderboard: `position` counts lines from 1; equals share a `rank`."""

    position: int
    rank: int
    standing: Standing


class StatsStore(Protocol):
    """Sums of results. `guild_id` None means all servers together.

    Every method raises `StoreFailure` when the database fails.
    """

    async def listed(self, guild_id: int | None, *, minimum_games: int) -> int:
        """Count the people who have played so many contested games."""
        ...

    async def ranking(
        self,
        guild_id: int | None,
        order: Order,
        *,
        minimum_games: int,
        after: int,
        count: int,
        me: int | None,
    ) -> Sequence[Ranked]:
        """Return at most `count` lines after position `after`, and the line of `me` if any."""
        ...

    async def standing(self, guild_id: int | None, user_id: int, *, listed: bool) -> Standing:
        """Return one person's totals over contested games (`listed`) or over all of them."""
        ...
