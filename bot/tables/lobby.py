"""Seating: taking, leaving and filling seats. Pure; the service saves the outcome."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import chain, count

from bot.values.names import looks_like

from .again.held import declined, held_seat, is_open_to, released, without_hold
from .again.held import refusal as held_refusal
from .describe import seat_line
from .errors import (
    EventTable,
    HandSeen,
    NoSuchSeat,
    NotHost,
    SeatsOpen,
    SeatTaken,
    TableFull,
    WrongStatus,
)
from .loaded import LoadedTable, PendingChange, with_seat, with_table
from .model import Occupant, Seat, Status, Table
from .turns import require_lobby, require_seated, resume
from .views import names_at

COMPUTER_NAMES = ("Pearl", "Hoyt", "Opal", "Dub", "Fern", "Clyde", "Ima", "Otis")

IN_GAME = (Status.PLAYING, Status.BETWEEN)

_OPEN = Seat()


def sit(
    live: LoadedTable, user_id: int, name: str, wanted: int | None, now: float
) -> PendingChange | None:
    """Seat a person, in the seat they want or the first free one.

    If the wanted seat is taken, another free one with the same partners will do. In the lobby
    computers' seats are not free, so that the host's layout stays; later they are the free ones.
    While tiles are hidden, a newcomer gets the seat at the next shake; only the person who left it
    may come back at once.
    """
    table = live.table
    if wanted is not None and wanted not in range(len(table.seats)):
        raise NoSuchSeat(len(table.seats))
    held = table.held_by(user_id)
    if held is not None and wanted in (None, held):
        return _return_to_seat(live, held, now)
    seat = _free_seat(live, user_id, wanted, now)
    if table.seat_of(user_id) is not None and table.status is not Status.LOBBY:
        raise WrongStatus(table.number, table.status)
    seats = without_hold(table.seats, user_id)
    if held is not None:
        seats[held] = _release(seats[held])
    if table.mid_hand and seats[seat].dealt_to != user_id:
        seats[seat] = replace(seats[seat], reserved_by=user_id, reserved_name=name)
    else:
        dealt_to = seats[seat].dealt_to
        taken = Seat(Occupant.PERSON, user_id, name, dealt_to=dealt_to)
        seats[seat] = _after_change(table, seats[seat], taken)
    return PendingChange(_with_seats(live, seats, now))


def _free_seat(live: LoadedTable, user_id: int, wanted: int | None, now: float) -> int:
    """Choose a person's seat: the wanted one, the one held for them, or the first free one.

    After seeing a hand's tiles a person can have only that hand's seat until the next shake.
    """
    table = live.table
    seats = live.table.seats
    wanted = held_seat(seats, user_id) if wanted is None else wanted
    free = [n for n, seat in enumerate(seats) if _is_free(live, seat, user_id, now)]
    own = next((n for n, seat in enumerate(seats) if seat.dealt_to == user_id), None)
    if own is not None and table.seat_of(user_id) is None:
        if wanted not in (None, own):
            raise HandSeen(seat_line(live, own))
        wanted = own
        free = [n for n in free if n == own]
    if wanted is None and not free:
        raise held_refusal(live, None, ()) or TableFull(table.number)
    seat = free[0] if wanted is None else _alike(live, user_id, wanted, free)
    if seat not in free:
        lines = tuple(seat_line(live, n) for n in free)
        if (held := held_refusal(live, seat, lines)) is not None:
            raise held
        told = names_at(seats)
        taker = told[seat] if seats[seat].reserved_by is None else told[len(seats) + seat]
        raise SeatTaken(taker, lines)
    return seat


def _is_free(live: LoadedTable, seat: Seat, user_id: int, now: float) -> bool:
    """Return True if a person may take a seat: an open one in the lobby, later a computer's."""
    if live.table.status is Status.LOBBY:
        return is_open_to(live, seat, user_id, now)
    return seat.occupant is Occupant.COMPUTER and seat.holder is None


def _alike(live: LoadedTable, user_id: int, wanted: int, free: Sequence[int]) -> int:
    """Return the wanted seat, or if somebody was faster a free one on the same side.

    Where everybody plays alone all seats are alike. Who sits on that side already stays.
    """
    spec = live.rules.game
    held = live.table.held_by(user_id)
    alone = spec.sides == spec.seats
    alike = [seat for seat in free if alone or spec.side_of(seat) == spec.side_of(wanted)]
    moves = held is not None and (alone or spec.side_of(held) == spec.side_of(wanted))
    if wanted in free or moves or not alike:
        return wanted
    return alike[0]


def _return_to_seat(live: LoadedTable, held: int, now: float) -> PendingChange | None:
    """Return a person to their own seat, ending an absence or a pause."""
    table = live.table
    if not table.seats[held].away and table.status is not Status.PAUSED:
        return None
    seats = list(table.seats)
    seats[held] = replace(seats[held], away=False, absences=0)
    return PendingChange(_with_seats(live, seats, now))


def _after_change(table: Table, before: Seat, after: Seat) -> Seat:
    """Return a seat with its new player; while a finished hand is shown, it knows who played."""
    is_over = table.status is not Status.LOBBY and not table.mid_hand
    return before.followed_by(after) if is_over else after


def _release(seat: Seat) -> Seat:
    """Release a seat from its owner, and a reserved one from its next owner."""
    if seat.occupant is Occupant.PERSON:
        return _OPEN
    return replace(seat, reserved_by=None, reserved_name="", ready=False)


def free_seat(live: LoadedTable, user_id: int, level: str, now: float) -> PendingChange | None:
    """Free a person's seat, also one held for them; after the first shake a computer takes over.

    A table without people closes in the lobby and after a game; during a game it pauses as soon as
    no person is left who plays.
    """
    table = live.table
    seat = table.held_by(user_id)
    if seat is None:
        return declined(live, user_id)
    seats = list(table.seats)
    if table.status is Status.LOBBY or table.seat_of(user_id) is None:
        seats[seat] = _release(seats[seat])
    else:
        freed = replace(_computer(seats, level), dealt_to=seats[seat].dealt_to)
        seats[seat] = _after_change(table, seats[seat], freed)
    after = _with_host(with_table(live, seats=tuple(seats)))
    in_game = table.status in (Status.PLAYING, Status.BETWEEN, Status.PAUSED)
    if in_game and not somebody_plays(after):
        return PendingChange(pause(after, now))
    deserted = all(seat.holder is None for seat in seats)
    if deserted and not in_game and table.event_id is None:
        return PendingChange(closed(after))
    if live.to_act == seat and table.seat_of(user_id) is not None:
        after = with_table(after, turn_since=now, nudged=False, offered=False)
    return PendingChange(after)


def fill(
    live: LoadedTable, user_id: int, level: str | None, strongest: str
) -> PendingChange | None:
    """Put a computer player into every open seat of a lobby.

    All computer players get the level; None keeps their current level, or the strongest.
    """
    table = live.table
    require_lobby(live, user_id)
    if level is None:
        level = next((seat.level for seat in table.seats if seat.level), strongest)
    seats = _at_level(table, level)
    for number, seat in enumerate(seats):
        if seat.occupant is Occupant.OPEN:
            seats[number] = _computer(seats, level)
    if tuple(seats) == table.seats:
        return None
    return PendingChange(with_table(live, seats=tuple(seats)))


def set_level(live: LoadedTable, user_id: int, level: str) -> PendingChange | None:
    """Set the level of a lobby's computer players, at any seated person's request."""
    table = live.table
    require_lobby(live, user_id)
    seats = tuple(_at_level(table, level))
    return None if seats == table.seats else PendingChange(with_table(live, seats=seats))


def _at_level(table: Table, level: str) -> list[Seat]:
    """Return the seats with every computer player at this level, those to come included."""
    person = Occupant.PERSON
    return [s if s.occupant is person else replace(s, level=level) for s in table.seats]


def remove(live: LoadedTable, user_id: int, seat: int) -> PendingChange | None:
    """Remove another player from a lobby: a computer for anyone seated, a person for the host.

    A seat that is held for a person becomes free.
    """
    table = live.table
    require_lobby(live, user_id)
    if seat not in range(len(table.seats)):
        raise NoSuchSeat(len(table.seats))
    held = table.seats[seat]
    is_held = held.held_for is not None
    if (held.occupant is Occupant.OPEN and not is_held) or held.user_id == user_id:
        return None
    if held.occupant is Occupant.PERSON or is_held:
        require_host(live, user_id)
    seats = list(table.seats)
    seats[seat] = replace(_OPEN, level=held.level)
    return PendingChange(with_table(live, seats=tuple(seats)))


def require_host(live: LoadedTable, user_id: int) -> None:
    """Raise NotHost unless this is the host, EventTable at an event's table."""
    if live.table.event_id is not None:
        raise EventTable
    require_hosting(live, user_id)


def require_hosting(live: LoadedTable, user_id: int) -> None:
    """Raise NotHost unless this is the table's host, or its event's."""
    if user_id != live.table.host_id:
        raise NotHost(_host_name(live.table))


def take_back(live: LoadedTable, user_id: int, now: float) -> PendingChange | None:
    """Return a person to the seat that a computer played for them; resumes a paused table."""
    return _return_to_seat(live, require_seated(live, user_id), now)


def close(live: LoadedTable, user_id: int, *, manager: bool) -> PendingChange:
    """End a table for good, if `require_closer` allows it."""
    require_closer(live, user_id, manager=manager)
    return PendingChange(closed(live))


def require_closer(live: LoadedTable, user_id: int, *, manager: bool) -> None:
    """Raise NotHost unless this is the host, a server manager or the only person there.

    Only the event's host or a manager may end an event's table; raises EventTable otherwise.
    """
    table = live.table
    if table.event_id is not None and not manager and user_id != table.host_id:
        raise EventTable
    people = {seat.holder for seat in table.seats} - {None}
    if not (manager or user_id == table.host_id or people <= {user_id}):
        raise NotHost(_host_name(table))


def _host_name(table: Table) -> str:
    seat = table.held_by(table.host_id)
    names = names_at(table.seats)
    if seat is None:
        return ""
    return names[seat if table.seat_of(table.host_id) is not None else len(table.seats) + seat]


def closed(live: LoadedTable) -> LoadedTable:
    """Return the table after its end: no hand is pending or in progress."""
    seats = tuple(
        replace(seat, dealt_to=None, reserved_by=None, reserved_name="")
        for seat in live.table.seats
    )
    return with_table(live, status=Status.CLOSED, seats=seats, next_game=None)


def release(live: LoadedTable) -> PendingChange | None:
    """Free all seats that are held, as their time is over; the host is a person who came."""
    plan = released(live)
    return None if plan is None else PendingChange(_with_host(plan.live))


def set_away(live: LoadedTable, user_id: int, now: float) -> PendingChange | None:
    """Put a computer in the seat of an unreachable person until they are back."""
    table = live.table
    seat = table.seat_of(user_id)
    if seat is None or table.seats[seat].away or table.status not in IN_GAME:
        return None
    after = with_seat(live, seat, away=True)
    if not somebody_plays(after):
        return PendingChange(pause(after, now))
    if live.to_act == seat:
        after = with_table(after, turn_since=now, nudged=False, offered=False)
    return PendingChange(after)


def move(
    live: LoadedTable, user_id: int | None, channel_id: int, home: int, now: float
) -> PendingChange:
    """Move a table to another channel, or a thread of `home`, resuming it if it was paused."""
    require_mover(live, user_id)
    there = replace(live.table.known_place, channel_id=channel_id, home_channel_id=home)
    return PendingChange(resume(with_table(live, place=there), now))


def require_mover(live: LoadedTable, user_id: int | None) -> None:
    """Raise NotHost for another than the host, except at a paused table.

    That one is taken on by any of its players. `user_id`: None for a server manager.
    """
    if user_id is not None:
        require_seated(live, user_id)
        if user_id != live.table.host_id and live.table.status is not Status.PAUSED:
            raise NotHost(_host_name(live.table))


def resettle(live: LoadedTable, channel_id: int, now: float) -> PendingChange:
    """Move a table to another thread of its channel, resuming it if it was paused."""
    there = replace(live.table.known_place, channel_id=channel_id)
    return PendingChange(resume(with_table(live, place=there), now))


def lose_place(live: LoadedTable, now: float) -> PendingChange | None:
    """Pause a game whose channel is gone; a lobby or a finished table expires by itself."""
    return PendingChange(pause(live, now)) if live.table.status in IN_GAME else None


def pause(live: LoadedTable, now: float) -> LoadedTable:
    """Pause a table with no one left; nothing is lost."""
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


def somebody_plays(live: LoadedTable) -> bool:
    """Return True if the table goes on: for a person, waiting for the shake or not, or an event."""
    return live.table.attended or live.table.event_id is not None


def require_full(live: LoadedTable) -> None:
    """Raise SeatsOpen if a seat is open."""
    if left := sum(seat.occupant is Occupant.OPEN for seat in live.table.seats):
        raise SeatsOpen(left)


def _with_seats(live: LoadedTable, seats: list[Seat], now: float) -> LoadedTable:
    """Return the table with these seats; a person who joins a paused table resumes it."""
    after = _with_host(with_table(live, seats=tuple(seats)))
    if live.to_act is not None:
        old = live.table.seats[live.to_act]
        new = seats[live.to_act]
        if (old.user_id, old.away) != (new.user_id, new.away):
            after = with_table(after, turn_since=now, nudged=False, offered=False)
    return resume(after, now)


def _with_host(live: LoadedTable) -> LoadedTable:
    """Return the table with a present host: active players first, then absent ones.

    A table without people keeps its last host, who may still close it; an event's table keeps the
    event's host.
    """
    if live.table.event_id is not None:
        return live
    people = [seat for seat in live.table.seats if seat.holder is not None]
    if not people or any(
        live.table.host_id in (seat.holder, seat.held_for) for seat in live.table.seats
    ):
        return live
    heir = min(people, key=lambda seat: (seat.away, seat.occupant is not Occupant.PERSON))
    return with_table(live, host_id=heir.holder)


def _computer(seats: list[Seat], level: str) -> Seat:
    """Create a computer player whose name is not at the table yet."""
    taken = [name for seat in seats for name in (seat.name, seat.reserved_name)]
    return Seat(Occupant.COMPUTER, None, computer_name(taken), level)


def computer_name(taken: Collection[str]) -> str:
    """Choose a computer player's name like no other one, numbered if all are used."""
    again = (f"{name} {number}" for number in count(2) for name in COMPUTER_NAMES)
    return next(name for name in chain(COMPUTER_NAMES, again) if not looks_like(name, taken))
