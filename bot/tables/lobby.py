"""Who sits where: taking, leaving and filling seats. Pure; the service saves the outcome."""

from __future__ import annotations

from dataclasses import replace

from .describe import seat_line
from .errors import (
    EventTable,
    NoSuchSeat,
    NotHost,
    NotSeated,
    SeatsOpen,
    SeatTaken,
    TableFull,
    WrongStatus,
)
from .loaded import LoadedTable, PendingChange, with_table
from .model import Occupant, Seat, Status

COMPUTER_NAMES = ("Pearl", "Hoyt", "Opal", "Dub", "Fern", "Clyde", "Ima", "Otis")

IN_GAME = (Status.PLAYING, Status.BETWEEN)

_OPEN = Seat()


def sit(
    live: LoadedTable, user_id: int, name: str, wanted: int | None, now: float
) -> PendingChange | None:
    """Seat a person, in the seat that he wants or the first free one.

    In the lobby a computer's seat is not free, so that the host keeps the table he laid out;
    later the computers' seats are the free ones.
    """
    table = live.table
    if wanted is not None and wanted not in range(len(table.seats)):
        raise NoSuchSeat(len(table.seats))
    mine = table.seat_of(user_id)
    if mine is not None and (wanted is None or wanted == mine):
        return take_back(live, user_id, now)
    free_kind = Occupant.OPEN if table.status is Status.LOBBY else Occupant.COMPUTER
    free = [n for n, seat in enumerate(table.seats) if seat.occupant is free_kind]
    if wanted is None and not free:
        raise TableFull(table.number)
    seat = free[0] if wanted is None else wanted
    if seat not in free:
        lines = tuple(seat_line(live, n) for n in free)
        raise SeatTaken(table.seats[seat].name, lines)
    if mine is not None and table.status is not Status.LOBBY:
        raise WrongStatus(table.number, table.status)
    seats = list(table.seats)
    if mine is not None:
        seats[mine] = _OPEN
    seats[seat] = Seat(Occupant.PERSON, user_id, name)
    return PendingChange(_seated(live, seats, now))


def free_seat(live: LoadedTable, user_id: int, level: str, now: float) -> PendingChange | None:
    """Let a person go; once the first hand is dealt a computer takes his seat over.

    A table without people is closed in the lobby and after a game; in a game it is paused as
    soon as nobody is left who plays himself.
    """
    table = live.table
    seat = table.seat_of(user_id)
    if seat is None:
        return None
    seats = list(table.seats)
    seats[seat] = _OPEN if table.status is Status.LOBBY else _computer(seats, level)
    after = _with_host(with_table(live, seats=tuple(seats)))
    in_game = table.status in (Status.PLAYING, Status.BETWEEN, Status.PAUSED)
    if in_game and not somebody_plays(after):
        return PendingChange(pause(after, now))
    deserted = all(s.occupant is not Occupant.PERSON for s in seats)
    if deserted and not in_game and table.event_id is None:
        return PendingChange(with_table(after, status=Status.CLOSED))
    if live.to_act == seat:
        after = with_table(after, turn_since=now, nudged=False, offered=False)
    return PendingChange(after)


def fill(live: LoadedTable, user_id: int, level: str) -> PendingChange | None:
    """Put a computer player into every open seat of a lobby."""
    table = live.table
    require_seated(live, user_id)
    if table.status is not Status.LOBBY:
        raise WrongStatus(table.number, table.status)
    seats = list(table.seats)
    for number, seat in enumerate(seats):
        if seat.occupant is Occupant.OPEN:
            seats[number] = _computer(seats, level)
    if tuple(seats) == table.seats:
        return None
    return PendingChange(with_table(live, seats=tuple(seats)))


def remove_computer(live: LoadedTable, user_id: int, seat: int) -> PendingChange | None:
    """Open a computer's seat again; in the lobby, by anybody who sits there."""
    table = live.table
    require_seated(live, user_id)
    if table.status is not Status.LOBBY:
        raise WrongStatus(table.number, table.status)
    if seat not in range(len(table.seats)):
        raise NoSuchSeat(len(table.seats))
    if table.seats[seat].occupant is not Occupant.COMPUTER:
        return None
    seats = list(table.seats)
    seats[seat] = _OPEN
    return PendingChange(with_table(live, seats=tuple(seats)))


def take_back(live: LoadedTable, user_id: int, now: float) -> PendingChange | None:
    """Give a person back the seat that a computer held for him; wakes a paused table."""
    table = live.table
    mine = require_seated(live, user_id)
    seat = table.seats[mine]
    if not seat.away and table.status is not Status.PAUSED:
        return None
    seats = list(table.seats)
    seats[mine] = replace(seat, away=False, absences=0)
    return PendingChange(_seated(live, seats, now))


def close(live: LoadedTable, user_id: int, *, manager: bool) -> PendingChange:
    """End a table for good: the host may, a manager of the server, or its only person.

    A table of an event only the event's host, or a manager.
    """
    table = live.table
    if table.event_id is not None and not manager and user_id != table.host_id:
        raise EventTable
    people = [seat.user_id for seat in table.seats if seat.occupant is Occupant.PERSON]
    if not (manager or user_id == table.host_id or people in ([], [user_id])):
        host = next((s.name for s in table.seats if s.user_id == table.host_id), "")
        raise NotHost(host)
    return PendingChange(with_table(live, status=Status.CLOSED))


def set_away(live: LoadedTable, user_id: int, now: float) -> PendingChange | None:
    """Let a computer keep the seat of somebody who cannot be reached, until he is back."""
    table = live.table
    seat = table.seat_of(user_id)
    if seat is None or table.seats[seat].away or table.status not in IN_GAME:
        return None
    seats = list(table.seats)
    seats[seat] = replace(seats[seat], away=True)
    after = with_table(live, seats=tuple(seats))
    if not somebody_plays(after):
        return PendingChange(pause(after, now))
    if live.to_act == seat:
        after = with_table(after, turn_since=now, nudged=False, offered=False)
    return PendingChange(after)


def move(live: LoadedTable, user_id: int, channel_id: int, now: float) -> PendingChange:
    """Take a table to another channel; it goes on there if it was paused."""
    require_seated(live, user_id)
    return PendingChange(
        resume(with_table(live, channel_id=channel_id, home_channel_id=channel_id), now)
    )


def resettle(live: LoadedTable, channel_id: int, now: float) -> PendingChange:
    """Take a table to another thread of its channel; it goes on there if it was paused."""
    return PendingChange(resume(with_table(live, channel_id=channel_id), now))


def lose_place(live: LoadedTable, now: float) -> PendingChange | None:
    """Pause a game whose channel is gone; what is not a game runs out by itself."""
    return PendingChange(pause(live, now)) if live.table.status in IN_GAME else None


def pause(live: LoadedTable, now: float) -> LoadedTable:
    """Stop a table at which nobody is left; nothing of it is lost."""
    if live.table.status is Status.PAUSED:
        return live
    return with_table(
        live,
        status=Status.PAUSED,
        paused_from=live.table.status,
        turn_since=now,
        nudged=False,
        offered=False,
    )


def resume(live: LoadedTable, now: float) -> LoadedTable:
    """Go on where a pause stopped the table."""
    table = live.table
    if table.status is not Status.PAUSED or table.paused_from is None:
        return live
    return with_table(live, status=table.paused_from, paused_from=None, turn_since=now)


def somebody_plays(live: LoadedTable) -> bool:
    """Return whether the table goes on: somebody there plays himself, or an event waits for it."""
    return live.table.attended or live.table.event_id is not None


def require_seated(live: LoadedTable, user_id: int) -> int:
    """Return the seat of a person; raise NotSeated for a watcher."""
    seat = live.table.seat_of(user_id)
    if seat is None:
        raise NotSeated(live.table.number)
    return seat


def require_full(live: LoadedTable) -> None:
    """Raise SeatsOpen unless somebody sits in every seat."""
    count = sum(seat.occupant is Occupant.OPEN for seat in live.table.seats)
    if count:
        raise SeatsOpen(count)


def _seated(live: LoadedTable, seats: list[Seat], now: float) -> LoadedTable:
    """Return the table with these seats; a person who comes to a paused table wakes it."""
    after = _with_host(with_table(live, seats=tuple(seats)))
    if live.to_act is not None and seats[live.to_act] != live.table.seats[live.to_act]:
        after = with_table(after, turn_since=now, nudged=False, offered=False)
    return resume(after, now)


def _with_host(live: LoadedTable) -> LoadedTable:
    """Return the table with a host who sits there, one who plays himself before others.

    A table without people keeps its last host, who may still close it; one of an event has the
    event's.
    """
    if live.table.event_id is not None:
        return live
    people = [seat for seat in live.table.seats if seat.occupant is Occupant.PERSON]
    if not people or any(seat.user_id == live.table.host_id for seat in people):
        return live
    heir = min(people, key=lambda seat: seat.away)
    return with_table(live, host_id=heir.user_id)


def _computer(seats: list[Seat], level: str) -> Seat:
    """Return a computer player whose name is not yet at the table."""
    taken = {seat.name for seat in seats}
    name = next(name for name in COMPUTER_NAMES if name not in taken)
    return Seat(Occupant.COMPUTER, None, name, level)
