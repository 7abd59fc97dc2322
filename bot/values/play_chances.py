"""What each play of a seat makes, by what the seat can know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.engine import PlayTile, SeatView

from .findings import Advice


@dataclass(frozen=True, slots=True)
class PlayChances:
    """The chances of a seat's legal plays, and what the expert would play.

    `view`: what the seat sees. `plays`: how often each play makes the bid, or sets it for the other
    side; empty where plays aren't sampled.
    """

    view: SeatView
    plays: Mapping[PlayTile, float]
    advice: Advice
