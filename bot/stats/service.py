"""The leaderboard of a server and the profile of a person."""

from __future__ import annotations

from collections.abc import Mapping

from .ports import StatsStore
from .views import LeaderboardView, Order, ProfileView, Standing

LINES_PER_PAGE = 10
MINIMUM_FOR_RATES = 5

_MINIMUM: Mapping[Order, int] = {
    Order.WIN_RATE: MINIMUM_FOR_RATES,
    Order.BIDS_MADE: MINIMUM_FOR_RATES,
}


class Stats:
    """Reads leaderboards and profiles. Raises `StoreFailure` when the database fails."""

    def __init__(self, store: StatsStore) -> None:
        self._store = store

    async def leaderboard(
        self, guild_id: int | None, order: Order = Order.WINS, page: int = 1, me: int | None = None
    ) -> LeaderboardView:
        """Return a page of the leaderboard of a server, or of all servers together (None).

        A page that does not exist becomes the nearest one that does.
        """
        minimum = _MINIMUM.get(order, 1)
        people = await self._store.listed(guild_id, minimum_games=minimum)
        pages = max(1, -(-people // LINES_PER_PAGE))
        page = min(max(1, page), pages)
        first = (page - 1) * LINES_PER_PAGE
        lines = await self._store.ranking(
            guild_id, order, minimum_games=minimum, after=first, count=LINES_PER_PAGE, me=me
        )
        on_page = range(first + 1, first + LINES_PER_PAGE + 1)
        mine = next((line for line in lines if line.standing.user_id == me), None)
        return LeaderboardView(
            order=order,
            page=page,
            pages=pages,
            rows=tuple((line.rank, line.standing) for line in lines if line.position in on_page),
            me=None if mine is None else (mine.rank, mine.standing),
            minimum_games=minimum,
            my_page=None if mine is None else -(-mine.position // LINES_PER_PAGE),
        )

    async def profile(self, guild_id: int | None, user_id: int) -> ProfileView:
        """Return one person's results in a server (None: in a DM) and everywhere."""
        overall = await self._store.standing(None, user_id, listed=False)
        here = listed = Standing(user_id, overall.name)
        if guild_id is not None:
            here = await self._store.standing(guild_id, user_id, listed=False)
            listed = await self._store.standing(guild_id, user_id, listed=True)
        return ProfileView(user_id, overall.name, here=here, overall=overall, listed=listed)
