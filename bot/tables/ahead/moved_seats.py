"""The seats of a table whose game changes. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import TooManyPeople
from ..model import Occupant, Seat

_OPEN = Seat()


def seats_for(seats: Sequence[Seat], number: int) -> tuple[Seat, ...]:
    """Move the people of a table to a game with this many seats, in their order.

    They keep their seats where the game has them. Seats that are held for people come after them,
    while there is room. Raises TooManyPeople.
    """
    people = [
        None
        if seat.occupant is not Occupant.PERSON
        else Seat(Occupant.PERSON, seat.user_id, seat.name)
        for seat in seats
    ]
    count = sum(person is not None for person in people)
    if count > number:
        raise TooManyPeople(number, count)
    held = [
        None
        if seat.held_for is None
        else Seat(reserved_by=seat.held_for, reserved_name=seat.reserved_name)
        for seat in seats
    ]
    moved = [_OPEN] * number
    for group in (people, held):
        _place(moved, group)
    return tuple(moved)


def _place(moved: list[Seat], group: Sequence[Seat | None]) -> None:
    """Put each of a group into its own seat if that is open, or else into another, or nowhere."""
    late = []
    for at, seat in enumerate(group):
        if seat is None:
            continue
        if at < len(moved) and moved[at] == _OPEN:
            moved[at] = seat
        else:
            late.append(seat)
    free = [at for at, seat in enumerate(moved) if seat == _OPEN]
    for at, seat in zip(free, late, strict=False):
        moved[at] = seat
