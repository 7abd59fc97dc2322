"""A sentence for each refusal by an event: what is wrong and what to do."""

from __future__ import annotations

from bot.events.errors import (
    BadPartner,
    EventError,
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

from ..table.front_door import play_now
from ..words.ids import ComponentId, Verb
from ..words.names import shown_name
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle


def event_sentence(error: EventError, context: RenderContext) -> str:
    """Explain a refusal."""
    match error:
        case NoSuchEvent():
            return context.say("There's no event here. Open one with /event open.")
        case EventHere(host=host):
            return context.say(
                "{name} already has an event here. You can join it.", name=shown_name(host)
            )
        case NotEventHost(host=host) if host:
            return context.say(
                "{name} hosts this event. Only {name} or a manager of the server can do that.",
                name=shown_name(host),
            )
        case NotEventHost():
            return context.say("Only the event's host or a manager of the server can do that.")
        case NeedsThreads(channel=channel):
            return context.say(
                "Each table of an event gets a thread of its own, and {channel} can't have any. "
                "Pick a text channel.",
                channel=f"#{shown_name(channel)}",
            )
        case SeatedElsewhere(names=names):
            return context.plural(
                "{names} still sits at another table and has to leave it before the event starts.",
                "{names} still sit at other tables and have to leave them before the event starts.",
                len(names),
                names=context.both(map(shown_name, names)),
            )
        case TooFewPeople():
            return _too_few(error, context)
        case RoundGoesOn(tables=tables):
            return context.plural(
                "Table {tables} is still playing. The next round starts when it's done.",
                "Tables {tables} are still playing. The next round starts when they're done.",
                len(tables),
                tables=context.both(str(number) for number in tables),
            )
        case WrongEventStatus(status=status):
            return _wrong_event_status(status, context)
        case _:
            return _joining_sentence(error, context)


def way_to_play(error: TooFewPeople, context: RenderContext) -> Button:
    """Build the button that starts the event smaller, or else a table with computers."""
    tables = error.tables_possible
    if not tables:
        return play_now(context)
    label = context.plural("Start with {n} table", "Start with {n} tables", tables)
    component_id = ComponentId(Verb.EVENT_START, error.event_id, 0, str(tables))
    return Button(label, component_id, ButtonStyle.PRIMARY)


def _too_few(error: TooFewPeople, context: RenderContext) -> str:
    if not error.tables_possible:
        return context.plural(
            "An event needs at least {needed} people, and {n} has joined. "
            "Wait for more, or play at one table: press Play now, or use /table open.",
            "An event needs at least {needed} people, and {n} have joined. "
            "Wait for more, or play at one table: press Play now, or use /table open.",
            error.people,
            needed=FEWEST_TABLES * PEOPLE_A_TABLE,
        )
    return context.plural(
        "{tables} tables need at least {needed} people, and {n} has joined. "
        "Start with fewer tables, or wait for more people.",
        "{tables} tables need at least {needed} people, and {n} have joined. "
        "Start with fewer tables, or wait for more people.",
        error.people,
        tables=error.tables,
        needed=error.tables * PEOPLE_A_TABLE,
    )


def _joining_sentence(error: EventError, context: RenderContext) -> str:
    match error:
        case EventFull():
            return context.say(
                "Every place in this event is taken. Try again when somebody leaves."
            )
        case PairsOnly():
            return context.say("Events need a game for two pairs. Pick one from the list.")
        case PartnersRotate():
            return context.say(
                "Partners rotate in this event: everyone plays with everyone. You can't choose one."
            )
        case BadPartner():
            return context.say(
                "Choose another person as your partner. Computers are assigned by a draw."
            )
        case TooLateForPartners():
            return context.say("The pairs are drawn already. You can still join without a partner.")
        case _:
            raise TypeError(f"no sentence for {type(error).__name__}")


def _wrong_event_status(status: EventStatus, context: RenderContext) -> str:
    texts = {
        EventStatus.OPEN: context.say("The event hasn't started. The host starts it under Manage."),
        EventStatus.PLAYING: context.say("The event is already under way."),
        EventStatus.BETWEEN: context.say(
            "The event has started. The host starts the next round under Manage."
        ),
        EventStatus.CLOSED: context.say("The event is over."),
    }
    return texts[status]
