"""Refusals of events."""

from __future__ import annotations

from bot.events.errors import (
    BadPartner,
    EventFull,
    EventHere,
    NeedsThreads,
    NoSuchEvent,
    NotEventHost,
    PairsOnly,
    PartnersRotate,
    RoundGoesOn,
    SeatedElsewhere,
    TooFewPeople,
    TooLateForPartners,
    WrongEventStatus,
)
from bot.events.model import FEWEST_TABLES, PEOPLE_A_TABLE, EventStatus

from ..table.front_door import play_now, ways_in
from ..words.ids import ComponentId, Verb
from ..words.names import shown_name
from ..words.refusal import Offers, RefusedRequest, refusal, try_again
from ..words.spec import Button, ButtonStyle


def _join(event_id: str, label: str) -> Offers:
    return (Button(label, ComponentId(Verb.EVENT_JOIN, event_id), ButtonStyle.SUCCESS),)


def _join_alone(
    error: PartnersRotate | TooLateForPartners | BadPartner, request: RefusedRequest
) -> Offers:
    return _join(error.event_id, request.say("Join without a partner"))


def _not_host(error: NotEventHost, request: RefusedRequest) -> str:
    if not error.host:
        return request.say("Only the event's host or a manager of the server can do that.")
    return request.say(
        "{name} hosts this event. Only {name} or a manager of the server can do that.",
        name=shown_name(error.host),
    )


def _too_few(error: TooFewPeople, request: RefusedRequest) -> str:
    if not error.tables_possible:
        return request.plural(
            "An event needs at least {needed} people, and {n} has joined. "
            "Wait for more, or play at one table: press Play now, or use /table open.",
            "An event needs at least {needed} people, and {n} have joined. "
            "Wait for more, or play at one table: press Play now, or use /table open.",
            error.people,
            needed=FEWEST_TABLES * PEOPLE_A_TABLE,
        )
    return request.plural(
        "{tables} tables need at least {needed} people, and {n} has joined. "
        "Start with fewer tables, or wait for more people.",
        "{tables} tables need at least {needed} people, and {n} have joined. "
        "Start with fewer tables, or wait for more people.",
        error.people,
        tables=error.tables,
        needed=error.tables * PEOPLE_A_TABLE,
    )


def _play_smaller(error: TooFewPeople, request: RefusedRequest) -> Offers:
    """Offer to start the event smaller, or else a table with computers."""
    tables = error.tables_possible
    if not tables:
        return (play_now(request.context),)
    label = request.plural("Start with {n} table", "Start with {n} tables", tables)
    component_id = ComponentId(Verb.EVENT_START, error.event_id, 0, str(tables))
    return (Button(label, component_id, ButtonStyle.PRIMARY),)


def _wrong_status(error: WrongEventStatus, request: RefusedRequest) -> str:
    texts = {
        EventStatus.OPEN: request.say("The event hasn't started. The host starts it under Manage."),
        EventStatus.PLAYING: request.say("The event is already under way."),
        EventStatus.BETWEEN: request.say(
            "The event has started. The host starts the next round under Manage."
        ),
        EventStatus.CLOSED: request.say("The event is over."),
    }
    return texts[error.status]


def _way_on(error: WrongEventStatus, request: RefusedRequest) -> Offers:
    if error.status is EventStatus.CLOSED:
        return ways_in(request.context)
    if error.status is EventStatus.PLAYING:
        return ()
    return (Button(request.say("Manage"), ComponentId(Verb.EVENT_MANAGE, error.event_id)),)


REFUSALS = (
    refusal(
        NoSuchEvent,
        lambda _, request: request.say("There's no event here. Open one with /event open."),
        lambda _, request: ways_in(request.context),
    ),
    refusal(
        EventHere,
        lambda error, request: request.say(
            "{name} already has an event here. You can join it.", name=shown_name(error.host)
        ),
        lambda error, request: _join(error.event_id, request.say("Join")),
    ),
    refusal(NotEventHost, _not_host),
    refusal(
        EventFull,
        lambda _, request: request.say(
            "Every place in this event is taken. Try again when somebody leaves."
        ),
        try_again,
    ),
    refusal(WrongEventStatus, _wrong_status, _way_on),
    refusal(TooFewPeople, _too_few, _play_smaller),
    refusal(
        RoundGoesOn,
        lambda error, request: request.plural(
            "Table {tables} is still playing. The next round starts when it's done.",
            "Tables {tables} are still playing. The next round starts when they're done.",
            len(error.tables),
            tables=request.context.both(str(number) for number in error.tables),
        ),
    ),
    refusal(
        PairsOnly,
        lambda _, request: request.say("Events need a game for two pairs. Pick one from the list."),
    ),
    refusal(
        NeedsThreads,
        lambda error, request: request.say(
            "Each table of an event gets a thread of its own, and {channel} can't have any. "
            "Pick a text channel.",
            channel=f"#{shown_name(error.channel)}",
        ),
    ),
    refusal(
        SeatedElsewhere,
        lambda error, request: request.plural(
            "{names} still sits at another table and has to leave it before the event starts.",
            "{names} still sit at other tables and have to leave them before the event starts.",
            len(error.names),
            names=request.context.both(map(shown_name, error.names)),
        ),
    ),
    refusal(
        PartnersRotate,
        lambda _, request: request.say(
            "Partners rotate in this event: everyone plays with everyone. You can't choose one."
        ),
        _join_alone,
    ),
    refusal(
        BadPartner,
        lambda _, request: request.say(
            "Choose another person as your partner. Computers are assigned by a draw."
        ),
        _join_alone,
    ),
    refusal(
        TooLateForPartners,
        lambda _, request: request.say(
            "The pairs are drawn already. You can still join without a partner."
        ),
        _join_alone,
    ),
)
