"""The chances of a seat's plays, as far as the seat can know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from texas42.engine import PlayTile, SeatView

from .judgments import Advice

NO_DIFFERENCE = 0.03
"""Chances as close as this count as equal. It is two standard errors of the difference over 500
deals, if two choices end differently in one deal out of ten."""


@dataclass(frozen=True, slots=True)
class PlayChances:
    """The chances of a seat's legal plays, and the expert's play.

    `plays`: the chance that each play makes the bid, or for the other side, sets it; empty if plays
    aren't sampled. None is higher than the expert's by more than NO_DIFFERENCE.
    """

    view: SeatView
    plays: Mapping[PlayTile, float]
    advice: Advice
