"""When a table wants to be looked at again, and what is then to be done. Pure.

Everything follows from what is stored of the table, so a restart loses no clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from bot.engine import Phase

from .loaded import LoadedTable
from .model import Occupant, Status


@dataclass(frozen=True, slots=True)
class Timing:
    """How long a table waits, in seconds.

    `pace`: between computer plays. `nudge`, `takeover`: until the player in turn is called,
    until the table is offered a computer's turn; at three times that a computer plays. A claim
    that is not answered is refused after `takeover`.
    `between`: from the end of a hand to the next. `lobby`: until a lobby nobody starts is
    closed. `rematch`: until a finished table is. `expire`: until a paused one is.
    """

    pace: float = 1.2
    nudge: float = 20.0
    takeover: float = 60.0
    between: float = 20.0
    lobby: float = 1800.0
    rematch: float = 1800.0
    expire: float = 86400.0

    @property
    def absent(self) -> float:
        """Seconds after which a computer plays the turn of somebody who is not there."""
        return 3 * self.takeover


class Due(Enum):
    """What a table's clock asks for."""

    COMPUTER_TURN = auto()
    NUDGE = auto()
    OFFER = auto()
    ABSENT_TURN = auto()
    CLAIM = auto()
    NEXT_HAND = auto()
    CLOSE = auto()


def next_due(live: LoadedTable, timing: Timing) -> tuple[float, Due] | None:
    """Return when the table's clock rings next and what for, or None when it does not run."""
    table = live.table
    since = table.turn_since
    match table.status:
        case Status.LOBBY:
            return since + timing.lobby, Due.CLOSE
        case Status.FINISHED if table.event_id is not None:
            return None  # the event goes on with it, or ends it
        case Status.FINISHED:
            return since + timing.rematch, Due.CLOSE
        case Status.PAUSED:
            return since + timing.expire, Due.CLOSE
        case Status.BETWEEN:
            wait = timing.between if table.attended else timing.pace
            return since + wait, Due.NEXT_HAND
        case Status.PLAYING:
            return _turn_due(live, timing)
        case Status.CLOSED:
            return None


def _turn_due(live: LoadedTable, timing: Timing) -> tuple[float, Due] | None:
    table, to_act = live.table, live.to_act
    if to_act is None:
        return None
    since = table.turn_since
    if live.pending is not None:
        return since + timing.takeover, Due.CLAIM
    seat = table.seats[to_act]
    if seat.played_by_computer or seat.occupant is not Occupant.PERSON:
        return since + _pace(live, timing), Due.COMPUTER_TURN
    steps = [(since + timing.absent, Due.ABSENT_TURN)]
    if not table.offered:
        steps = [(since + timing.takeover, Due.OFFER)]
    if not table.nudged:
        steps.append((since + timing.nudge, Due.NUDGE))
    return min(steps, key=lambda step: step[0])


def _pace(live: LoadedTable, timing: Timing) -> float:
    """Return the pause before a computer's turn; longer where a finished trick is to be read."""
    deal = live.game.deal
    if deal is None or deal.phase is not Phase.PLAY:
        return timing.pace
    fresh_trick = bool(deal.tricks) and (deal.trick is None or not deal.trick.plays)
    return timing.pace * 1.5 if fresh_trick else timing.pace
