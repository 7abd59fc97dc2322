"""What happened to people's places at a table, told from its seats before and after a change.

Worked out here for every change alike, so that no way of coming or going stays out of the log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .model import Occupant, Seat, SeatChange, SeatEvent, Table

Place = tuple[int, Seat]


def changed_seats(before: Sequence[Seat], after: Sequence[Seat]) -> tuple[int, ...]:
    """Return the numbers of the seats that differ."""
    return tuple(n for n, (old, new) in enumerate(zip(before, after, strict=True)) if old != new)


def seat_log(before: Sequence[Seat], after: Table, now: float) -> tuple[SeatChange, ...]:
    """Return what happened to each person's place, by seat."""
    old, new = _places(before), _places(after.seats)
    changes = [
        SeatChange(event, (new.get(user_id) or old[user_id])[0], user_id, after.hand_no, now)
        for user_id in old.keys() | new.keys()
        if (event := _event(old.get(user_id), new.get(user_id))) is not None
    ]
    return tuple(
        sorted(changes, key=lambda change: (change.event is not SeatEvent.LEFT, change.seat))
    )


def _places(seats: Sequence[Seat]) -> Mapping[int, Place]:
    return {seat.holder: (n, seat) for n, seat in enumerate(seats) if seat.holder is not None}


def _event(old: Place | None, new: Place | None) -> SeatEvent | None:
    """Return what a person did who had the one place and has the other."""
    if new is None:
        return SeatEvent.LEFT
    if new[1].occupant is not Occupant.PERSON:
        return None if old is not None and old[0] == new[0] else SeatEvent.RESERVED
    if old is None or old[1].occupant is not Occupant.PERSON:
        return SeatEvent.SAT
    if old[0] != new[0]:
        return SeatEvent.MOVED
    if old[1].away != new[1].away:
        return SeatEvent.AWAY if new[1].away else SeatEvent.BACK
    return None
