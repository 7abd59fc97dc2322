"""The protocols of computer players."""

from typing import Protocol

from bot.ai.rules.reasons import Reason
from bot.engine import Action, SeatView


class Player(Protocol):
    """Chooses for a seat from that seat's view."""

    def choose(self, view: SeatView, seconds: float) -> Action:
        """Return one of `view.legal`, within `seconds` of wall time."""
        ...


class Reasoner(Player, Protocol):
    """A player that gives reasons."""

    def choose_with_reason(self, view: SeatView, seconds: float) -> tuple[Action, Reason]:
        """Return one of `view.legal` within `seconds`, and the reason."""
        ...
