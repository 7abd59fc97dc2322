"""The levels of the stronger computer players, and how carefully each thinks."""

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How strong a computer player is."""

    RULES = "rules"
    EASY = "easy"
    STEADY = "steady"
    EXPERT = "expert"


@dataclass(frozen=True, slots=True)
class LevelConfig:
    """How carefully a level thinks.

    `worlds` are the most holdings tried for a play and `hands` the sampled hands for a bid, 0 to
    bid by rule; `trust` is the chance that the plain player's choice is given ahead, since samples
    are noisy and it is not; a slip is a play that loses some chance, made in one choice out of
    `slips`, 0 for never.
    """

    worlds: int
    hands: int
    trust: float
    slips: int = 0


LEVEL_CONFIGS = {
    Level.EASY: LevelConfig(worlds=8, hands=0, trust=0.0, slips=2),
    Level.STEADY: LevelConfig(worlds=480, hands=0, trust=0.03),
    Level.EXPERT: LevelConfig(worlds=20_000, hands=2048, trust=0.012),
}
