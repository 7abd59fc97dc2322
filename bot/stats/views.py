"""Results as the screens see them: frozen values, made by `Stats`, safe to show."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Order(StrEnum):
    """What a leaderboard is sorted by, the best first."""

    WINS = "wins"
    WIN_RATE = "win-rate"
    MARKS = "marks"
    BIDS_MADE = "bids-made"  # the share of their bids that they made
    SETS = "sets"
    GAMES = "games"


@dataclass(frozen=True, slots=True)
class Standing:
    """What one person has done. `name` is as the person wrote it: escape before showing.

    `marks`: their side's marks in finished games. `bids`: hands in which they were the bidder;
    `bids_made`: those of them that they made. `sets`: hands in which their side set the other.
    """

    user_id: int
    name: str
    games: int = 0
    wins: int = 0
    marks: int = 0
    hands: int = 0
    bids: int = 0
    bids_made: int = 0
    sets: int = 0

    @property
    def losses(self) -> int:
        """Games lost."""
        return self.games - self.wins

    @property
    def win_rate(self) -> float:
        """Games won out of games played, 0 to 1; 0 without any game."""
        return self.wins / self.games if self.games else 0.0

    @property
    def bids_made_rate(self) -> float:
        """Bids made out of all bids, 0 to 1; 0 without any bid."""
        return self.bids_made / self.bids if self.bids else 0.0


@dataclass(frozen=True, slots=True)
class LeaderboardView:
    """One page of a server's leaderboard: games with people on both sides, nothing else.

    `page` counts from 1; `pages` is at least 1. `rows` are (rank, standing); equals share a
    rank. `me` is the line of the person who asks, on whatever page it is; None if they are not
    listed. `minimum_games`: how many games it takes to be listed under this order. `my_page`:
    the page that line is on.
    """

    order: Order
    page: int
    pages: int
    rows: tuple[tuple[int, Standing], ...]
    me: tuple[int, Standing] | None
    minimum_games: int
    my_page: int | None = None


@dataclass(frozen=True, slots=True)
class ProfileView:
    """One person's results, games with computer players included.

    `here`: in the server asked about (all zero in a DM). `overall`: everywhere. `listed`: what
    this server's leaderboard counts.
    """

    user_id: int
    name: str
    here: Standing
    overall: Standing
    listed: Standing
