"""OpenSkill ratings, computed from game results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

from .views import PROVISIONAL_GAMES

START = 1000
"""The rating shown for a person who has never played."""
POINTS_PER_SKILL = 20
"""Rating points per unit of OpenSkill's scale."""
_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's OpenSkill rating, and the number of rated games behind it."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0

    @property
    def shown(self) -> int:
        """The displayed rating: low while the uncertainty is high."""
        rating = _MODEL.rating(mu=self.mu, sigma=self.sigma)
        return round(rating.ordinal(alpha=POINTS_PER_SKILL, target=START))

    @property
    def provisional(self) -> bool:
        """True if it rests on too few games."""
        return self.games < PROVISIONAL_GAMES


def update_ratings(
    sides: Sequence[Sequence[Rating]], places: Sequence[int]
) -> tuple[tuple[Rating, ...], ...]:
    """Update the ratings after a game; `places` are those of the sides, 1 for the winner."""
    teams = [[_MODEL.rating(mu=each.mu, sigma=each.sigma) for each in side] for side in sides]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return tuple(
        tuple(Rating(new.mu, new.sigma, old.games + 1) for old, new in zip(side, team, strict=True))
        for side, team in zip(sides, after, strict=True)
    )
