"""What a person may ask the computer players for at his table."""

from __future__ import annotations

from bot.engine import view_for

from . import lobby
from .changes import Changes
from .clocks import Timing
from .describe import panel_view
from .errors import NotYourTurn, WrongStatus
from .live import Live
from .model import Status
from .ports import Players
from .views import Advice, PanelView


class Adviser:
    """Asks the computer players in a person's name: they get his own view and nothing else."""

    def __init__(self, changes: Changes, players: Players, timing: Timing) -> None:
        self._changes = changes
        self._players = players
        self._timing = timing

    async def hint(self, table_id: str, user_id: int) -> tuple[PanelView, Advice]:
        """Return what a person could do at his turn and why, with the panel it was made for.

        Raises NoSuchTable, NotSeated, WrongStatus and NotYourTurn.
        """
        live = await self._changes.read(table_id)
        seat = require_turn(live, user_id)
        advice = await self._players.advise(view_for(live.game, seat))
        return panel_view(live, self._timing, user_id), advice


def require_turn(live: Live, user_id: int) -> int:
    """Return the seat of a person in turn; raise NotSeated, WrongStatus or NotYourTurn."""
    seat = lobby.require_seated(live, user_id)
    if live.table.status is not Status.PLAYING:
        raise WrongStatus(live.table.number, live.table.status)
    if live.to_act != seat:
        raise NotYourTurn(None if live.to_act is None else live.table.seats[live.to_act].name)
    return seat
