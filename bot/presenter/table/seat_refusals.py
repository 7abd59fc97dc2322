"""Refusals of seats."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.company.errors import (
    MeetsBlocked,
    NoCode,
    NoInvitation,
    NoSuchCode,
    TooManyCodes,
)
from bot.tables.errors import (
    AlreadySeated,
    HandSeen,
    InNextHand,
    NoSuchSeat,
    NotSeated,
    SeatHeld,
    SeatsOpen,
    SeatTaken,
    TableFull,
    TooManyPeople,
)

from ..words.ids import ComponentId, Verb
from ..words.names import shown_name
from ..words.parts import clock, time_of_day
from ..words.refusal import Offers, RefusedRequest, refusal
from ..words.spec import Button, ButtonStyle, Link
from ..words.tables import called, called_first
from .answers import leave_and
from .front_door import open_table
from .refusals import go_to, scene_of
from .scene import Scene
from .seats import position

ANYWAY = "anyway"
"""In an id of Sit, after the seat and a slash: beside people whom the user has blocked."""
MOST = 5
"""The most buttons of a row."""


def _already_seated(error: AlreadySeated, request: RefusedRequest) -> str:
    place = error.place
    if place is None:
        return request.say("You still sit at a table that plays by DM.")
    return request.say(
        "You still sit at Table {number} ({where}).",
        number=place.number,
        where=f"<#{place.channel_id}>",
    )


def _leave_or_go(error: AlreadySeated, request: RefusedRequest) -> Offers:
    """Offer the way to the other table, or to leave it and do at once what was refused."""
    go: Button | Link = Button(request.say("My hand"), ComponentId(Verb.HAND, error.table_id))
    if error.place is not None:
        go = go_to(error.place, request)
    if request.abroad:
        return (go,)
    if request.again is None:
        return go, Button(request.say("Leave it"), ComponentId(Verb.LEAVE, error.table_id))
    return leave_and(request.again, error.table_id, request.context), go


def _meets_blocked(error: MeetsBlocked, request: RefusedRequest) -> str:
    names = request.context.both(shown_name(name) for name in error.names)
    return request.plural(
        "You've blocked {names}, who sits at this table.",
        "You've blocked {names}, who sit at this table.",
        len(error.names),
        names=names,
    )


def _sit_anyway(_: MeetsBlocked, request: RefusedRequest) -> Offers:
    """Offer the seat that was asked for all the same."""
    again = request.again
    if again is None or again.verb not in (Verb.SIT, Verb.JOIN):
        return ()
    return (Button(request.say("Sit anyway"), replace(again, arg=f"{again.arg}/{ANYWAY}")),)


def _seat_taken(error: SeatTaken, request: RefusedRequest) -> str:
    name = shown_name(error.by)
    if not error.free:
        return request.say("{name} just took that seat, and no other is open.", name=name)
    seats = [position(line.seat, request.context) for line in error.free]
    return request.plural(
        "{name} just took that seat. {seats} is open.",
        "{name} just took that seat. {seats} are open.",
        len(error.free),
        name=name,
        seats=request.context.both(seats),
    )


def _seat_held(error: SeatHeld, request: RefusedRequest) -> str:
    names = request.context.both([shown_name(name) for name in error.names])
    when = time_of_day(error.until)
    if not error.free:
        return request.plural(
            "The open seat is held for {names} until {when}. Try again then.",
            "The open seats are held for {names} until {when}. Try again then.",
            len(error.names),
            names=names,
            when=when,
        )
    seats = [position(line.seat, request.context) for line in error.free]
    return request.plural(
        "That seat is held for {names} until {when}. {seats} is open.",
        "That seat is held for {names} until {when}. {seats} are open.",
        len(error.free),
        names=names,
        when=when,
        seats=request.context.both(seats),
    )


def _free_seats(error: SeatTaken | SeatHeld, request: RefusedRequest) -> Offers:
    scene = scene_of(request)
    return () if scene is None else tuple(_sit(scene, line.seat) for line in error.free[:MOST])


def _seen_seat(error: HandSeen, request: RefusedRequest) -> Offers:
    scene = scene_of(request)
    return () if scene is None else (_sit(scene, error.seat.seat),)


def _sit(scene: Scene, seat: int) -> Button:
    return scene.press(Verb.SIT, position(seat, scene.context), arg=str(seat))


def _sit_or_open(_: NotSeated, request: RefusedRequest) -> Offers:
    scene = scene_of(request)
    if scene is None:
        return (open_table(request.context),)
    sit = scene.press(Verb.SIT, scene.say("Take a seat"), style=ButtonStyle.SUCCESS)
    return sit, open_table(scene.context)


def _start(_: SeatsOpen, request: RefusedRequest) -> Offers:
    scene = scene_of(request)
    if scene is None:
        return ()
    return (scene.press(Verb.START, scene.say("Start"), style=ButtonStyle.SUCCESS),)


REFUSALS = (
    refusal(
        NotSeated,
        lambda error, request: request.say(
            "You're watching {table}; only its players can do that. "
            "Take a seat, or open a table of your own.",
            table=called(error.number, request.context.words),
        ),
        _sit_or_open,
    ),
    refusal(
        NoInvitation,
        lambda _, request: request.say("You can't sit here without an invitation."),
    ),
    refusal(MeetsBlocked, _meets_blocked, _sit_anyway),
    refusal(
        NoSuchCode,
        lambda _, request: request.say(
            "No open table has that code. A code is five letters, and the host can change it: ask "
            "your friend for it again."
        ),
    ),
    refusal(
        TooManyCodes,
        lambda error, request: request.say(
            "That's a lot of wrong codes. You can try again {when}.", when=clock(error.until)
        ),
    ),
    refusal(
        NoCode,
        lambda _, request: request.say(
            "This table needs no code: anybody who sees it can sit down."
        ),
    ),
    refusal(SeatTaken, _seat_taken, _free_seats),
    refusal(SeatHeld, _seat_held, _free_seats),
    refusal(
        InNextHand,
        lambda error, request: request.say(
            "You're in from the next hand at {table}. Until then a computer plays your seat.",
            table=called(error.number, request.context.words),
        ),
    ),
    refusal(
        HandSeen,
        lambda error, request: request.say(
            "You've seen this hand's dominoes from seat {number}. Go back there, or take "
            "another seat after this hand.",
            number=error.seat.seat + 1,
        ),
        _seen_seat,
    ),
    refusal(
        NoSuchSeat,
        lambda error, request: request.say("Pick a seat from 1 to {count}.", count=error.count),
    ),
    refusal(
        TableFull,
        lambda error, request: request.say(
            "{table} is full. Open one of your own.",
            table=called_first(error.number, request.context.words),
        ),
        lambda _, request: (open_table(request.context),),
    ),
    refusal(AlreadySeated, _already_seated, _leave_or_go),
    refusal(
        SeatsOpen,
        lambda error, request: request.plural(
            "{n} seat is open. Invite someone, or press Start to play with a computer.",
            "{n} seats are open. Invite someone, or press Start to play with computers.",
            error.count,
        ),
        _start,
    ),
    refusal(
        TooManyPeople,
        lambda error, request: request.say(
            "That game has {seats} seats, and {people} of you sit here.",
            seats=error.seats,
            people=error.people,
        ),
    ),
)
