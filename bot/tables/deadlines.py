"""When a table's clock rings next, and what for. Pure.

Everything follows from what is stored with the table, so a restart loses no clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from bot.engine import Phase

from .loaded import LoadedTable
from .model import Occupant, Pace, Status, Table, TableClock

PLAY_PAUSE = {Pace.RELAXED: 2.0, Pace.NORMAL: 1.0, Pace.FAST: 0.3}
TRICK_PAUSE = {Pace.RELAXED: 3.0, Pace.NORMAL: 1.5, Pace.FAST: 2 / 3}
"""The pauses before a computer acts, and after a finished trick, in multiples of the clock's."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How long the program lets tables wait, in seconds.

    `clock`: what a table is given when it is opened. `lobby`: until a lobby that nobody starts
    is closed. `rematch`: until a finished table is. `expire`: until a paused one is. `alone`:
    until a table is closed at which one person plays with computers and does not come back.
    """

    clock: TableClock = field(default_factory=TableClock)
    lobby: float = 1800.0
    rematch: float = 1800.0
    expire: float = 86400.0
    alone: float = 30 * 86400.0


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
            return None  # the event begins its next game, or closes it
        case Status.FINISHED:
            return since + timing.rematch, Due.CLOSE
        case Status.PAUSED:
            return since + (timing.alone if table.alone else timing.expire), Due.CLOSE
        case Status.BETWEEN if table.alone:
            return since + timing.alone, Due.CLOSE
        case Status.BETWEEN:
            clock = table.clock or timing.clock
            wait = clock.between if table.attended else _play_pause(table, clock)
            return since + wait, Due.NEXT_HAND
        case Status.PLAYING:
            return _turn_due(live, timing)
        case Status.CLOSED:
            return None


def _turn_due(live: LoadedTable, timing: Timing) -> tuple[float, Due] | None:
    table, to_act = live.table, live.to_act
    if to_act is None:
        return None
    clock, since = table.clock or timing.clock, table.turn_since
    if live.pending is not None:
        return since + clock.takeover, Due.CLAIM
    seat = table.seats[to_act]
    if seat.played_by_computer or seat.occupant is not Occupant.PERSON:
        return since + computer_pause(live, timing), Due.COMPUTER_TURN
    if table.alone:
        return since + timing.alone, Due.CLOSE  # nobody is nudged, and nobody plays for them
    steps = [(since + clock.absent, Due.ABSENT_TURN)]
    if not table.offered:
        steps = [(since + clock.takeover, Due.OFFER)]
    if not table.nudged:
        steps.append((since + clock.nudge, Due.NUDGE))
    return min(steps, key=lambda step: step[0])


def computer_pause(live: LoadedTable, timing: Timing) -> float:
    """Return the pause before a computer acts; longer after a trick, for people to see it.

    It follows from what everybody sees, so it tells nothing of the computer's dominoes.
    """
    table, deal = live.table, live.game.deal
    clock = table.clock or timing.clock
    if deal is None or deal.phase is not Phase.PLAY:
        return _play_pause(table, clock)
    fresh_trick = bool(deal.tricks) and (deal.trick is None or not deal.trick.plays)
    return clock.pace * TRICK_PAUSE[table.pace] if fresh_trick else _play_pause(table, clock)


def _play_pause(table: Table, clock: TableClock) -> float:
    return clock.pace * PLAY_PAUSE[table.pace]
