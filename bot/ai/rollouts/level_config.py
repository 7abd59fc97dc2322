"""The levels of computer players, and how the sampling ones are configured."""

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
    """How much a level samples, and how often it slips.

    `play_deals` is the most sampled deals for a play, `bid_deals` the number for a bid, 0 to bid
    by rule; `plain_bonus` is added to the chance of the plain player's choice, since samples are
    noisy; a slip is a play that loses some chance, made in one of `slip_every` choices, 0 for
    never.
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
