"""A trick and the plays it is made of."""

from dataclasses import dataclass

from bot.engine.suits import Suit
from bot.engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class PlayTile:
    """A tile played; `declared` is the lower end where a lead calls it as the suit."""

    seat: int
    tile: Tile
    declared: Suit | None = None


@dataclass(frozen=True, slots=True)
class Trick:
    """The tiles of one trick in order; `winner` and `points` once it is finished."""

    leader: int
    plays: tuple[PlayTile, ...] = ()
    led: Suit | None = None
    """The suit to follow; None before the lead and in a contract without suits."""
    winner: int | None = None
    points: int = 0
