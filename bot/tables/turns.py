"""Who may act: a person's seat, their turn, and their return to a seat that was played for them."""

from __future__ import annotations

from .errors import InNextHand, NotSeated, NotYourTurn, WrongStatus
from .loaded import LoadedTable, with_seat, with_table
from .model import Status
from .views import names_at


class SeatNotHeld(Exception):
    """The user can't return to the seat without holding the lock on their only seat."""


def require_seated(live: LoadedTable, user_id: int) -> int:
    """Return a person's seat; raise NotSeated for a watcher, InNextHand before their shake."""
    seat = live.table.seat_of(user_id)
    if seat is not None:
        return seat
    if live.table.held_by(user_id) is not None:
        raise InNextHand(live.table.number)
    raise NotSeated(live.table.number)


def require_turn(live: LoadedTable, user_id: int) -> int:
    """Return the seat of the person in turn; raise NotSeated, WrongStatus or NotYourTurn."""
    seat = require_seated(live, user_id)
    to_act = live.to_act
    if live.table.status is not Status.PLAYING:
        raise WrongStatus(live.table.number, live.table.status)
    if to_act != seat:
        raise NotYourTurn(None if to_act is None else names_at(live.table.seats)[to_act])
    return seat


def require_lobby(live: LoadedTable, user_id: int) -> None:
    """Raise NotSeated or InNextHand for a watcher, and WrongStatus after the lobby."""
    require_seated(live, user_id)
    if live.table.status is not Status.LOBBY:
        raise WrongStatus(live.table.number, live.table.status)


def with_owner_back(live: LoadedTable, seat: int, now: float, *, seat_held: bool) -> LoadedTable:
    """Return the table with the seat's owner back, and resumed if it was paused.

    Raises SeatNotHeld if a computer has been playing the seat, unless `seat_held`: the user may
    have sat down elsewhere meanwhile.
    """
    before = live.table.seats[seat]
    paused = live.table.status is Status.PAUSED
    if not (before.away or before.absences or paused):
        return live
    if (before.away or paused) and not seat_held:
        raise SeatNotHeld
    return with_seat(resume(live, now), seat, away=False, absences=0)


def resume(live: LoadedTable, now: float) -> LoadedTable:
    """Resume a paused table where it stopped."""
    table = live.table
    if table.status is not Status.PAUSED or table.paused_from is None:
        return live
    return with_table(live, status=table.paused_from, paused_from=None, turn_since=now)
