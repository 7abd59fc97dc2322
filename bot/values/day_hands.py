"""The daily hand of a day that is not closed, as one person stands to it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from texas42.engine import Tile


@dataclass(frozen=True, slots=True)
class DayHand:
    """The tiles that everybody is dealt on one day.

    `is_seen`: the person has begun the hand, even if they deleted their data since. `is_finished`:
    they have finished it, and their result is stored.
    """

    tiles: Collection[Tile]
    is_seen: bool
    is_finished: bool
