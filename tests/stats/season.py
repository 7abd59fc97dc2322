"""Save games of named people through the store, with a fake clock."""

from __future__ import annotations

from collections.abc import Sequence

from bot.stats.views import LeaderboardView
from bot.store import Store
from tests.store.samples import FOUR, GUILD, game, hand, save_played_table, seats

ELSEWHERE = GUILD + 1
NANCY, ELLA, STEVE, WILL = FOUR
PLAYED_AT = 1_795_305_600.0  # late on Sunday, November 22, 2026
DAY = 86_400.0


class Season:
    """Saves games, each at its own table."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables = 0

    async def game(
        self,
        people: Sequence[int | None] = FOUR,
        *,
        winner: int = 1,
        marks: tuple[int, ...] = (3, 7),
        hands: Sequence[dict[str, object]] = (),
        guild_id: int | None = GUILD,
        finished: bool = True,
        at: float = PLAYED_AT,
        **end: object,
    ) -> None:
        """Save a game; each of `hands` overrides fields of the sample hand (Ella's 31, made)."""
        self._tables += 1
        rows = [
            hand(number, **({"players": tuple(people), "at": at} | fields))
            for number, fields in enumerate(hands, 1)
        ]
        end = game(players=tuple(people), winner=winner, total=marks, marks=marks, at=at, **end)
        await save_played_table(
            self._store,
            f"t{self._tables:05}",
            rows,
            end if finished else None,
            seats=seats(people),
            guild_id=guild_id,
        )


def lines(view: LeaderboardView) -> list[tuple[int, int]]:
    """List the rank and person of each line."""
    return [(rank, standing.user_id) for rank, standing in view.rows]
