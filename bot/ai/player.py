"""What a computer player is."""

from typing import Protocol

from bot.engine import Action, SeatView


class Player(Protocol):
    """Chooses for a seat from what that seat may know."""

    def choose(self, view: SeatView, seconds: float) -> Action:
        """Return one of `view.legal`, within `seconds` of wall time."""
        ...
