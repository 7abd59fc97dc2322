"""Levels of computer players, their bidding styles, and the configuration of sampling levels."""

from dataclasses import dataclass, replace
from enum import StrEnum


class Level(StrEnum):
    """The strength of a computer player and, for two levels, its bidding style."""

    EXPERT = "expert"
    EXPERT_CAREFUL = "expert-careful"
    EXPERT_BOLD = "expert-bold"
    STEADY = "steady"
    STEADY_CAREFUL = "steady-careful"
    STEADY_BOLD = "steady-bold"
    EASY = "easy"
    RULES = "rules"


@dataclass(frozen=True, slots=True)
class LevelConfig:
    """A level's sample sizes, mistakes and bidding style.

    `play_deals`: the most deals sampled for a play. `bid_deals`: the number for a bid, 0 to bid by
    rule. `plain_bonus`: added to the chance of the plain player's choice, since samples are noisy.
    `slip_every`: one in this many choices is a slip, a play that gives up some chance;
    0 for no slips. `eagerness`: added to the chance of the best bid before comparing it with a
    pass; it changes how often a player bids, but not which bid, nor the play. `by_book`: value the
    hand by the bid book when bidding by rule.
    """

    play_deals: int
    bid_deals: int
    plain_bonus: float
    slip_every: int = 0
    eagerness: float = 0.0
    by_book: bool = False


CAREFUL = -0.08
BOLD = 0.08
_STEADY = LevelConfig(play_deals=480, bid_deals=0, plain_bonus=0.03, by_book=True)
_EXPERT = LevelConfig(play_deals=20_000, bid_deals=2048, plain_bonus=0.012)
LEVEL_CONFIGS = {
    Level.EASY: LevelConfig(play_deals=96, bid_deals=0, plain_bonus=0.0, slip_every=8),
    Level.STEADY: _STEADY,
    Level.STEADY_CAREFUL: replace(_STEADY, eagerness=CAREFUL),
    Level.STEADY_BOLD: replace(_STEADY, eagerness=BOLD),
    Level.EXPERT: _EXPERT,
    Level.EXPERT_CAREFUL: replace(_EXPERT, eagerness=CAREFUL),
    Level.EXPERT_BOLD: replace(_EXPERT, eagerness=BOLD),
}
