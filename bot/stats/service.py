"""The service for leaderboards and profiles."""

from __future__ import annotations

from bot.store.people import PeopleStore
from bot.store.stats.leaderboard import LeaderboardStore
from bot.store.stats.profiles import ProfileStore
from bot.values.clock import Clock

from .views import (
    Details,
    GameKind,
    LeaderboardQuery,
    LeaderboardView,
    Order,
    ProfileView,
    Standing,
)

LINES_PER_PAGE = 6


class Stats:
    """Reads leaderboards and profiles. Raises `StoreFailure` if the database fails."""

    def __init__(
        self,
        leaderboards: LeaderboardStore,
        profiles: ProfileStore,
        people: PeopleStore,
        clock: Clock,
    ) -> None:
        self._leaderboards = leaderboards
        self._profiles = profiles
        self._people = people
        self._clock = clock

    async def leaderboard(
        self, guild_id: int | None, asked: LeaderboardQuery, page: int = 1, me: int | None = None
    ) -> LeaderboardView:
        """Load a page of the leaderboard of a server, or of all servers if None.

        A page that does not exist becomes the nearest one that does.
        """
        page = max(1, page)
        lines = await self._leaderboards.ranking(
            None if asked.everywhere else guild_id,
            asked,
            now=self._clock.now(),
            after=(page - 1) * LINES_PER_PAGE,
            count=LINES_PER_PAGE,
            me=me,
        )
        pages = -(-lines[0].lines // LINES_PER_PAGE) if lines else 1
        page = min(page, pages)
        first = (page - 1) * LINES_PER_PAGE
        on_page = range(first + 1, first + LINES_PER_PAGE + 1)
        own = [
            line
            for line in lines
            if me is not None and me in (line.standing.user_id, line.standing.partner)
        ]
        mine = min(own, key=lambda line: line.position not in on_page, default=None)
        return LeaderboardView(
            asked=asked,
            page=page,
            pages=pages,
            rows=tuple((line.rank, line.standing) for line in lines if line.position in on_page),
            me=None if mine is None else (mine.rank, mine.standing),
            my_page=None if mine is None else -(-mine.position // LINES_PER_PAGE),
        )

    async def first_leaderboard(self, guild_id: int | None, me: int) -> LeaderboardView:
        """Load the leaderboard between people, or alone with computers if that is empty."""
        found = await self.leaderboard(guild_id, LeaderboardQuery(), me=me)
        if found.rows:
            return found
        alone = await self.leaderboard(guild_id, LeaderboardQuery(Order.ALONE_WINS), me=me)
        return alone if alone.rows else found

    async def is_listed(self, guild_id: int, user_id: int) -> bool:
        """Return True if a person is on a server's leaderboards."""
        if not (await self._people.preferences(user_id)).on_leaderboards:
            return False
        return (await self._profiles.standing(guild_id, user_id, GameKind.ALL)).games > 0

    async def profile(self, guild_id: int | None, user_id: int, *, own: bool) -> ProfileView:
        """Load a person's results in a server; their own also everywhere, as in a DM (None)."""
        chosen = await self._people.preferences(user_id) if own else None
        overall = await self._profiles.standing(None, user_id, GameKind.ALL) if own else None
        here = listed = Standing(user_id, "" if overall is None else overall.name)
        if guild_id is not None:
            here = await self._profiles.standing(guild_id, user_id, GameKind.ALL)
            listed = await self._profiles.standing(guild_id, user_id, GameKind.PEOPLE)
        return ProfileView(
            user_id,
            here.name,
            here=here,
            overall=overall,
            listed=listed,
            details=await self._profiles.details(guild_id, user_id)
            if own or guild_id
            else Details(),
            on_leaderboards=None if chosen is None else chosen.on_leaderboards,
        )

    def hidden_profile(self, user_id: int) -> ProfileView:
        """Build the profile of somebody without results, for whom they have blocked."""
        nothing = Standing(user_id, "")
        return ProfileView(user_id, "", here=nothing, overall=None, listed=nothing)

    async def set_on_leaderboards(self, user_id: int, *, on_leaderboards: bool) -> None:
        """Add a person to leaderboards, or remove them."""
        await self._people.save_choices(user_id, on_leaderboards=on_leaderboards)
