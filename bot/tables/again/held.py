"""Seats of a lobby that are held for people until a time. Pure.

A held seat is an open one that is reserved. It is nobody's live seat: only who sits down has one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..errors import SeatHeld
from ..loaded import LoadedTable, PendingChange, with_table
from ..model import Occupant, Seat
from ..views import SeatLine, names_at


def is_open_to(live: LoadedTable, seat: Seat, user_id: int, now: float) -> bool:
    """Return True if an open seat is held for nobody else."""
    until = live.table.held_until
    is_over = until is not None and until <= now
    return seat.occupant is Occupant.OPEN and (seat.held_for in (None, user_id) or is_over)


def held_seat(seats: Sequence[Seat], user_id: int) -> int | None:
    """Return the seat that is held for a person, or None."""
    return next((n for n, seat in enumerate(seats) if seat.held_for == user_id), None)


def let_go(seat: Seat) -> Seat:
    """Return an open seat that is held for nobody."""
    return replace(seat, reserved_by=None, reserved_name="")


def without_hold(seats: Iterable[Seat], user_id: int) -> list[Seat]:
    """Return the seats, none of them held for this person."""
    return [let_go(seat) if seat.held_for == user_id else seat for seat in seats]


def declined(live: LoadedTable, user_id: int) -> PendingChange | None:
    """Free the seat that is held for a person; None if none is."""
    if held_seat(live.table.seats, user_id) is None:
        return None
    return PendingChange(with_table(live, seats=tuple(without_hold(live.table.seats, user_id))))


def released(live: LoadedTable) -> PendingChange | None:
    """Free all seats that are held; None if none are."""
    if live.table.held_until is None:
        return None
    seats = (seat if seat.held_for is None else let_go(seat) for seat in live.table.seats)
    return PendingChange(with_table(live, seats=tuple(seats)))


def refusal(live: LoadedTable, wanted: int | None, free: tuple[SeatLine, ...]) -> SeatHeld | None:
    """Return for whom the wanted seat is held, or all open ones if none is free; None if not."""
    seats = live.table.seats
    names = names_at(seats)[len(seats) :]
    meant = (wanted,) if wanted is not None and free else range(len(seats))
    held = tuple(names[n] for n in meant if seats[n].held_for is not None)
    until = live.table.held_until
    return SeatHeld(held, until, free) if held and until is not None else None
