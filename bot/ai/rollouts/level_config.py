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

    play_deals: int
    bid_deals: int
    plain_bonus: float
    slip_every: int = 0


LEVEL_CONFIGS = {
    Level.EASY: LevelConfig(play_deals=8, bid_deals=0, plain_bonus=0.0, slip_every=2),
    Level.STEADY: LevelConfig(play_deals=480, bid_deals=0, plain_bonus=0.03),
    Level.EXPERT: LevelConfig(play_deals=20_000, bid_deals=2048, plain_bonus=0.012),
}
