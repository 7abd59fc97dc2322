"""What a table does by itself when its clock rings. Pure: the service saves the outcome."""

from __future__ import annotations

from dataclasses import replace

from .claim_rules import refuse
from .deadlines import Due
from .hands import next_hand
from .loaded import LoadedTable, PendingChange, with_table
from .lobby import closed, pause, resume, somebody_plays
from .model import Status
from .ports import Chance

ABSENCES_UNTIL_AWAY = 2


def ring(live: LoadedTable, due: Due, chance: Chance, now: float) -> PendingChange | None:
    """Return the change that a clock brings, except a computer's act."""
    match due:
        case Due.NUDGE:
            return PendingChange(with_table(live, nudged=True))
        case Due.OFFER:
            return PendingChange(with_table(live, nudged=True, offered=True))
        case Due.NEXT_HAND:
            if not somebody_plays(live):
                return PendingChange(pause(live, now))
            return next_hand(live, chance, now)
        case Due.CLOSE:
            return PendingChange(closed(live))
        case Due.CLAIM:
            return refuse(live, now)
        case Due.COMPUTER_TURN | Due.ABSENT_TURN:
            return None


def mark_absent(live: LoadedTable, seat: int, now: float) -> LoadedTable:
    """Note that a computer had to play for a person; after the second time it keeps the seat.

    The table pauses when no person is left who plays.
    """
    before = live.table.seats[seat]
    absences = before.absences + 1
    seats = list(live.table.seats)
    seats[seat] = replace(before, absences=absences, away=absences >= ABSENCES_UNTIL_AWAY)
    after = with_table(live, seats=tuple(seats))
    if somebody_plays(after) or after.table.status is not Status.PLAYING:
        return after
    return pause(after, now)


class SeatNotHeld(Exception):
    """The user would take a seat up again without holding the right to their only seat."""


def taken_up(live: LoadedTable, seat: int, now: float, *, seat_held: bool) -> LoadedTable:
    """Return the table with the seat's owner there to act, awake if it was paused.

    Raises SeatNotHeld where a computer has kept the seat, unless `seat_held`: the user might
    have sat down elsewhere meanwhile.
    """
    kept = live.table.seats[seat].away or live.table.status is Status.PAUSED
    if kept and not seat_held:
        raise SeatNotHeld
    return mark_present(resume(live, now), seat)


def mark_present(live: LoadedTable, seat: int) -> LoadedTable:
    """Note that a person plays their own seat."""
    before = live.table.seats[seat]
    if not before.away and not before.absences:
        return live
    seats = list(live.table.seats)
    seats[seat] = replace(before, away=False, absences=0)
    return with_table(live, seats=tuple(seats))
