"""The types of pictures, who appears in them, and their sizes."""

from __future__ import annotations

from dataclasses import dataclass

from bot.render.figures import (
    AskedPicture,
    DayPicture,
    ProfilePicture,
    StandingsPicture,
    StripPicture,
)
from bot.render.values import (
    LobbyPicture,
    OpenHands,
    PanelPicture,
    ResultPicture,
    ScorePicture,
    SeatPicture,
    Size,
    TablePicture,
)

Figures = StandingsPicture | ProfilePicture | AskedPicture | DayPicture | StripPicture
Still = (
    TablePicture | PanelPicture | OpenHands | ResultPicture | ScorePicture | LobbyPicture | Figures
)
"""A picture that does not move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Film:
    """Frames of one size in order, each with its duration in milliseconds."""

    frames: tuple[Still, ...]
    milliseconds: int

    def __post_init__(self) -> None:
        if not self.frames:
            raise ValueError("a film has a picture")


Drawing = Still | Film
"""Everything that `render_picture` can render."""


def seats_of(drawing: Drawing) -> tuple[SeatPicture, ...]:
    """Return every person in a picture."""
    still = drawing.frames[0] if isinstance(drawing, Film) else drawing
    if isinstance(still, (PanelPicture, OpenHands)):
        return still.table.seats
    return still.faces if isinstance(still, Figures) else still.seats


def size_of(drawing: Drawing) -> Size:
    """Return the size of the bare table on which a picture is painted."""
    return (drawing.frames[0] if isinstance(drawing, Film) else drawing).size
