"""What a computer player is."""

from typing import Protocol

from bot.ai.rules.reasons import Reason
from bot.engine import Action, SeatView


class Player(Protocol):
    """Chooses for a seat from what that seat may know."""

    def choose(self, view: SeatView, seconds: float) -> Action:
        """Return one of `view.legal`, within `seconds` of wall time."""
        ...


class Reasoner(Player, Protocol):
    """A player that can say why."""

    def choose_with_reason(self, view: SeatView, seconds: float) -> tuple[Action, Reason]:
        """Return one of `view.legal` within `seconds`, and what decided it."""
        ...
