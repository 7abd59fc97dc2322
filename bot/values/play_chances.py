"""The chances of a seat's plays, as far as the seat can know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.engine import PlayTile, SeatView

from .findings import Advice


@dataclass(frozen=True, slots=True)
class PlayChances:
    """The chances of a seat's legal plays, and the expert's play.

    `plays`: the chance that each play makes the bid, or for the other side, sets it; empty if plays
    aren't sampled.
    """

    view: SeatView
    plays: Mapping[PlayTile, float]
    advice: Advice
